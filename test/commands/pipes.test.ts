import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {commands} from '../../src/app/commands/index.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {TempHome} from '../support/temp-home.ts';

const UUID = /[0-9a-f-]{36}/g;
const PROFILE = {name: 'P', key_id: 'KEY1234567', issuer_id: '69a6de70-0000-47e3-e053-5b8c7c11a4d1'};

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
  mkdirSync(join(home.path, 'notes', 'en-US'), {recursive: true});
  writeFileSync(join(home.path, 'notes', 'en-US', 'release_notes.txt'), 'Better.');
});
afterEach(() => home.remove());

const of = (app: string) => `--version-id com.example.${app}@latest`;
const live = (app: string) => `--version-id com.example.${app}@live`;

/** The flags and the expected exit code of every command that judges, waits or writes, by its path. */
const LINES: Readonly<Record<string, readonly [code: number, flags: string][]>> = {
  'auth status': [[3, '--validate']],
  'auth doctor': [[1, '']],
  ship: [
    [0, `${of('boats')} --until approved --confirm --output ndjson`],
    [5, `${of('judge')} --until live --confirm --output ndjson`],
    [5, `${of('judge')} --until live --confirm`],
    [1, `${of('nearly')} --confirm --output table`],
  ],
  'versions create': [[0, '--app com.example.shelf --version 1.0']],
  'versions update': [[0, `${of('boats')} --copyright 2027`]],
  'versions attach-build': [
    [0, `${of('second')} --build latest`],
    [11, `${of('boats')} --build-number 999 --wait --max-wait 1m`],
  ],
  'versions release': [[0, '--version-id com.example.aurora@approved --confirm']],
  'versions delete': [[0, `${of('boats')} --confirm`]],
  'versions check': [
    [1, of('nearly')],
    [0, `${of('boats')} --ask-service`],
  ],
  'versions submit': [
    [0, `${of('boats')} --confirm`],
    [5, `${of('judge')} --confirm --wait`],
  ],
  'versions withdraw': [[0, `${of('hoshi')} --confirm`]],
  'versions wait': [
    [5, `${of('second')} --until READY_FOR_SALE`],
    [11, `${of('hoshi')} --until READY_FOR_SALE --max-wait 1m --output ndjson`],
  ],
  'builds wait': [[11, '--app com.example.boats --build-number 999 --max-wait 1m']],
  'builds update': [[0, '--build-id BUILD --uses-encryption false']],
  'release-notes set': [[0, `${of('boats')} --text Better.`]],
  'release-notes copy': [[0, `${of('boats')} --from com.example.boats@live`]],
  'release-notes push': [[0, `${of('boats')} --dir notes`]],
  'phased-release enable': [[0, of('boats')]],
  'phased-release disable': [[0, `${of('quiet')} --confirm`]],
  'phased-release pause': [[0, live('steps')]],
  'phased-release resume': [[0, live('brake')]],
  'phased-release complete': [[0, `${live('steps')} --confirm`]],
};
const CASES = Object.entries(LINES).flatMap(([path, lines]) =>
  lines.map(([code, flags]) => [`${path} ${flags}`.trim(), code] as const),
);

/** Runs a command line on a new store. */
async function run(line: string, readerTakes?: number) {
  const store = new PracticeStore();
  let words = line;
  if (line.includes('BUILD')) {
    const {result} = await store.run(['builds', 'list', '--app', 'com.example.cipher']);
    words = line.replace('BUILD', result.data[0].id);
  }
  const {code, stdout, stderr} = await store.run(words.split(' '), {
    host: {home: home.path, cwd: home.path},
    readerTakes,
  });
  return {code, stdout, stderr: stderr.replace(UUID, 'ID'), writes: store.writes().length};
}

describe('a reader that goes away', () => {
  it.each(CASES)(
    'keeps exit code, stderr and writes of a command if the reader of its output goes away: %s',
    async (line, code) => {
      if (line.startsWith('auth')) home.writeConfig({profiles: [{...PROFILE, private_key_path: '/nowhere.p8'}]});
      const {stdout, ...whole} = await run(line);
      expect(whole, whole.stderr).toMatchObject({code});
      expect(stdout).not.toBe('');
      for (const taken of [0, 1]) {
        const {stdout: cut, ...left} = await run(line, taken);
        expect(left).toEqual(whole);
        const lines = taken === 0 ? 0 : line.includes('ndjson') ? 1 : Number.POSITIVE_INFINITY;
        expect(cut.split('\n')).toHaveLength(Math.min(lines + 1, stdout.split('\n').length));
      }
    },
  );

  it('includes every command that writes or waits in the test of a reader that goes away', () => {
    const acting = commands.filter(({path, effect, flags}) => {
      return (
        path[0] !== 'mcp' && path[0] !== 'tui' && (effect === 'write' || effect === 'final' || 'max-wait' in flags)
      );
    });
    expect(Object.keys(LINES)).toEqual(expect.arrayContaining(acting.map(({path}) => path.join(' '))));
  });

  it.each([
    'apps list --output ndjson --paginate --limit 1',
    'apps list',
    'history',
    '--help',
    'schema',
    'help --output json',
  ])('exits early with 0 if the reader of the output goes away: %s', async (line) => {
    const store = new PracticeStore();
    const cut = await store.run(line.split(' '), {readerTakes: 0});
    expect(cut).toMatchObject({code: 0, stderr: ''});
    expect(store.lines.filter((asked) => asked === 'GET /v1/apps').length).toBeLessThan(2);
  });
});
