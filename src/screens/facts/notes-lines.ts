import type {ReleaseNote} from '../../services/model/release-notes.ts';
import {plural} from '../text/labels.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import {pad, someOf, truncate, widthOf} from '../text/width.ts';
import type {FactLook} from './fact-look.ts';

const TITLE = "What's New";
const TITLE_WIDTH = TITLE.length + 2;

interface NotesOptions {
  /** How many locales get a line of their own. */
  most: number;
  /** The locale that comes first, e.g. the app's own. */
  first?: string;
  /** Texts can still be written: what is missing is worth a sign. */
  canChange: boolean;
}

/**
 * What's New in a few lines: the locales that have none, then the beginning of each text, then how many more there are.
 */
export function notesLines(
  notes: readonly ReleaseNote[],
  {glyphs, width, screenReader}: FactLook,
  {most, first, canChange}: NotesOptions,
): LineContent[] {
  const missing = notes.filter(({whatsNew}) => !whatsNew);
  const written = notes
    .filter(({whatsNew}) => whatsNew)
    .sort((a, b) => Number(b.locale === first) - Number(a.locale === first));
  const room = width - TITLE_WIDTH;
  const shown = written.slice(0, most);
  const more = written.length - shown.length;
  const localeWidth = Math.max(0, ...shown.map(({locale}) => widthOf(locale))) + 2;
  const lines: Segment[][] = [
    ...(written.length === 0 ? [[{text: 'none'}]] : []),
    ...(missing.length > 0 && written.length > 0 ? [missingLine(missing, room, canChange)] : []),
    ...shown.map(({locale, whatsNew = ''}) => {
      const text = truncate(whatsNew.trim().replace(/\s+/g, ' '), room - localeWidth, 'end', glyphs.ellipsis);
      return [{text: screenReader ? `${locale}: ` : pad(locale, localeWidth), dim: true}, {text}];
    }),
    ...(more > 0 ? [[{text: `+${plural(more, 'locale')}`, dim: true}]] : []),
  ];
  return lines.map((line, index) => {
    const title = index === 0 ? TITLE : '';
    return [{text: screenReader ? title && `${title}: ` : pad(title, TITLE_WIDTH), dim: true}, ...line];
  });
}

/** `! none in fr-FR, ja, ko +5`: as many names as there is room for. */
function missingLine(missing: readonly ReleaseNote[], width: number, canChange: boolean): Segment[] {
  const start = 'none in ';
  const names = missing.map(({locale}) => locale);
  const text = start + someOf(names, (some) => widthOf(start + some) <= width - 2);
  return [...(canChange ? [{text: '! ', tone: 'busy', bold: true} as const] : []), {text}];
}
