import {setNotes} from '../../app/commands/release-notes.ts';
import {commandLine} from '../../app/present/formats.ts';
import {type Guided, logged} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import {quoted} from '../../services/model/clean.ts';
import {asToolError, changedByOthers, ToolError} from '../../services/model/error.ts';
import {NOT_YET, type NotesPlan, type NotesResult, noteText} from '../../services/model/release-notes.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import type {Store} from '../../services/store/store.ts';
import {stateDisplay} from '../text/api-names.ts';
import {versionLabel} from '../text/labels.ts';
import {changesOf, type NotesRow} from './drafts.ts';

const NOT_WRITTEN = new ToolError('interrupted', NOT_YET);
const UNDER_WAY = new ToolError('interrupted', 'Cancelled while it was being written: it may still take effect', {
  facts: {outcome: 'unknown'},
});

/**
 * Writes release notes, one request per text that differs. When cancelled in between, it reads back what was written.
 * @param rows as the review shows them, whatever is read meanwhile
 */
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
      if (error.kind !== 'interrupted' || error.facts.outcome === 'not-sent') throw error;
      return readBack(store, versionId, texts, error);
    });
  };
  return {line, check() {}, run: (signal) => logged(setNotes, context, (counted) => write(counted, signal))};
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

/** @throws ToolError with `facts.reread` when the notes cannot be read either */
async function readBack(
  store: Store,
  versionId: string,
  texts: ReadonlyMap<string, string>,
  error: ToolError,
): Promise<NotesResult> {
  const read = async (signal?: AbortSignal): Promise<NotesResult> => {
    const {notes} = await store.readNotes(versionId, signal);
    const isWritten = (locale: string) =>
      notes.some((note) => note.locale === locale && noteText(note.whatsNew ?? '') === texts.get(locale));
    const locales = [...texts.keys()];
    const tried = new Map(error.facts.notes?.failed.map((one) => [one.locale, one.error]));
    const underWay = error.facts.notes?.underWay;
    if (underWay !== undefined) tried.set(underWay, UNDER_WAY);
    const failed = [...tried.keys(), ...locales.filter((locale) => !tried.has(locale))]
      .filter((locale) => !isWritten(locale))
      .map((locale) => ({locale, error: tried.get(locale) ?? NOT_WRITTEN}));
    return {versionId, updated: locales.filter(isWritten), unchanged: [], failed};
  };
  return read().catch((reason) => {
    const reread = async (signal?: AbortSignal) => {
      const result = await read(signal);
      const found = `${result.updated.length} of ${texts.size} texts were written`;
      return {verdict: result.failed.length === 0 ? 'done' : 'not-done', found, result} as const;
    };
    throw error.with({line: asToolError(reason).message, facts: {outcome: 'unknown', reread}});
  });
}
