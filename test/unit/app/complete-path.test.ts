import {spawnSync} from 'node:child_process';
import {expect, it} from 'vitest';
import {tidyPath} from '../../../src/app/completion/complete-path.ts';

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

it.each(NAMES)('reads a dropped file %s as terminals write it', (name) => {
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
