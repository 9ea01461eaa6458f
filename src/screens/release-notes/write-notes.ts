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
import type {LineContent, Segment} from '../text/lines.ts';
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

const SIGNS: Readonly<Record<DiffLine['kind'], Segment>> = {
  same: {text: '  '},
  removed: {text: '- ', tone: 'bad'},
  added: {text: '+ ', tone: 'good'},
};

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
    ...lineDiff(now, text).flatMap(({kind, text: line}) =>
      wrap(line, width - 2).map((part, index): LineContent => {
        const sign = SIGNS[kind];
        return [index === 0 ? sign : {...sign, text: '  '}, {text: part, dim: kind === 'same'}];
      }),
    ),
  ];
}

interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

export function lineDiff(before: string | undefined, after: string): DiffLine[] {
  const old = before === undefined ? [] : before.split('\n');
  const next = after.split('\n');
  const common: number[][] = [];
  const lengthAt = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    const row = new Array<number>(next.length).fill(0);
    common[i] = row;
    for (let j = next.length - 1; j >= 0; j--) {
      row[j] = old[i] === next[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    const [removed, added] = [old[i], next[j]];
    const isRemoved = removed !== undefined && lengthAt(i + 1, j) >= lengthAt(i, j + 1);
    const kind = removed === added ? 'same' : isRemoved ? 'removed' : 'added';
    lines.push({kind, text: (kind === 'added' ? added : removed) ?? ''});
    if (kind !== 'added') i++;
    if (kind !== 'removed') j++;
  }
  return lines;
}
