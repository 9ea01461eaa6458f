import {setNotes} from '../../app/actions/release-notes.ts';
import {commandLine} from '../../app/present/formats.ts';
import {type Guided, logged} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import {quoted} from '../../services/model/clean.ts';
import {asToolError, changedByOthers, ToolError} from '../../services/model/error.ts';
import {isDone, type Ledger} from '../../services/model/ledger.ts';
import {
  NOT_YET,
  type NotesFailure,
  type NotesPlan,
  type NotesResult,
  noteText,
} from '../../services/model/release-notes.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import {stateDisplay} from '../text/api-names.ts';
import {versionLabel} from '../text/labels.ts';
import {changesOf, type NotesRow} from './drafts.ts';

const NOT_WRITTEN = new ToolError('interrupted', NOT_YET);
const UNDER_WAY = new ToolError('interrupted', 'Cancelled while it was being written: it may still take effect');

/** Writes release notes as the review shows them, one request per text that differs. */
export function guidedNotes(
  {version, app, locales}: {version: StoreVersion; app?: App; locales: readonly string[]},
  rows: readonly NotesRow[],
  session: Session,
  host: Host,
): Guided<NotesResult> {
  const {id: versionId} = version;
  const texts = changesOf(rows);
  const line = noteCommands(versionId, texts, locales, session).join('\n');
  const before = new Map(rows.map(({locale, now = ''}) => [locale, now]));
  const given = new Map([['version-id', versionId]]);
  const context = {session, host, given, known: {line, app, version, notes: before, texts}};
  const reviewed: NotesPlan = (_, found, {state} = version) => {
    if (state !== version.state) {
      const now = stateDisplay(state).name.toLowerCase();
      throw changedByOthers(`state of ${versionLabel(version)} to ${now}`);
    }
    const others = found.flatMap(({locale, whatsNew = ''}) => {
      const expected = [texts.get(locale), before.get(locale)];
      return texts.has(locale) && !expected.includes(noteText(whatsNew)) ? [locale] : [];
    });
    if (others.length === 0) return texts;
    throw changedByOthers(`release notes of ${others.map(quoted).join(', ')}`);
  };
  const write = async (counted: Session, signal: AbortSignal) => {
    const store = await counted.store();
    return store.writeNotes(versionId, reviewed, signal).catch((reason) => {
      const error = asToolError(reason);
      const {writes} = error.facts;
      if (error.kind !== 'interrupted' || !writes || writes.outcome === 'not-sent') throw error;
      return afterStop(writes, {versionId, locales: [...texts.keys()]}, error);
    });
  };
  return {
    line,
    subject: versionId,
    check() {},
    run: (signal) => logged(setNotes, context, (counted) => write(counted, signal)),
  };
}

function noteCommands(
  versionId: string,
  texts: ReadonlyMap<string, string>,
  locales: readonly string[],
  {globals}: Session,
): string[] {
  return [...new Set(texts.values())].map((text) => {
    const wanted = [...texts.keys()].filter((locale) => texts.get(locale) === text);
    const isAll = locales.every((locale) => wanted.includes(locale));
    const flags = {'version-id': versionId, ...(isAll ? {} : {locale: wanted.join(',')}), text};
    return commandLine({command: ['release-notes', 'set'], flags}, globals);
  });
}

/** @throws ToolError if the writes under way cannot be read */
async function afterStop(
  ledger: Ledger,
  {versionId, locales}: {versionId: string; locales: readonly string[]},
  error: ToolError,
): Promise<NotesResult> {
  const isStopped = (reason: unknown) => reason instanceof ToolError && reason.kind === 'interrupted';
  const underWay = ledger.writes.filter(
    (write) => write.fate === 'lost' && !isDone(write) && [write.error, write.unread].some(isStopped),
  );
  const looks = underWay.flatMap((write) => write.look ?? []);
  const lookAll = (signal?: AbortSignal) => Promise.all(looks.map((look) => look(signal)));
  const result = (): NotesResult => {
    const tried = new Map(ledger.writes.map((write) => [write.of, write]));
    const isWritten = (locale: string) => isDone(tried.get(locale));
    const failed = locales
      .filter((locale) => !isWritten(locale))
      .map((locale): NotesFailure => {
        const write = tried.get(locale);
        if (write && underWay.includes(write)) return {locale, error: UNDER_WAY};
        return write?.error ? {locale, error: asToolError(write.error), write} : {locale, error: NOT_WRITTEN};
      });
    if (failed.length === 0) ledger.complete();
    const order = ({locale}: NotesFailure) => (tried.has(locale) ? 0 : 1);
    failed.sort((one, other) => order(one) - order(other));
    return {versionId, updated: locales.filter(isWritten), unchanged: [], failed};
  };
  const {lost} = ledger;
  if (looks.length === 0 || !lost) return result();
  lost.look = async (signal) => {
    await lookAll(signal);
    const now = result();
    const found = `${now.updated.length} of ${locales.length} texts were written`;
    return {verdict: now.failed.length === 0 ? 'done' : 'not-done', found, result: now};
  };
  return lookAll().then(result, (reason) => {
    throw error.with({line: asToolError(reason).message});
  });
}
