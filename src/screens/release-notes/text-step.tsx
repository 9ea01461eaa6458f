import {Box} from 'ink';
import {NOTES_LIMIT, noteText} from '../../services/model/release-notes.ts';
import {TextArea} from '../components/text-area.tsx';
import {useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import type {LineContent} from '../text/lines.ts';
import {type Editing, isTooLong} from './drafts.ts';

interface TextStepProps extends Pick<Editing, 'heading' | 'text'> {
  crumbs: readonly string[];
  isEdited: boolean;
  onChange(text: string): void;
  onDone(): void;
  onCancel(): void;
}

const MARGIN = 2;

export function TextStep({crumbs, heading, text, isEdited, onChange, onDone, onCancel}: TextStepProps) {
  const {leave} = useShell();
  return (
    <Screen
      crumbs={crumbs}
      sub={heading}
      status={lengthText(noteText(text))}
      keys={[
        {keys: ['ctrl+s'], label: 'done', title: 'Use this text', run: onDone},
        {keys: ['esc'], label: 'cancel', run: () => (isEdited ? leave(onCancel) : onCancel())},
      ]}
    >
      {({columns, rows}) => (
        <Box paddingX={MARGIN}>
          <TextArea value={text} onChange={onChange} limit={NOTES_LIMIT} width={columns - 2 * MARGIN} height={rows} />
        </Box>
      )}
    </Screen>
  );
}

function lengthText(text: string): LineContent {
  const length = `${text.length} of ${NOTES_LIMIT} characters`;
  return [isTooLong(text) ? {text: `${length}: too long`, tone: 'bad', bold: true} : {text: length, dim: true}];
}
