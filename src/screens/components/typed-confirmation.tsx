import {Box, Text} from 'ink';
import {useState} from 'react';
import {useShell} from '../context/shell.ts';
import type {LineContent} from '../text/line-content.ts';
import {widthOf, wrap} from '../text/width.ts';
import {Dialog, dialogInside, useDialogWidth} from './dialog.tsx';
import {Line} from './line.tsx';
import {TextField} from './text-field.tsx';

interface TypedConfirmationProps {
  title: string;
  /** Subject and effects, a paragraph each. */
  lines: readonly string[];
  /** The text to type, exactly. */
  expected: string;
  /** `Type the version to release it:` */
  prompt: string;
  /** `release` */
  verb: string;
  /** The equivalent command, shown below. */
  command: string;
  onConfirm(): void;
  onCancel(): void;
}

const LEAST_FIELD = 8;

/** Confirms what cannot be undone: Enter works only while the text typed is exactly `expected`. */
export function TypedConfirmation(props: TypedConfirmationProps) {
  const {title, lines, expected, prompt, verb, command, onConfirm, onCancel} = props;
  const {copy} = useShell();
  const [typed, setTyped] = useState('');
  const inside = dialogInside(useDialogWidth());
  const matches = typed === expected;
  const row = (content: LineContent, key: string) => <Line key={key} content={content} width={inside} />;
  return (
    <Dialog
      title={title}
      keys={[
        {
          keys: ['enter'],
          label: matches ? verb : `${verb} when it matches`,
          guarded: true,
          run: () => matches && onConfirm(),
        },
        {keys: ['ctrl+y'], label: 'copy command', run: () => copy(command, 'Command')},
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      rows={lines.flatMap((line) => wrap(line, inside)).map((line, index) => row(line, `text ${index}`))}
      foot={[
        row('', 'above'),
        <Box key="field">
          <Text>{`${prompt} `}</Text>
          <TextField
            value={typed}
            onChange={setTyped}
            focus
            width={Math.max(LEAST_FIELD, inside - widthOf(prompt) - 1)}
          />
        </Box>,
        row('', 'below'),
        ...wrap(command, inside).map((line, index) => row([{text: line, tone: 'accent'}], `command ${index}`)),
      ]}
    />
  );
}
