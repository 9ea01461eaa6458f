import {cleanLines} from '../../services/model/clean.ts';
import {pad, type Size, takeStart, widthOf, wrap} from '../../services/text/width.ts';
import type {Tone} from '../theme.ts';
import {type LineContent, type Segment, segmentsOf} from './line-content.ts';

export type Fact = readonly [name: string, value: string];

const MIN_VALUE = 8;

export function factLines(facts: readonly Fact[], width: number): LineContent[] {
  const names = Math.max(0, ...facts.map(([name]) => widthOf(name))) + 2;
  return facts.flatMap(([name, value]) =>
    behind({text: pad(name, names), dim: true}, wrap(value, Math.max(MIN_VALUE, width - names))),
  );
}

export function firstLines(text: string, width: number, most: number, ellipsis: string): string[] {
  const lines = wrap(cleanLines(text), width);
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `${takeStart(lines[most - 1] ?? '', width - 2)} ${ellipsis}`];
}

export function behind(lead: Segment, lines: readonly LineContent[]): LineContent[] {
  const blank = {...lead, text: ' '.repeat(widthOf(lead.text))};
  return lines.map((line, index) => [index === 0 ? lead : blank, ...segmentsOf(line)]);
}

export function indented(lines: readonly LineContent[], margin: string): LineContent[] {
  return lines.map(segmentsOf).map((line) => (line[0]?.flush ? line : [{text: margin}, ...line]));
}

export function dimmed(lines: readonly LineContent[]): LineContent[] {
  return lines.map((line) => segmentsOf(line).map((segment) => ({...segment, dim: true})));
}

interface Sign {
  sign: string;
  tone?: Tone;
  bold?: boolean;
}

export function signedLines({sign, tone, bold}: Sign, text: string, width: number): LineContent[] {
  const lines = wrap(text, width - 2).map((line) => [{text: line, bold}]);
  return behind({text: `${sign} `, tone, bold: true}, lines);
}

export const NOTE = {sign: '!', tone: 'busy'} as const;

export function noteLines(text: string, width: number): LineContent[] {
  return signedLines(NOTE, text, width);
}

export function commandLines(command: string, width: number): LineContent[] {
  return [[{text: 'Equivalent command:', dim: true}], ...commandText(command, width)];
}

export function commandText(command: string, width: number): LineContent[] {
  const flush = command.includes('\n');
  const [first = ''] = wrap(command, width);
  const more = command.slice(first.length).replace(/^\s/, '');
  const segment = (text: string): Segment[] => [{text, flush}];
  return [segment(first), ...(more === '' ? [] : indented(wrap(more, width - 2).map(segment), '  '))];
}

const MARGIN = 2;

export function paragraphs(texts: readonly LineContent[], {columns, rows}: Size): readonly LineContent[] {
  const width = columns - 2 * MARGIN;
  const lines = texts.flatMap((text): LineContent[] => (typeof text === 'string' ? hanging(text, width) : [text]));
  const shown = lines.length <= rows ? lines : lines.filter((line) => line !== '');
  return shown.flatMap((line) => (line === '' ? [''] : indented([line], ' '.repeat(MARGIN))));
}

function hanging(text: string, width: number): string[] {
  const indent = /^.{0,12} {2,}/.exec(text)?.[0].length ?? 0;
  const [first = '', ...rest] = wrap(text.slice(indent), width - indent);
  return [text.slice(0, indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
}

/** As many lines as fit; the last one ends with a mark if others follow. @param mark for the number of cut lines */
export function firstOf(lines: readonly string[], most: number, mark: (left: number) => string): string[] {
  const left = lines.length - most;
  if (left <= 0) return [...lines];
  return lines.slice(0, most).map((line, index) => (index === most - 1 ? `${line} ${mark(left)}` : line));
}
