import {cleanText} from '../model/clean.ts';
import {asToolError, ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {judgeNotes} from '../model/recovery.ts';
import {type NotesPlan, type NotesResult, noteText, type ReleaseNote} from '../model/release-notes.ts';
import {stateIs} from '../model/states.ts';
import type {StoreVersion} from '../model/version.ts';
import type {Client} from './client.ts';
import {isFirstVersion} from './first-version.ts';
import {segment} from './query.ts';
import {readNote, readNotes} from './release-notes.ts';
import {afterOthers, beforeWrite, settled, withResult} from './settle.ts';
import {PATH, TYPE} from './wire.ts';

/**
 * Writes the texts that differ, one request each. The version is read first; `plan` then says which text each locale
 * gets. A locale that fails does not keep the others from being written.
 * @throws ToolError conflict when What's New can no longer change, or when this is a first version
 */
export async function writeNotes(
  client: Client,
  reference: string,
  plan: NotesPlan,
  signal?: AbortSignal,
): Promise<NotesResult> {
  client.willWrite('PATCH', PATH.localization('<id of the localization>'));
  const {versionId, version = {id: versionId}, notes} = await beforeWrite(() => readNotes(client, reference, signal));
  const check = {command: ['release-notes', 'list'], flags: {'version-id': versionId}};
  requireOpen(version, check);
  if (notes.length === 0) throw refused(`Version ${name(version)} has no locale to write release notes for`, check);
  const texts = await beforeWrite(async () => plan(notes.map(({locale}) => locale)));
  const given = notes.filter(({locale}) => texts.has(locale));
  const isSame = ({locale, whatsNew = ''}: ReleaseNote) => noteText(whatsNew) === texts.get(locale);
  const changed = given.filter((note) => !isSame(note));
  const unchanged = given.filter(isSame).map(({locale}) => locale);
  // No refusal would tell a dry run.
  if (client.isDryRun && changed.length > 0 && (await isFirst(client, version, signal))) throw firstVersion(version);
  const result: NotesResult = {versionId, updated: [], unchanged, failed: [], remarks: []};
  for (const [index, note] of changed.entries()) {
    const {locale} = note;
    try {
      const written = await writeNote(client, note, texts.get(locale) ?? '', check, signal);
      result.updated.push(locale);
      if (written.note) result.remarks.push(written.note);
    } catch (reason) {
      const error = asToolError(reason);
      if (error.kind === 'interrupted') {
        const underWay = error.facts.outcome === 'unknown' ? locale : undefined;
        const facts = {...(index > 0 && afterOthers(error)), check, notes: {failed: result.failed, underWay}};
        throw error.with({line: soFar(result, error), facts});
      }
      if (index === 0 && refusesNotes(error) && (await isFirst(client, version, signal)))
        throw firstVersion(version, error);
      result.failed.push({locale, error});
      if (!endsAll(error)) continue;
      const untried = new ToolError(error.kind, 'Not attempted');
      result.failed.push(...changed.slice(index + 1).map((rest) => ({locale: rest.locale, error: untried})));
      break;
    }
  }
  return result;
}

/** What would meet every further write as well. */
function endsAll({kind, facts}: ToolError): boolean {
  return kind === 'rate-limited' || facts.status === 401 || (facts.timeOuts ?? 0) > 1;
}

/** A look that fails says nothing: the refusal itself is shown then. */
function isFirst(client: Client, version: StoreVersion, signal?: AbortSignal): Promise<boolean> {
  return isFirstVersion(client, version, signal).catch(() => false);
}

function requireOpen(version: StoreVersion, check: CheckCommand): void {
  if (!stateIs(version.state, 'texts-final')) return;
  throw refused(`Version ${name(version)} is in ${version.state}: its release notes can no longer change`, check);
}

function refused(message: string, check: CheckCommand): ToolError {
  return new ToolError('conflict', message, {facts: {check, outcome: 'not-sent'}});
}

function writeNote(
  client: Client,
  note: ReleaseNote,
  text: string,
  check: CheckCommand,
  signal?: AbortSignal,
): Promise<{note?: string}> {
  const {id, locale} = note;
  const body = {data: {type: TYPE.localization, id, attributes: {whatsNew: text}}};
  const write = async () => {
    await client.write('PATCH', PATH.localization(segment(id)), body, signal);
    return {};
  };
  return settled<object>(
    write,
    {
      what: `write the release notes of ${cleanText(locale)}`,
      check,
      async read(again) {
        const {whatsNew} = await readNote(client, id, again);
        return withResult(judgeNotes(whatsNew, note, text), {});
      },
    },
    signal,
  );
}

/** The service speaks of the state, not of the text: so it does where there is nothing that the version updates. */
function refusesNotes({kind, facts}: ToolError): boolean {
  return kind === 'conflict' && (facts.codes ?? []).some((code) => code.startsWith('STATE_ERROR'));
}

function firstVersion(version: StoreVersion, cause?: ToolError): ToolError {
  return new ToolError('conflict', `Version ${name(version)} is the first version: it takes no release notes`, {
    hint: "What's New describes an update. Describe the app itself in its description.",
    cause,
  });
}

function name({versionString, id}: StoreVersion): string {
  return cleanText(versionString ?? id);
}

function soFar({updated, failed}: NotesResult, error: ToolError): string {
  const isUnsure = [error, ...failed.map((one) => one.error)].some(({facts}) => facts.outcome === 'unknown');
  const written = `Already written: ${updated.map(cleanText).join(', ')}.`;
  const lines = failed.map(({locale, error: {message, facts}}) => {
    const words = facts.outcome === 'unknown' ? 'Outcome unknown' : 'Not written';
    return `${words}: ${cleanText(locale)}: ${message.split('\n')[0]}`;
  });
  return [updated.length > 0 ? written : `No ${isUnsure ? 'other ' : ''}release notes were written.`, ...lines].join(
    '\n',
  );
}
