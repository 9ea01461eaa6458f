import {Box, Text} from 'ink';
import {type ReactElement, useState} from 'react';
import {widthOf, wrap} from '../../app/present/width.ts';
import {useShell} from '../context/shell.ts';
import {commandText} from '../text/lines.ts';
import {Dialog, useDialogInside} from './dialog.tsx';
import {TextField} from './text-field.tsx';

interface ConfirmationProps {
  title: string;
  lines: readonly string[];
  verb: string;
  command: string;
  onConfirm(): void;
  onCancel(): void;
  /** A field above the command. It takes letters, so the command is copied with Ctrl+Y. */
  field?: ReactElement;
  incomplete?: boolean;
}

export function Confirmation(props: ConfirmationProps) {
  const {title, lines, verb, command, onConfirm, onCancel, field, incomplete = false} = props;
  const {copy} = useShell();
  const inside = useDialogInside();
  return (
    <Dialog
      title={title}
      keys={[
        {
          keys: ['enter'],
          label: incomplete ? `${verb} when it matches` : verb,
          guarded: true,
          run: () => incomplete || onConfirm(),
        },
        {keys: [field ? 'ctrl+y' : 'y'], label: 'copy command', run: () => copy(command, 'Command')},
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      lines={lines.flatMap((line) => wrap(line, inside))}
      foot={['', ...(field ? [field, ''] : []), ...commandText(command, inside)]}
    />
  );
}

interface TypedConfirmationProps extends Omit<ConfirmationProps, 'field' | 'incomplete'> {
  expected: string;
  prompt: string;
}

const MIN_FIELD = 8;

/** For irreversible actions: Enter works only while the text matches `expected` exactly. */
export function TypedConfirmation({expected, prompt, ...props}: TypedConfirmationProps) {
  const [typed, setTyped] = useState('');
  const width = Math.max(MIN_FIELD, useDialogInside() - widthOf(prompt) - 1);
  const field = (
    <Box>
      <Text>{`${prompt} `}</Text>
      <TextField value={typed} onChange={setTyped} focus width={width} />
    </Box>
  );
  return <Confirmation {...props} field={field} incomplete={typed !== expected} />;
}
