import type {LineContent} from './line-content.ts';
import type {Size} from './size.ts';
import {wrap} from './width.ts';

const MARGIN = 2;

/**
 * Texts as the lines of a screen to read, for Scroll: wrapped, with further lines below the text of the first one (behind
 * a number or a name and two blanks), and without blank lines where those would push something off the screen.
 */
export function paragraphs(texts: readonly LineContent[], {columns, rows}: Size): readonly LineContent[] {
  const width = columns - 2 * MARGIN;
  const lines = texts.flatMap((text): LineContent[] => (typeof text === 'string' ? hanging(text, width) : [text]));
  const shown = lines.length <= rows ? lines : lines.filter((line) => line !== '');
  return shown.map(indented);
}

function hanging(text: string, width: number): string[] {
  const indent = /^.{0,12} {2,}/.exec(text)?.[0].length ?? 0;
  const [first = '', ...rest] = wrap(text.slice(indent), width - indent);
  return [text.slice(0, indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
}

function indented(line: LineContent): LineContent {
  const margin = ' '.repeat(MARGIN);
  if (typeof line !== 'string') return [{text: margin}, ...line];
  return line === '' ? '' : margin + line;
}
