import {failedTitle, failureTexts, NOTES_LIMIT, type NotesResult, namesOf} from '../../services/model/release-notes.ts';
import {plural} from '../../services/model/values.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {wrap} from '../../services/text/width.ts';
import type {FlowSteps} from '../flows/write-view.tsx';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {stateDisplay} from '../text/api-names.ts';
import {versionLabel} from '../text/labels.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import type {NotesRow} from './drafts.ts';

interface NotesSteps {
  rows: readonly NotesRow[];
  replaced: readonly string[];
  version: StoreVersion;
  width: number;
  onRetry(failed: readonly NotesRow[]): void;
}

export function notesSteps({rows, replaced, version, width, onRetry}: NotesSteps): FlowSteps<NotesResult> {
  const retry = (failed: NotesResult['failed']): Binding => {
    const again = () => onRetry(rows.filter(({locale}) => failed.some((one) => one.locale === locale)));
    return paletteKey('r', 'try again', 'Send the failed texts again', again, {guarded: true});
  };
  const what = `the release notes of ${plural(rows.length, 'locale')}`;
  const state = stateIs(version.state, 'editable') ? '' : `, ${stateDisplay(version.state).name.toLowerCase()}`;
  return {
    verb: 'write',
    review: {
      title: `Write ${what} of ${versionLabel(version)}${state}`,
      facts: [],
      body: diffLines(rows, width),
      warnings:
        replaced.length > 0 ? [`Changed while you edited, and replaced by your text: ${replaced.join(', ')}`] : [],
    },
    running: `Writing ${what}`,
    result: ({updated, unchanged, failed}) => ({
      title: failed.length === 0 ? `Wrote ${what}` : failedTitle({updated, unchanged, failed}),
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

/** Removes and adds as few lines as possible. */
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
