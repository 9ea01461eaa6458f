import {expect, test} from 'vitest';
import {commandLines, indented, spokenText} from '../../../src/screens/text/lines.ts';

const drawn = (command: string, width: number) => indented(commandLines(command, width), '  ').map(spokenText);

test('indents a wrapped command below its first line', () => {
  expect(drawn('tool versions view --version-id v1', 22)).toEqual([
    '  Equivalent command:',
    '  tool versions view',
    '    --version-id v1',
  ]);
});

test('prints a command of several lines without a margin, which a selection would include', () => {
  expect(drawn("tool release-notes set --text 'Faster.\nFewer bugs.'\ntool x", 60)).toEqual([
    '  Equivalent command:',
    "tool release-notes set --text 'Faster.",
    "Fewer bugs.'",
    'tool x',
  ]);
});

test('keeps a blank line after the first line of a command', () => {
  expect(drawn("tool release-notes set --text 'Faster.\n\nFewer bugs.'", 60)).toEqual([
    '  Equivalent command:',
    "tool release-notes set --text 'Faster.",
    '',
    "Fewer bugs.'",
  ]);
});
