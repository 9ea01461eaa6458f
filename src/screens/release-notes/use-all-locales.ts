import {useState} from 'react';
import {plural} from '../../services/model/values.ts';
import {formatLocales, parseLocales, withoutBlankEnds} from '../../services/notes/all-locales.ts';
import {useShell} from '../context/shell.ts';
import {type DraftState, type Drafts, type NotesRow, textOf, withText} from './drafts.ts';

/** What an editor left that cannot be read as one text per locale. */
export interface RefusedFile {
  text: string;
  problems: readonly string[];
}

/**
 * All locales in one file of the user's editor. What cannot be read is kept, to be edited again.
 * @param onRead gets all drafts after a change
 */
export function useAllLocales(rows: readonly NotesRow[], {drafts, change}: DraftState, onRead: (next: Drafts) => void) {
  const {edit, toast} = useShell();
  const [refused, setRefused] = useState<RefusedFile>();

  const take = (texts: ReadonlyMap<string, string>) => {
    const given = rows.flatMap((row) => {
      const text = texts.get(row.locale);
      return text === undefined || isSame(text, textOf(row)) ? [] : [{row, text}];
    });
    const emptied = given.filter(({text}) => text === '').length;
    if (emptied > 0) toast(`${plural(emptied, 'empty text')} not sent: those locales keep what they have.`, 'busy');
    else if (given.length === 0) toast('Nothing was changed.');
    const written = given.filter(({text}) => text !== '');
    if (written.length === 0) return;
    const next = written.reduce((all, {row, text}) => withText(all, row, text), drafts);
    change(() => next);
    onRead(next);
  };
  const editText = async (before: string) => {
    const result = await edit(before, 'release_notes.md');
    if ('problem' in result) return toast(result.problem, 'bad');
    const locales = rows.map(({locale}) => locale);
    const read = parseLocales(result.text, locales);
    if ('problems' in read) return setRefused({text: result.text, problems: read.problems});
    setRefused(undefined);
    take(read.texts);
  };
  return {
    refused,
    discard: () => setRefused(undefined),
    edit: () => editText(refused?.text ?? formatLocales(new Map(rows.map((row) => [row.locale, textOf(row)])))),
  };
}

function isSame(text: string, before: string): boolean {
  return text === withoutBlankEnds(before.split('\n'));
}
