import {wrap} from '../../app/present/width.ts';
import {plural} from '../../services/model/values.ts';
import {useDisplay} from '../context/display.ts';
import {useShell} from '../context/shell.ts';
import {LinesScreen, useLinesWidth} from '../flows/lines-screen.tsx';
import {signedLines} from '../text/lines.ts';
import type {RefusedFile} from './use-all-locales.ts';

interface RefusedFileProps {
  crumbs: readonly string[];
  refused: RefusedFile;
  onEdit(): void;
  onDiscard(): void;
}

/** More say nothing new. */
const MOST = 50;

export function RefusedFileStep({crumbs, refused: {problems}, onEdit, onDiscard}: RefusedFileProps) {
  const {leave} = useShell();
  const {glyphs} = useDisplay().theme;
  const width = useLinesWidth();
  const more = problems.length - MOST;
  return (
    <LinesScreen
      crumbs={crumbs}
      keys={[
        {keys: ['enter', 'e'], label: 'edit again', title: 'Edit the file again', guarded: true, run: onEdit},
        {keys: ['esc'], label: 'discard', title: 'Discard the edited file', run: () => leave(onDiscard)},
      ]}
      lines={[
        [{text: `The file has ${plural(problems.length, 'problem')}`, bold: true}],
        ...wrap('No text was taken from it. It is kept as you left it, to be edited again.', width),
        '',
        ...problems.slice(0, MOST).flatMap((text) => signedLines({sign: glyphs.rejected, tone: 'bad'}, text, width)),
        ...(more > 0 ? [`and ${more} more`] : []),
      ]}
    />
  );
}
