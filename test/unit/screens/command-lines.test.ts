import {expect, test} from 'vitest';
import {spokenText} from '../../../src/screens/text/line-content.ts';
import {commandLines, indented} from '../../../src/screens/text/lines.ts';

const drawn = (command: string, width: number) => indented(commandLines(command, width), '  ').map(spokenText);

test('a command of one line hangs below its first line where it wraps', () => {
  expect(drawn('tool versions view --version-id v1', 22)).toEqual([
    '  Equivalent command:',
    '  tool versions view',
    '    --version-id v1',
  ]);
});

test('a command of several lines has no margin, which would be selected as a part of its text', () => {
  expect(drawn("tool release-notes set --text 'Faster.\nFewer bugs.'\ntool x", 60)).toEqual([
    '  Equivalent command:',
    "tool release-notes set --text 'Faster.",
    "Fewer bugs.'",
    'tool x',
  ]);
});

test('a blank line behind the first one stays', () => {
  expect(drawn("tool release-notes set --text 'Faster.\n\nFewer bugs.'", 60)).toEqual([
    '  Equivalent command:',
    "tool release-notes set --text 'Faster.",
    '',
    "Fewer bugs.'",
  ]);
});
