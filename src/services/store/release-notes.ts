import {cleanText} from '../model/clean.ts';
import {asToolError, refusesValue, ToolError} from '../model/error.ts';
import {isDone, type Write} from '../model/ledger.ts';
import type {Finding, SuggestedCommand} from '../model/outcome.ts';
import {
  changedNotes,
  NOT_YET,
  type NotesFailure,
  type NotesPlan,
  type NotesResult,
  noteProblem,
  noteText,
  type ReleaseNote,
  reasonOf,
  UNDER_WAY,
  UNTRIED,
  type VersionNotes,
} from '../model/release-notes.ts';
import {hasApp, type StoreVersion, stateIs} from '../model/version.ts';
import {AT_ONCE} from './at-once.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {isTimeOut} from './errors.ts';
import {attributesOf, text, toVersion} from './mapping.ts';
import {readAll, readOne} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {BASIC_FIELDS, getVersion, isFirstVersion, nameOf, requireApp, versionConflict, withApp} from './versions.ts';
import {patch, pathOf, REL, type Resource, TYPE, VERSION_REL} from './wire.ts';

export async function readNotes(client: Client, versionId: string): Promise<VersionNotes> {
  const query = {
    include: REL.ofVersion,
    fields: {[TYPE.localization]: [...NOTE_FIELDS, REL.ofVersion], [TYPE.version]: BASIC_FIELDS},
  };
  const {data, included} = await readAll(client, pathOf(TYPE.version, versionId, VERSION_REL.localizations), query);
  const version = included.find(({type, id}) => type === TYPE.version && id === versionId);
  return {versionId, version: version && toVersion(version), notes: byLocale(data, toReleaseNote)};
}

export function byLocale<Note extends ReleaseNote>(all: readonly Resource[], toOne: (one: Resource) => Note): Note[] {
  return all.map(toOne).sort((one, other) => (one.locale < other.locale ? -1 : 1));
}

async function readLocale(client: Client, id: string): Promise<ReleaseNote> {
  const query = {fields: {[TYPE.localization]: NOTE_FIELDS}};
  return toReleaseNote((await readOne(client, pathOf(TYPE.localization, id), query)).data);
}

export const NOTE_FIELDS = attributesOf(toReleaseNote);

export function toReleaseNote({id, attributes = {}}: Resource): ReleaseNote {
  return {id, locale: text(attributes.locale) ?? '', whatsNew: text(attributes.whatsNew) || undefined};
}

/** Writes the changed texts, with one request each at most. Only a failure that `isFatal` stops the other locales. */
export async function writeNotes(
  client: Client,
  named: NamedVersion,
  plan: NotesPlan,
  known?: Omit<VersionNotes, 'versionId'>,
): Promise<NotesResult> {
  const {id: versionId} = named;
  const {version = {id: versionId}, notes} = known ?? (await readNotes(client, versionId));
  const checkWith = {command: ['release-notes', 'list'], flags: {'version-id': versionId}};
  if (stateIs(version.state, 'texts-final'))
    throw versionConflict(version, `is in ${version.state}: its release notes can no longer be changed`, {checkWith});
  if (notes.length === 0) throw versionConflict(version, 'has no locale to write release notes for', {checkWith});
  const locales = notes.map(({locale}) => locale);
  const texts = await plan(locales, notes, version);
  for (const [locale, words] of texts) {
    const problem = noteProblem(words);
    if (problem !== undefined) throw new ToolError('usage', `The text for ${cleanText(locale)} ${problem}`);
  }
  const given = notes.filter(({locale}) => texts.has(locale));
  const changed = changedNotes(given, texts);
  const unchanged = given.filter((note) => !changed.includes(note)).map(({locale}) => locale);
  const isFirst = async () => {
    try {
      const found = hasApp(named)
        ? named
        : requireApp((await getVersion(client, versionId, withApp([], true))).version);
      return await isFirstVersion(client, found);
    } catch {
      return false;
    }
  };
  const attempts = changed.map((note) => ({note, words: texts.get(note.locale) ?? ''}));
  const batch = createBatch(client, attempts, checkWith);
  // The answer to the first text may reveal a missing role, a first version, or a text that no locale may have.
  const {error} = (await batch.next()) ?? {};
  const isStateError = error?.facts.answer?.codes?.some((code) => code.startsWith('STATE_ERROR'));
  if (error?.kind === 'conflict' && isStateError && (await isFirst())) throw firstVersion(version, error);
  // A dry run never gets the refusal that would reveal a first version.
  if (changed.length > 0 && client.isDryRun && (await isFirst())) throw firstVersion(version);
  if (error && refusesValue(error)) await batch.next();
  await Promise.all(Array.from({length: AT_ONCE}, batch.rest));
  const result: NotesResult = {versionId, ...batch.result(), unchanged, writes: client.ledger};
  client.ledger.isUnfinished ||= result.failed.length > 0;
  return result;
}

function writeLocale(client: Client, {note, words: whatsNew}: Attempt, checkWith: SuggestedCommand): Promise<object> {
  const {id, locale} = note;
  return confirmWrite(client, {
    request: patch(TYPE.localization, id, {whatsNew}),
    result: {},
    what: `write the release notes of ${cleanText(locale)}`,
    of: locale,
    checkWith,
    read: async (reader) => judgeNotes((await readLocale(reader, id)).whatsNew, note, whatsNew),
  });
}

export function judgeNotes(text: string | undefined, {locale, whatsNew}: ReleaseNote, wanted: string): Finding {
  const [now, old] = [text, whatsNew].map((one) => noteText(one ?? ''));
  const notes = `the release notes of ${cleanText(locale)}`;
  if (now === wanted) return {verdict: 'done', found: `${notes} have the new text`};
  if (now === old) return {verdict: 'not-done', found: `${notes} still have the old text`};
  return {verdict: 'other', found: `${notes} have neither the old text nor the new one`};
}

function firstVersion(version: StoreVersion, cause?: ToolError): ToolError {
  return new ToolError('conflict', `Version ${nameOf(version)} is the first version: it takes no release notes`, {
    hint: "What's New describes an update. Describe the app itself in its description.",
    cause,
  });
}

interface Attempt {
  note: ReleaseNote;
  words: string;
  isWritten?: boolean;
  error?: ToolError;
  write?: Write;
}

function createBatch(client: Client, attempts: readonly Attempt[], checkWith: SuggestedCommand) {
  const {ledger} = client;
  const left = [...attempts];
  let over: Attempt | undefined;
  const refusalOf = ({words}: Attempt) => {
    const all = attempts.flatMap((one) => (one.words === words && one.error ? [one.error] : [])).filter(refusesValue);
    return all.find((error, index) => all.slice(0, index).some((other) => reasonOf(other) === reasonOf(error)));
  };

  async function next(): Promise<Attempt | undefined> {
    const attempt = over ? undefined : left.shift();
    if (!attempt || refusalOf(attempt)) return attempt;
    const {locale} = attempt.note;
    const [number, of] = [attempts.length - left.length, attempts.length];
    if (of > 1) client.onStage({name: cleanText(locale), number, of});
    try {
      await writeLocale(client, attempt, checkWith);
      attempt.isWritten = true;
    } catch (reason) {
      const error = asToolError(reason);
      const write = ledger.writes.findLast((one) => one.of === locale);
      // Texts that wait for the same rate limit fail together, but only one of them has been sent.
      if (error === over?.error && write !== over.write && error.kind !== 'interrupted') return attempt;
      Object.assign(attempt, {error, write});
      const hasWritten = attempts.some(({isWritten}) => isWritten);
      if (error.kind === 'interrupted' || isFatal(attempt, hasWritten)) over ??= attempt;
      // The app stays open after a cancellation, and can still show what was written.
      if (error.facts.signal === 'cancel' && write?.fate === 'lost') await write.look?.().catch(() => {});
      attempt.isWritten = isDone(write);
    }
    return attempt;
  }

  function failureOf(attempt: Attempt): NotesFailure[] {
    const {error, write, isWritten} = attempt;
    const {locale} = attempt.note;
    const because = error ?? refusalOf(attempt) ?? over?.error;
    if (isWritten || !because) return [];
    if (because.kind === 'interrupted') {
      return [{locale, error: because.with({summary: write?.fate === 'lost' ? UNDER_WAY : NOT_YET})}];
    }
    if (error) return [{locale, error, write}];
    const isLost = because === over?.error && over?.write?.fate === 'lost';
    return [{locale, error: new ToolError(because.kind, UNTRIED), because: isLost ? undefined : because}];
  }

  return {
    next,
    async rest(): Promise<void> {
      while (await next());
    },
    result() {
      if (over?.error?.kind === 'interrupted' && ledger.outcome === 'not-sent') throw over.error;
      const updated = attempts.filter(({isWritten}) => isWritten).map(({note}) => note.locale);
      return {updated, failed: attempts.flatMap(failureOf)};
    },
  };
}

function isFatal({error, write}: Attempt, hasWritten: boolean): boolean {
  const {status} = error?.facts.answer ?? {};
  const isForeign = (one: unknown) => one instanceof ToolError && one.kind === 'service' && !one.facts.answer;
  const isSilent = [isTimeOut, isForeign].some((is) => is(write?.error) && is(write?.unread));
  return error?.kind === 'rate-limited' || status === 401 || (status === 403 && !hasWritten) || isSilent;
}
