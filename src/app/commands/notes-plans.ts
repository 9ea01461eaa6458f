import {cleanText, quoted} from '../../services/model/clean.ts';
import {type NotesPlan, noteText, type ReleaseNote} from '../../services/model/release-notes.ts';
import {DEFAULT_LOCALE, NOTES_FILE} from '../../services/notes/read-folder.ts';
import {usage} from '../flags/flags.ts';

/** One text for some or all locales. @param wanted locales in any case, or `all` */
export function oneText(text: string, wanted: readonly string[]): NotesPlan {
  return (has) => new Map(chosen(wanted, has).map((locale) => [locale, text]));
}

/** What another version has for some or all locales; where it has nothing, nothing changes. */
export function copied(readSource: () => Promise<readonly ReleaseNote[]>, wanted: readonly string[]): NotesPlan {
  return async (has) => {
    const locales = chosen(wanted, has);
    const texts = (await readSource()).filter(({locale}) => locales.includes(locale));
    return new Map(
      texts.flatMap(({locale, whatsNew}) => (whatsNew === undefined ? [] : [[locale, noteText(whatsNew)]])),
    );
  };
}

/** The texts of a folder. @param shown the folder as messages name it */
export function fromFolder(texts: ReadonlyMap<string, string>, shown: string): NotesPlan {
  return (has) => {
    const foreign = [...texts.keys()].filter((locale) => locale !== DEFAULT_LOCALE && !has.includes(locale));
    if (foreign.length > 0) {
      throw usage(`${quoted(shown)} has a ${NOTES_FILE} for ${list(foreign)}, but the version has ${list(has)}`);
    }
    const fallback = texts.get(DEFAULT_LOCALE);
    return new Map(
      has.flatMap((locale) => {
        const text = texts.get(locale) ?? fallback;
        return text === undefined ? [] : [[locale, text]];
      }),
    );
  };
}

/** @throws ToolError usage for one that the version does not have */
function chosen(wanted: readonly string[], has: readonly string[]): readonly string[] {
  if (isAll(wanted)) return has;
  return wanted.map((name) => {
    const locale = has.find((one) => one.toLowerCase() === name.toLowerCase());
    if (locale !== undefined) return locale;
    throw usage(`names ${quoted(name)}, but the version has ${list(has)}`, {flag: 'locale'});
  });
}

function isAll(wanted: readonly string[]): boolean {
  return wanted.length === 1 && wanted[0]?.toLowerCase() === 'all';
}

function list(locales: readonly string[]): string {
  return locales.length === 0 ? 'no locale' : locales.map(cleanText).join(', ');
}
