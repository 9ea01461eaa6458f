import {diffArrays} from 'diff';
import {setNotes} from '../../app/commands/release-notes.ts';
import {commandLine} from '../../app/present/formats.ts';
import {type Guided, logged} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import {quoted} from '../../services/model/clean.ts';
import {asToolError, changedByOthers, ToolError} from '../../services/model/error.ts';
import {isDone, type Ledger} from '../../services/model/ledger.ts';
import {
  failedTitle,
  failureTexts,
  NOT_YET,
  NOTES_LIMIT,
  type NotesFailure,
  type NotesPlan,
  type NotesResult,
  namesOf,
  noteText,
} from '../../services/model/release-notes.ts';
import {plural} from '../../services/model/values.ts';
import {type App, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import {wrap} from '../../services/text/width.ts';
import type {FlowSteps} from '../flows/form-flow.tsx';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {stateDisplay, versionLabel} from '../text/labels.ts';
import {behind, type LineContent, type Segment} from '../text/lines.ts';
import {changesOf, type NotesRow} from './unsent-texts.ts';

const NOT_WRITTEN = new ToolError('interrupted', NOT_YET);
const UNDER_WAY = new ToolError('interrupted', 'Cancelled while it was being written: it may still take effect');

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
    const left = locales.filter((locale) => !isWritten(locale));
    if (left.length === 0) ledger.complete();
    const failed = left
      .toSorted((one, other) => Number(tried.has(other)) - Number(tried.has(one)))
      .map((locale): NotesFailure => {
        const write = tried.get(locale);
        if (write && underWay.includes(write)) return {locale, error: UNDER_WAY};
        return write?.error ? {locale, error: asToolError(write.error), write} : {locale, error: NOT_WRITTEN};
      });
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

interface NotesSteps {
  rows: readonly NotesRow[];
  replaced: readonly string[];
  version: StoreVersion;
  onRetry(failed: readonly NotesRow[]): void;
}

export function notesSteps({rows, replaced, version, onRetry}: NotesSteps): FlowSteps<NotesResult> {
  const retry = (failed: NotesResult['failed']): Binding => {
    const again = () => onRetry(rows.filter(({locale}) => failed.some((one) => one.locale === locale)));
    return paletteKey('r', 'try again', 'Send the failed texts again', again, {guarded: true});
  };
  const what = `the release notes of ${plural(rows.length, 'locale')}`;
  const state = stateIs(version.state, 'editable') ? '' : `, ${stateDisplay(version.state).name.toLowerCase()}`;
  return {
    words: ['Write', 'Writing', 'Wrote'],
    undone: 'Not written',
    back: 'texts',
    of: what,
    title: `Write ${what} of ${versionLabel(version)}${state}`,
    facts: [],
    body: (width) => diffLines(rows, width),
    warnings:
      replaced.length > 0 ? [`Changed while you edited, and replaced by your text: ${replaced.join(', ')}`] : [],
    result: ({updated, unchanged, failed}) => ({
      ...(failed.length > 0 && {title: failedTitle({updated, unchanged, failed})}),
      facts: [
        ...(updated.length > 0 ? [['Updated', namesOf(updated, rows.length)] as const] : []),
        ...(unchanged.length > 0 ? [['Unchanged', namesOf(unchanged, rows.length)] as const] : []),
      ],
      failures: failureTexts(failed, rows.length),
      keys: failed.length === 0 ? [] : [retry(failed)],
    }),
  };
}

function diffLines(rows: readonly NotesRow[], width: number): LineContent[] {
  const groups = new Map<string, NotesRow[]>();
  for (const row of rows) {
    if (row.text === undefined) continue;
    const change = JSON.stringify([row.now, row.text]);
    groups.set(change, [...(groups.get(change) ?? []), row]);
  }
  return [...groups.values()].flatMap((group, index) => [...(index > 0 ? [''] : []), ...groupLines(group, width)]);
}

function groupLines(group: readonly NotesRow[], width: number): LineContent[] {
  const [{now, text = ''} = {now: undefined}] = group;
  const heading = `${group.map(({locale}) => locale).join(', ')}: ${text.length} of ${NOTES_LIMIT} characters`;
  return [
    ...wrap(heading, width).map((line): LineContent => [{text: line, bold: true}]),
    ...lineDiff(now, text, width),
  ];
}

/** Bounds the time: the longest texts would take a second. */
const MOST_CHANGES = 500;

export function lineDiff(before: string | undefined, after: string, width: number): LineContent[] {
  const [old, next] = [before?.split('\n') ?? [], after.split('\n')];
  const replaced = [
    {value: old, removed: true, added: false},
    {value: next, removed: false, added: true},
  ];
  const changes = diffArrays(old, next, {maxEditLength: MOST_CHANGES}) ?? replaced;
  return changes.flatMap(({value, added, removed}) => {
    const isSame = !added && !removed;
    const change: Segment = added ? {text: '+ ', tone: 'good'} : {text: '- ', tone: 'bad'};
    const sign = isSame ? {text: '  '} : change;
    const shown = (line: string) => wrap(line, width - 2).map((part): LineContent => [{text: part, dim: isSame}]);
    return value.flatMap((line) => behind(sign, shown(line)));
  });
}
