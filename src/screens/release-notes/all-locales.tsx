import {useState} from 'react';
import {noteText} from '../../services/model/release-notes.ts';
import {plural} from '../../services/model/values.ts';
import {formatLocales, parseLocales} from '../../services/notes/all-locales.ts';
import {wrap} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import {type Edited, useShell} from '../context/shell.ts';
import {LinesView} from '../flows/lines-screen.tsx';
import {signedLines} from '../text/lines.ts';
import {type NotesRow, textOf, type UnsentState, type UnsentTexts, withTexts} from './unsent-texts.ts';

interface RefusedFile extends Edited {
  problems: readonly string[];
}

export function useAllLocales(
  rows: readonly NotesRow[],
  {unsentTexts, change}: UnsentState,
  onRead: (next: UnsentTexts) => void,
) {
  const {edit: open, toast} = useShell();
  const [refused, setRefused] = useState<RefusedFile>();

  const take = (texts: ReadonlyMap<string, string>) => {
    const isNew = (row: NotesRow) => texts.get(row.locale) !== noteText(textOf(row));
    const given = rows.filter((row) => texts.has(row.locale) && isNew(row));
    const written = given.filter(({locale}) => texts.get(locale) !== '');
    const emptied = given.filter((row) => !written.includes(row)).map(({locale}) => locale);
    if (emptied.length > 0) toast(`Empty texts are not sent: ${emptied.join(', ')}.`, 'busy');
    else if (given.length === 0) toast('Nothing was changed.');
    if (written.length === 0) return;
    const next = withTexts(unsentTexts, written, ({locale}) => texts.get(locale));
    change(next);
    onRead(next);
  };
  const edit = async () => {
    const before = refused?.text ?? formatLocales(new Map(rows.map((row) => [row.locale, textOf(row)])));
    const edited = await open(before, 'release_notes.md');
    if (!edited) return;
    const locales = rows.map(({locale}) => locale);
    const read = parseLocales(edited.text, locales);
    discard();
    if ('problems' in read) return setRefused({...edited, problems: read.problems});
    take(read.texts);
    edited.taken();
  };
  const discard = () => {
    refused?.taken();
    setRefused(undefined);
  };
  return {problems: refused?.problems, discard, edit: () => void edit()};
}

interface RefusedFileProps {
  crumbs: readonly string[];
  problems: readonly string[];
  edit(): void;
  discard(): void;
}

export function RefusedFileStep({crumbs, problems, edit, discard}: RefusedFileProps) {
  const {leave} = useShell();
  const {glyphs} = useDisplay().theme;
  return (
    <LinesView
      frame={{crumbs}}
      keys={[
        {keys: ['enter', 'e'], label: 'edit again', title: 'Edit the file again', guarded: true, run: edit},
        {keys: ['esc'], label: 'discard', title: 'Discard the edited file', run: () => leave(discard)},
      ]}
      linesIn={(width) => [
        [{text: `The file has ${plural(problems.length, 'problem')}`, bold: true}],
        ...wrap('No text was taken from it. It is kept as you left it, to be edited again.', width),
        '',
        ...problems.flatMap((text) => signedLines({sign: glyphs.rejected, tone: 'bad'}, text, width)),
      ]}
    />
  );
}
