import {Box, Text} from 'ink';
import {useState} from 'react';
import {widthOf, wrap} from '../../services/text/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {TextField} from '../components/text-field.tsx';
import {commandText} from '../text/lines.ts';
import {useCopyKey} from './common-keys.ts';

interface ConfirmationProps {
  title: string;
  lines: readonly string[];
  verb: string;
  command: string;
  /** For what cannot be undone: Enter works only once exactly this is typed. */
  version?: string;
  onConfirm(): void;
  onCancel(): void;
}

const MIN_FIELD = 8;

export function Confirmation({title, lines, verb, command, version, onConfirm, onCancel}: ConfirmationProps) {
  const inside = useDialogInside();
  const [typed, setTyped] = useState('');
  const isTyped = version === undefined || typed === version;
  const wrong = typed === '' ? 'nothing is typed yet' : `'${typed}' is not the version ${version}`;
  const prompt = `Type the version to ${verb} it: `;
  const field = (
    <Box>
      <Text>{prompt}</Text>
      <TextField value={typed} onChange={setTyped} focus width={Math.max(MIN_FIELD, inside - widthOf(prompt))} />
    </Box>
  );
  return (
    <Dialog
      title={title}
      keys={[
        {
          keys: ['enter'],
          label: isTyped ? verb : `${verb} when it matches`,
          unavailable: isTyped ? undefined : wrong,
          guarded: true,
          run: onConfirm,
        },
        // The field takes the letter `y` as text.
        useCopyKey(command, version === undefined ? 'y' : 'ctrl+y'),
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      lines={lines.flatMap((line) => wrap(line, inside))}
      foot={['', ...(version === undefined ? [] : [field, '']), ...commandText(command, inside)]}
    />
  );
}
