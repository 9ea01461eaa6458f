import {expect, test} from 'vitest';
import {inKeys, noticeOf} from '../../../src/screens/frame/banner.ts';
import {ToolError} from '../../../src/services/model/error.ts';

test.each([
  [
    'No build is attached: tool versions attach-build --version-id 1 --build latest --sandbox',
    "No build is attached: b on the version's page",
  ],
  [
    '  none: tool release-notes set --version-id 1 --locale de-DE --text <TEXT> (at most 4000)',
    "  none: N on the version's page (at most 4000)",
  ],
  ["Log in again with 'tool auth login'.", 'Log in again with l in Profiles (P).'],
  ["Run 'tool auth login' to add one.", 'Press l in Profiles (P) to add one.'],
  ["Set one with 'tool auth switch --name NAME'.", 'Set one with d in Profiles (P).'],
  ['To remove it: tool versions withdraw --version-id 1 --confirm', "To remove it: W on the version's page"],
  ['To submit it first: tool versions submit --version-id 1 --confirm', "To submit it first: S on the version's page"],
  ['See what happened: tool versions history --version-id 1', "See what happened: History on the version's page"],
  ['Remove it with: tool versions withdraw --version-id 1 --confirm', "Remove it with W on the version's page"],
  ['To check, run: tool versions view --version-id 1', 'To check: Enter in the list of versions'],
  ["Run 'tool auth init' to set one up.", 'Press i in Profiles (P) to set one up.'],
  [
    'An individual key has no issuer ID: log in with --individual.',
    "An individual key has no issuer ID: log in with 'individual' as the kind of key.",
  ],
  ["'tool history' shows earlier changes.", undefined],
])("replaces a command in a message with the app's key, if the app has one: %s", (text, expected = text) => {
  expect(inKeys(text)).toBe(expected);
});

test("replaces a command in a banner with the app's key", () => {
  const hint = "Log in again with 'tool auth login'.";
  const error = new ToolError('credentials', 'Not complete', {hint, details: ["'tool auth switch' sets a default."]});
  expect(noticeOf(error)).toMatchObject({
    text: 'Not complete\nd in Profiles (P) sets a default.',
    hint: 'Log in again with l in Profiles (P).',
  });
});
