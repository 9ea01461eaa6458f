import {expect, test} from 'vitest';
import {commandLines, commandText, indented, segmentsOf, spokenText} from '../../../src/screens/text/lines.ts';

const drawn = (command: string, width: number) => indented(commandLines(command, width), '  ').map(spokenText);

const shown = (command: string, width: number) =>
  commandText(command, width).map((line) =>
    segmentsOf(line)
      .map(({text}) => text)
      .join(''),
  );

test('breaks a command at spaces, and ends each line with a continuation sign', () => {
  const command = 'tool versions view --version-id v1';
  expect(shown(command, 34)).toEqual([command]);
  expect(shown(command, 22)).toEqual(['tool versions view \\', '  --version-id v1']);
  expect(commandText(command, 22)[0]).toContainEqual({text: ' \\', dim: true, decor: true});
  expect(shown('tool x --key 1234567890123456', 14)).toEqual([
    'tool x \\',
    '  --key \\',
    '  1234567890 \\',
    '  123456',
  ]);
  expect(drawn(command, 22)).toEqual(['  Equivalent command:', '  tool versions view', '    --version-id v1']);
});

test('marks only the line breaks that it adds to a command, not those within a text', () => {
  expect(shown("tool x --text 'Faster.\nFewer bugs.'", 18)).toEqual(['tool x --text \\', "'Faster.", "Fewer bugs.'"]);
});

test('prints a command of several lines without a margin, which a selection would include', () => {
  expect(drawn("tool release-notes set --text 'Faster.\nFewer bugs.'\ntool x", 60)).toEqual([
    '  Equivalent command:',
    "tool release-notes set --text 'Faster.",
    "Fewer bugs.'",
    'tool x',
  ]);
});

test('keeps the blank lines of text in a printed command', () => {
  expect(drawn("tool release-notes set --text 'Faster.\n\nFewer bugs.'", 60)).toEqual([
    '  Equivalent command:',
    "tool release-notes set --text 'Faster.",
    '',
    "Fewer bugs.'",
  ]);
});
