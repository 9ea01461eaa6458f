import {cleanText, quoted} from '../model/clean.ts';
import {noteProblem, noteText} from '../model/release-notes.ts';

/** Returns one file for all locales: `# en-US`, then its text. A line that looks like a heading gets a backslash. */
export function formatLocales(texts: ReadonlyMap<string, string>): string {
  return [...texts]
    .map(([locale, text]) => {
      const lines = text.split('\n').map((line) => line.replace(/^(?=\\*#\s)/, '\\'));
      return [headingOf(locale), ...(text === '' ? [] : ['', ...lines])].join('\n');
    })
    .join('\n\n');
}

export type LocaleTexts = {texts: ReadonlyMap<string, string>} | {problems: readonly string[]};

export function parseLocales(edited: string, locales: readonly string[]): LocaleTexts {
  const known = new Map(locales.map((locale) => [headingOf(locale).toLowerCase(), locale]));
  const sections = new Map<string, {number: number; lines: string[]}>();
  const problems: string[] = [];
  let lines: string[] | undefined;
  for (const [index, line] of noteText(edited).split('\n').entries()) {
    const number = index + 1;
    if (!/^#\s/.test(line)) {
      if (!lines && line.trim() !== '') {
        problems.push(`Line ${number}: this text has no heading above it, e.g. ${headingOf(locales[0] ?? '')}`);
        lines = [];
      }
      lines?.push(line.replace(/^\\(?=\\*#\s)/, ''));
      continue;
    }
    lines = [];
    const locale = known.get(line.trimEnd().replace(/\s+/g, ' ').toLowerCase());
    const earlier = locale === undefined ? undefined : sections.get(locale);
    const heading = quoted(line.trim());
    if (locale === undefined) problems.push(`Line ${number}: ${heading} is not a locale of this version. ${ESCAPE}`);
    else if (earlier) problems.push(`Line ${number}: ${heading} appears twice (first on line ${earlier.number})`);
    else sections.set(locale, {number, lines});
  }
  const texts = new Map([...sections].map(([locale, section]) => [locale, noteText(section.lines.join('\n'))]));
  for (const [locale, text] of texts) {
    const problem = text === '' ? undefined : noteProblem(text);
    if (problem !== undefined) problems.push(`${locale} ${problem}`);
  }
  return problems.length > 0 ? {problems} : {texts};
}

const ESCAPE = 'If it belongs to a text, put a backslash before the #';

function headingOf(locale: string): string {
  return `# ${cleanText(locale)}`;
}
