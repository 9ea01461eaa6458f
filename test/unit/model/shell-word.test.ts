import {spawnSync} from 'node:child_process';
import {tmpdir} from 'node:os';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readShellWord, shellWord} from '../../../src/services/model/shell-word.ts';

const SHELLS = {
  bash: ['--norc', '--noprofile', '-c'],
  zsh: ['-f', '-c'],
  fish: ['--no-config', '-c'],
} as const;

function wordsIn(shell: keyof typeof SHELLS, line: string): string[] {
  const print = `process.stdout.write(JSON.stringify(process.argv.slice(1)))`;
  const command = `'${process.execPath}' -e '${print}' -- ${line}`;
  const {stdout, stderr} = spawnSync(shell, [...SHELLS[shell], command], {encoding: 'utf8', cwd: tmpdir()});
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const NASTY = [
  '',
  ' ',
  'plain',
  'My Profile',
  '$(touch PWNED)',
  '`touch PWNED`',
  '$HOME',
  '\\',
  "\\'",
  "\\'; touch PWNED #",
  "\\\\'; touch PWNED #",
  "it's",
  '"',
  '!',
  '!!',
  'a!b',
  "'!'",
  '=touch',
  '==',
  '~',
  '~root',
  '%self',
  '%1',
  '#x',
  '*',
  '?',
  '[a]',
  '{a,b}',
  'a,b',
  '-',
  '--',
  '&& touch PWNED',
  'a\nb',
  'a\n\\\n',
  'a\tb',
  '^a^b',
  'ä €',
  '\\x41',
  'end\\',
  '(a)',
  'a;b',
  'a|b',
  '<a',
  '>(a)',
  '@(a)',
];

describe.each(Object.keys(SHELLS) as (keyof typeof SHELLS)[])('a shown word in %s', (shell) => {
  const isMissing = spawnSync(shell, ['--version'], {stdio: 'ignore'}).error !== undefined;

  it.skipIf(isMissing)('quotes a word so that the shell reads the original', () => {
    expect(wordsIn(shell, NASTY.map((word) => shellWord(word)).join(' '))).toEqual(NASTY);
  });

  it.skipIf(isMissing)('quotes random words so that the shell reads the originals', () => {
    const character = fc.constantFrom(...'\'"\\$`!=~%#*?[]{}()<>|&;^@-+,.:/ \n\tabcn0é');
    const word = fc.array(character, {maxLength: 8}).map((characters) => characters.join(''));
    fc.assert(
      fc.property(fc.array(word, {minLength: 150, maxLength: 150}), (words) => {
        expect(wordsIn(shell, words.map((one) => shellWord(one)).join(' '))).toEqual(words);
      }),
      {numRuns: 8, endOnFailure: true},
    );
  });
});

it('escapes every PowerShell quote, including typographic quotes', () => {
  expect(shellWord("it's \u2019; calc #", 'win32')).toBe("'it''s \u2019\u2019; calc #'");
  expect(shellWord('C:\\keys\\a.p8', 'win32')).toBe("'C:\\keys\\a.p8'");
  expect(shellWord('com.example.a@live', 'win32')).toBe("'com.example.a@live'");
  expect(shellWord('3.4.0', 'win32')).toBe('3.4.0');
});

describe('a typed word', () => {
  it.each([
    ['My\\ Pro', 'My Pro', ''],
    ['"My Pro', 'My Pro', '"'],
    ["'My Pro", 'My Pro', "'"],
    ['a"b c"d', 'ab cd', ''],
    ['"a\\$b\\d"', 'a$b\\d', ''],
    ["'a\\'", 'a\\', ''],
    ["'it'\\''s x'", "it's x", ''],
    ["'x\\", 'x\\', "'"],
    ['x\\', 'x', ''],
    ['"x\\', 'x', '"'],
    ['$HOME/x', '$HOME/x', ''],
    ["'$HOME'", '$HOME', ''],
    ['"`a`"', '`a`', ''],
    ['\\`', '`', ''],
  ] as const)('reads the shell word %s', (raw, text, open) => {
    expect(readShellWord(raw)).toEqual({text, open});
  });

  it('treats a backslash in single quotes as an escape in fish', () => {
    expect(readShellWord("'it\\'s \\n", 'fish')).toEqual({text: "it's \\n", open: "'"});
  });
});
