import {expect, test} from 'vitest';
import {inKeys} from '../../../src/screens/flows/actions.ts';

test.each([
  [
    'No build is attached: tool versions attach-build --version-id 1 --build latest --sandbox',
    'No build is attached: b',
  ],
  [
    '  none: tool release-notes set --version-id 1 --locale de-DE --text <TEXT> (at most 4000)',
    '  none: N (at most 4000)',
  ],
  ["Log in again with 'tool auth login'.", 'Log in again with l in Profiles (P).'],
  ["Run 'tool auth login' to add one.", 'l in Profiles (P) to add one.'],
  ["Set one with 'tool auth switch --name NAME'.", 'Set one with d in Profiles (P).'],
  ['To remove it: tool versions withdraw --version-id 1 --confirm', undefined],
  ["'tool history' shows earlier changes.", undefined],
])('names the key where the app has one: %s', (text, expected = text) => {
  expect(inKeys(text)).toBe(expected);
});
