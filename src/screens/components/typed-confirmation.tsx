import {Box, Text} from 'ink';
import {type ReactNode, useState} from 'react';
import {useShell} from '../context/shell.ts';
import type {LineContent} from '../text/line-content.ts';
import {wrap} from '../text/width.ts';
import {Dialog, dialogInside, useDialogWidth} from './dialog.tsx';
import {Line} from './line.tsx';
import {TextField} from './text-field.tsx';

interface TypedConfirmationProps {
  title: string;
  /** What it is about and what it does, a paragraph each. */
  lines: readonly string[];
  /** What has to be typed, exactly. */
  expected: string;
  /** `Type the version to release it:` */
  prompt: string;
  /** What Enter does: `release`. */
  verb: string;
  /** The equivalent command, shown below. */
  command: string;
  onConfirm(): void;
  onCancel(): void;
}

/** For what cannot be taken back: Enter does it once exactly `expected` is typed, before that it does nothing. */
export function TypedConfirmation({
  title,
  lines,
  expected,
  prompt,
  verb,
  command,
  onConfirm,
  onCancel,
}: TypedConfirmationProps) {
  const {copy} = useShell();
  const [typed, setTyped] = useState('');
  const width = useDialogWidth();
  const inside = dialogInside(width);
  const text = (content: LineContent, key: string) => <Line key={key} content={content} width={inside} />;
  const paragraphs = lines.flatMap((line) => wrap(line, inside));
  const field: ReactNode = (
    <Box key="field">
      <Text>{`${prompt} `}</Text>
      <TextField value={typed} onChange={setTyped} focus width={Math.max(8, inside - prompt.length - 1)} />
    </Box>
  );
  const matches = typed === expected;
  return (
    <Dialog
      title={title}
      keys={[
        {
          keys: ['enter'],
          label: matches ? verb : `${verb} when it matches`,
          run: () => matches && onConfirm(),
        },
        {keys: ['ctrl+y'], label: 'copy command', run: () => copy(command, 'Command')},
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      rows={[
        ...paragraphs.map((line, index) => text(line, `p${index}`)),
        text('', 'blank1'),
        field,
        text('', 'blank2'),
        ...wrap(command, inside).map((line, index) => text([{text: line, tone: 'accent'}], `c${index}`)),
      ]}
    />
  );
}
