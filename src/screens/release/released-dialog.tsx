import {useLook} from '../context/look.ts';
import {useShell} from '../context/shell.ts';
import type {Done} from '../flows/confirm-flow.tsx';
import {LinesDialog, useLinesDialogWidth} from '../flows/lines-dialog.tsx';
import {doneKeys} from '../flows/step-keys.ts';
import {resultLines} from '../flows/step-lines.ts';
import type {LineContent} from '../text/line-content.ts';
import {stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';
import {type Followed, useStateOf} from './use-state-of.ts';

interface ReleasedDialogProps extends Done<{note?: string; releaseRequestId: string}> {
  onDone(): void;
}

/** The result of a release, and the state of the version as it changes. */
export function ReleasedDialog({name, versionId, result, line, onDone}: ReleasedDialogProps) {
  const {theme} = useLook();
  const {copy} = useShell();
  const width = useLinesDialogWidth();
  const followed = useStateOf(versionId);
  const {note, releaseRequestId} = result;
  const [title = '', ...rest] = resultLines(
    {title: `Released ${name}`, facts: [['Request', releaseRequestId]], note, command: line},
    width,
    theme.glyphs,
  );
  return (
    <LinesDialog
      title={`Release ${name}`}
      keys={doneKeys({onDone, onCopy: () => copy(line, 'Command')})}
      lines={[title, stateLine(followed, theme.glyphs), ...rest]}
    />
  );
}

function stateLine({state, settled, error}: Followed, glyphs: Glyphs): LineContent {
  if (error) {
    return `  Could not read its state (${error.message.split('\n')[0]})${settled ? '' : ', trying again'}`;
  }
  if (state === undefined) return '  Reading its state';
  const {glyph, tone, name} = stateWords(state);
  return [
    {text: '  '},
    {text: `${glyphs[glyph]} `, tone, bold: true, decor: true},
    {text: name, bold: true},
    {text: settled ? '' : ', watching for changes', dim: true},
  ];
}
