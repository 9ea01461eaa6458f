import {diffArrays} from 'diff';
import {setNotes} from '../../app/commands/release-notes.ts';
import {commandLine} from '../../app/present/formats.ts';
import {type Guided, logged} from '../../app/run-command.ts';
import type {Session} from '../../app/session/session.ts';
import {quoted} from '../../services/model/clean.ts';
import {changedByOthers} from '../../services/model/error.ts';
import {
  failedTitle,
  failureTexts,
  NOTES_LIMIT,
  type NotesPlan,
  type NotesResult,
  namesOf,
  noteText,
} from '../../services/model/release-notes.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import {type App, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import {wrap} from '../../services/text/width.ts';
import type {FlowSteps} from '../flows/form-flow.tsx';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {stateDisplay, versionLabel} from '../text/labels.ts';
import {behind, type LineContent, type Segment} from '../text/lines.ts';
import {changesOf, type NotesRow} from './unsent-texts.ts';

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
  return {
    line,
    subject: versionId,
    check() {},
    run: (signal) =>
      logged(setNotes, context, async (counted) => (await counted.store()).writeNotes(versionId, reviewed, signal)),
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

interface NotesSteps {
  rows: readonly NotesRow[];
  version: StoreVersion;
  onRetry(failed: readonly NotesRow[]): void;
}

export function notesSteps({rows, version, onRetry}: NotesSteps): FlowSteps<NotesResult> {
  const retry = (failed: NotesResult['failed']): Binding => {
    const again = () => onRetry(rows.filter(({locale}) => failed.some((one) => one.locale === locale)));
    return paletteKey('r', 'try again', 'Send the failed texts again', again, {guarded: true});
  };
  const what = `the release notes of ${plural(rows.length, 'locale')}`;
  const state = stateIs(version.state, 'editable') ? '' : `, ${stateDisplay(version.state).name.toLowerCase()}`;
  return {
    words: ['Write', 'Writing', 'Wrote'],
    undone: 'Not written',
    whether: `${what} were written`,
    of: what,
    title: `Write ${what} of ${versionLabel(version)}${state}`,
    facts: [],
    body: (width) => diffLines(rows, width),
    result: (result) => ({
      ...(result.failed.length > 0 && {title: failedTitle(result), keys: [retry(result.failed)]}),
      facts: (['updated', 'unchanged'] as const).flatMap((name) =>
        result[name].length > 0 ? [[capitalized(name), namesOf(result[name], rows.length)] as const] : [],
      ),
      failures: failureTexts(result),
    }),
  };
}

function diffLines(rows: readonly NotesRow[], width: number): LineContent[] {
  const groups = new Map<string, NotesRow[]>();
  for (const row of rows) {
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

/** Without this limit, a comparison of the longest texts takes a second. */
const MOST_CHANGES = 500;

export function lineDiff(before: string | undefined, after: string, width: number): LineContent[] {
  const [old, next] = [before?.split('\n') ?? [], after.split('\n')];
  const replaced = () => [...diffArrays(old, []), ...diffArrays([], next)];
  const changes = diffArrays(old, next, {maxEditLength: MOST_CHANGES}) ?? replaced();
  return changes.flatMap(({value, added, removed}) => {
    const isSame = !added && !removed;
    const change: Segment = added ? {text: '+ ', tone: 'good'} : {text: '- ', tone: 'bad'};
    const sign = isSame ? {text: '  '} : change;
    const shown = (line: string) => wrap(line, width - 2).map((part): LineContent => [{text: part, dim: isSame}]);
    return value.flatMap((line) => behind(sign, shown(line)));
  });
}
