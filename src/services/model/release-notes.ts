import {cleanText} from './clean.ts';
import type {ToolError} from './error.ts';
import {looksLikeKey} from './key-text.ts';
import {type Ledger, lossOf, type Write} from './ledger.ts';
import type {WithNote} from './outcome.ts';
import {midSentence, plural} from './values.ts';
import type {StoreVersion} from './version.ts';

export interface ReleaseNote {
  id: string;
  locale: string;
  whatsNew?: string;
}

export interface VersionNotes {
  versionId: string;
  version?: StoreVersion;
  notes: ReleaseNote[];
}

/** The service counts UTF-16 code units. */
export const NOTES_LIMIT = 4000;

/** Composes accents, because the service refuses an accent that is a separate character. */
export function noteText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim().normalize('NFC');
}

const VARIABLE = String.raw`\$\{?\w+\}?|\$\(\w+\)|\$?\{\{[^{}]*\}\}|%\w+%|<[\w -]+>`;

const NO_TEXTS: readonly (readonly [form: RegExp, problem: string])[] = [
  [/^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\//, 'is a Git LFS pointer: run git lfs pull'],
  [/^(?:\S*\/)?annex\/objects\/\S+$/, 'is a git-annex pointer: run git annex get'],
  [/^\0GITCRYPT\0/, 'is encrypted by git-crypt: run git-crypt unlock'],
  [
    /^(?:\$ANSIBLE_VAULT;|-----BEGIN (?:PGP MESSAGE|AGE )|age-encryption\.org\/|U2FsdGVkX1)/,
    'is encrypted: decrypt it',
  ],
  [/\bENC\[AES256_GCM,/, 'is encrypted by SOPS: decrypt it'],
  [/^<{7} [\s\S]*^>{7} /m, 'has merge conflict markers: resolve the conflict'],
  [/^(?:\{\\rtf|%PDF-|%!PS-)/, 'is a document, not plain text'],
  [/^<(?:!doctype html|html|\?xml)\b/i, 'is HTML or XML, not plain text'],
  [/^\.{1,2}\/\S+$/, 'is only a path: a link that Git has checked out as a file'],
  [new RegExp(`^(?:TEXT|<TEXT>|${VARIABLE})$`), 'is a placeholder, not a text'],
  [/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/, 'is not plain text: it has control characters'],
];

export function noTextProblem(text: string): string | undefined {
  return NO_TEXTS.find(([form]) => form.test(text))?.[1];
}

export function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  const isShort = text.length <= NOTES_LIMIT;
  const problem = isShort ? noTextProblem(text) : undefined;
  if (problem !== undefined) return problem;
  if (looksLikeKey(text)) return 'contains a private key, which is never sent';
  if (isShort) return undefined;
  return `is too long: ${text.length} characters (UTF-16 units); the limit is ${NOTES_LIMIT}`;
}

/** Returns the wanted texts by locale. Only changes are sent. @throws ToolError usage or conflict before any write */
export type NotesPlan = (
  locales: readonly string[],
  notes: readonly ReleaseNote[],
  version?: StoreVersion,
) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;

export interface NotesResult extends WithNote {
  versionId: string;
  updated: string[];
  unchanged: string[];
  failed: NotesFailure[];
  writes?: Ledger;
}

export interface NotesFailure {
  locale: string;
  error: ToolError;
  write?: Write;
  because?: ToolError;
}

export const UNTRIED = 'Not attempted';
export const NOT_YET = 'Not written yet';
export const UNDER_WAY = 'Cancelled while it was being written: it may still take effect';

type Result = Pick<NotesResult, 'updated' | 'unchanged' | 'failed'>;

/** Returns the failure that decides the exit code: the interruption, if there was one. */
export function mainFailure({failed}: Result): NotesFailure | undefined {
  return failed.find(({error}) => error.kind === 'interrupted') ?? failed[0];
}

function countOf({updated, unchanged, failed}: Result): number {
  return updated.length + unchanged.length + failed.length;
}

export function failedTitle(result: Result): string {
  const {failed} = result;
  return `${failed.length} of ${plural(countOf(result), 'locale')} ${failed.length === 1 ? 'was' : 'were'} not updated`;
}

/** Returns text such as `fi, ja: Not now`, `all 40: Forbidden` or `2 not written yet: fi, ja`. */
export function failureTexts(result: Result): string[] {
  const met = result.failed.map(({locale, error, write, because = error}) => {
    const reason = write?.fate === 'lost' ? lossReason(write) : reasonOf(because);
    return {locale, message: failureMessage({error: because, write}), reason};
  });
  return [...new Set(met.map(({reason}) => reason))].map((reason) => {
    const same = met.filter((one) => one.reason === reason);
    const locales = same.map(({locale}) => cleanText(locale));
    const isCounted = same.length > 1 && (reason === UNTRIED || reason === NOT_YET);
    if (isCounted) return `${same.length} ${midSentence(reason)}: ${locales.join(', ')}`;
    const {message} = same[0] ?? {message: reason};
    const isOneAnswer = same.every((one) => one.message === message);
    return `${namesOf(locales, countOf(result))}: ${isOneAnswer ? message : reason}`;
  });
}

export function failureSummary(result: Result): string {
  const firstLines = failureTexts(result).map((text) => text.split('\n')[0]);
  return firstLines.join('; ');
}

export const FEW = 6;

export function namesOf(locales: readonly string[], all: number): string {
  return locales.length === all && all > FEW ? `all ${all}` : locales.map(cleanText).join(', ');
}

export function failureMessage({error: {message}, write}: Pick<NotesFailure, 'error' | 'write'>): string {
  return write?.fate === 'lost' ? `${message}\n${lossOf(write)}` : message;
}

export function reasonOf({message}: ToolError): string {
  return message.replace(/ \/v1\/[^\s:]+/g, '').replace(/\nRequest ID: .*/g, '');
}

function lossReason({reading}: Write): string {
  if (!reading) return 'the answer was lost, and so was that of the check: they may have been written';
  if (reading.verdict === 'not-done')
    return 'the answer was lost; a check found the old texts, but the new ones may still take effect';
  return 'the answer was lost; a check found neither the old texts nor the new ones';
}

export function changedNotes<Note extends Pick<ReleaseNote, 'locale' | 'whatsNew'>>(
  notes: readonly Note[],
  texts: ReadonlyMap<string, string>,
): Note[] {
  return notes.filter(({locale, whatsNew = ''}) => texts.has(locale) && noteText(whatsNew) !== texts.get(locale));
}

export function sameLocale(name: string, has: readonly string[]): string | undefined {
  return has.find((one) => one.toLowerCase() === name.toLowerCase());
}

/** Returns the locales that a name may mean: `en-US` for `en_US`, `ar-SA` for `ar`, all Chinese locales for `zh-CN`. */
export function nearLocales(name: string, has: readonly string[]): readonly string[] {
  const dashed = name.replaceAll('_', '-');
  const same = sameLocale(dashed, has);
  const language = (locale: string) => locale.split('-')[0]?.toLowerCase();
  return same === undefined ? has.filter((one) => language(one) === language(dashed)) : [same];
}
