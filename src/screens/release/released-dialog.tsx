import {useShell} from '../context/shell.ts';
import type {Done} from '../flows/confirm-flow.tsx';
import {doneKeys} from '../flows/flow-keys.ts';
import {LinesDialog} from '../flows/lines-dialog.tsx';
import {resultLines} from '../flows/step-lines.ts';
import type {LineContent} from '../text/line-content.ts';
import {stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';
import {useWatch, type Watched} from './use-watch.ts';

interface ReleasedDialogProps extends Done<{note?: string; releaseRequestId: string}> {
  onDone(): void;
}

/** That it was released, and the state as it moves on. */
export function ReleasedDialog({name, versionId, result, line, onDone}: ReleasedDialogProps) {
  const {copy} = useShell();
  const watched = useWatch(versionId);
  return (
    <LinesDialog
      title={`Release ${name}`}
      keys={doneKeys({onDone, onCopy: () => copy(line, 'Command')})}
      lines={(width, glyphs) => {
        const facts = [['Request', result.releaseRequestId]] as const;
        const [title = '', ...rest] = resultLines(
          {title: `Released ${name}`, facts, note: result.note, command: line},
          width,
          glyphs,
        );
        return [title, stateLine(watched, glyphs), ...rest];
      }}
    />
  );
}

function stateLine({state, settled, error}: Watched, glyphs: Glyphs): LineContent {
  if (error) return [{text: '  '}, {text: `State could not be read (${error.message.split('\n')[0]}), trying again`}];
  if (state === undefined) return '  Reading its state';
  const {glyph, tone, name} = stateWords(state);
  return [
    {text: '  '},
    {text: `${glyphs[glyph]} `, tone, bold: true, decor: true},
    {text: name, bold: true},
    {text: settled ? '' : ', read again until it moves on', dim: true},
  ];
}
