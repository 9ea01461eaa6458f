import {cleanText} from '../model/clean.ts';
import {asToolError, refusesValue, ToolError} from '../model/error.ts';
import type {Write} from '../model/ledger.ts';
import {type NotesFailure, type ReleaseNote, reasonOf, UNTRIED} from '../model/release-notes.ts';
import type {Client} from './client.ts';
import {isForeign, isTimeOut} from './errors.ts';

interface Ended {
  error?: ToolError;
  write?: Write;
}

/** The texts of one operation, in the order of their locales, each begun once. */
export function createBatch(
  {ledger, onStage}: Pick<Client, 'ledger' | 'onStage'>,
  notes: readonly ReleaseNote[],
  texts: ReadonlyMap<string, string>,
  writeOne: (note: ReleaseNote, words: string) => Promise<unknown>,
) {
  const left = [...notes];
  const ended = new Map<string, Ended>();
  const refused = new Map<string, ToolError[]>();
  const wordsOf = ({locale}: ReleaseNote) => texts.get(locale) ?? '';
  /** Met by the same text twice: it is the text, not the locale. */
  const refusalOf = (note: ReleaseNote) => {
    const all = refused.get(wordsOf(note)) ?? [];
    return all.find((one, index) => all.some((other, at) => at < index && reasonOf(other) === reasonOf(one)));
  };
  let over: Ended | undefined;

  async function next(): Promise<Ended | undefined> {
    const note = over ? undefined : left.shift();
    if (!note) return undefined;
    if (refusalOf(note)) return {};
    const {locale} = note;
    const end: Ended = {};
    if (notes.length > 1) onStage?.({name: cleanText(locale), number: notes.length - left.length, of: notes.length});
    try {
      await writeOne(note, wordsOf(note));
    } catch (reason) {
      const error = asToolError(reason);
      const write = ledger.writes.findLast(({of}) => of === locale);
      Object.assign(end, {error, write});
      if (refusesValue(error)) refused.set(wordsOf(note), [...(refused.get(wordsOf(note)) ?? []), error]);
      const hasWritten = [...ended.values()].some((one) => !one.error);
      if (error.kind === 'interrupted' || isFatal(error, hasWritten, write)) over ??= end;
    }
    ended.set(locale, end);
    return end;
  }
  async function rest(): Promise<void> {
    while (await next());
  }

  function result() {
    const all = notes.map((note) => ({note, ...ended.get(note.locale), isBegun: ended.has(note.locale)}));
    const stopped = all.flatMap(({error, write}) => (error?.kind === 'interrupted' ? [{error, write}] : []));
    return {
      updated: all.flatMap(({note, error, isBegun}) => (isBegun && !error ? [note.locale] : [])),
      failed: all.flatMap(({note, error, write, isBegun}): NotesFailure[] => {
        const {locale} = note;
        // It waited for the limit that another one met, and never went out.
        const isSpared = error !== undefined && error === over?.error && write !== over.write;
        if (error && !isSpared) return error.kind === 'interrupted' ? [] : [{locale, error, write}];
        const because = refusalOf(note) ?? over?.error;
        if ((isBegun && !isSpared) || !because || because.kind === 'interrupted') return [];
        const isLost = because === over?.error && over?.write?.fate === 'lost';
        return [{locale, error: new ToolError(because.kind, UNTRIED), because: isLost ? undefined : because}];
      }),
      stopped: stopped.length > 0 ? stopped : undefined,
    };
  }

  return {next, rest, result};
}

/** Every further write would fail too. A role that allows one text allows all. */
function isFatal({kind, facts: {answer}}: ToolError, hasWritten: boolean, write?: Write): boolean {
  const {status} = answer ?? {};
  const isSilent = [isTimeOut, isForeign].some((is) => is(write?.error) && is(write?.unread));
  return kind === 'rate-limited' || status === 401 || (status === 403 && !hasWritten) || isSilent;
}
