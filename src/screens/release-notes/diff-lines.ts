import {NOTES_LIMIT} from '../../services/model/release-notes.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import {wrap} from '../text/width.ts';
import type {NotesRow} from './drafts.ts';
import {type DiffLine, lineDiff} from './line-diff.ts';

const SIGNS: Readonly<Record<DiffLine['kind'], Segment>> = {
  same: {text: '  '},
  removed: {text: '- ', tone: 'bad'},
  added: {text: '+ ', tone: 'good'},
};

/** What will be written: each change once, below the locales that it is made to. */
export function diffLines(rows: readonly NotesRow[], width: number): LineContent[] {
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
        return [index === 0 ? sign : {...sign, text: '  '}, {text: part, tone: sign.tone, dim: kind === 'same'}];
      }),
    ),
  ];
}
