import {spawnSync} from 'node:child_process';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {completePath, tidyPath} from '../../../src/app/completion/complete-path.ts';
import {createFiles} from '../../../src/services/host/files.ts';
import {TempHome} from '../../support/temp-home.ts';

const NAMES = [
  'My Key (2).p8',
  "it's.p8",
  'a$b`c.p8',
  'x!?*[1]{2}.p8',
  'a;b|c&d<e>.p8',
  'a\\b.p8',
  '"quoted".p8',
  '#~=k.p8',
];

it.each(NAMES)('reads the path of a dropped file %s as terminals write it', (name) => {
  const path = `/tmp/${name}`;
  const escaped = spawnSync('bash', ['-c', 'printf %q "$1"', 'bash', path], {encoding: 'utf8'}).stdout;
  expect(tidyPath(`${escaped} `)).toBe(path);
  expect(tidyPath(`'${path.replaceAll("'", "'\\''")}'`)).toBe(path);
});

it('does not change a typed path', () => {
  expect(tidyPath("/tmp/it's.p8")).toBe("/tmp/it's.p8");
  expect(tidyPath('~/keys/é.p8')).toBe('~/keys/é.p8');
  expect(tidyPath('"C:\\My Keys\\(1).p8"')).toBe('C:\\My Keys\\(1).p8');
  expect(tidyPath('C:\\(1)\\k.p8')).toBe('C:\\(1)\\k.p8');
});

describe('a path to complete', () => {
  let home: TempHome;
  beforeEach(() => {
    home = new TempHome();
    home.write('My Notes (old)/de-DE/release_notes.txt', '');
    home.write('My Notes.txt', '');
    home.write('.hidden/file.txt', '');
  });
  afterEach(() => home.remove());
  const complete = (text: string, options = {}) =>
    completePath(text, {files: createFiles(), cwd: home.path, home: home.path}, options);

  it.each([
    ['the common start of all names', '~/My', '~/My Notes', ['My Notes (old)/', 'My Notes.txt']],
    ['a name that was typed for a shell', '~/My\\ Notes\\ \\(', '~/My Notes (old)/', ['My Notes (old)/']],
    ['a hidden folder by its dot', '~/.hi', '~/.hidden/', ['.hidden/']],
    ['the home directory', '~', '~/', ['~/']],
    ['the folder above', 'My Notes (old)/..', 'My Notes (old)/../', ['My Notes (old)/../']],
    ['nothing in a missing folder', 'nowhere/x', 'nowhere/x', []],
  ])('completes a path: %s', async (_, typed, text, candidates) => {
    expect(await complete(typed)).toEqual({text, candidates});
  });

  it('offers only folders if the caller asks for folders', async () => {
    expect(await complete('My', {directories: true})).toEqual({
      text: 'My Notes (old)/',
      candidates: ['My Notes (old)/'],
    });
  });
});
