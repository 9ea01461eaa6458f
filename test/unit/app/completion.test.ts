import {describe, expect, test} from 'vitest';
import {commands} from '../../../src/app/commands/index.ts';
import {complete, findCursor, type Sources} from '../../../src/app/completion/complete.ts';

const named =
  (...values: string[]) =>
  async () =>
    values.map((value) => ({value}));
const never = () => Promise.reject(new Error('nobody asked for it'));
const knownChecks: Sources = {profiles: never, apps: never};

const at = (words: readonly string[], sources: Sources = knownChecks) =>
  complete(findCursor(words, commands), commands, sources);
async function values(words: readonly string[], sources?: Partial<Sources>): Promise<string[]> {
  return (await at(words, {...knownChecks, ...sources})).candidates.map(({value}) => value);
}

describe('words', () => {
  test('completes groups and commands at the beginning of a line', async () => {
    const offered = await values(['']);
    expect(offered).toEqual(expect.arrayContaining(['auth', 'versions', 'tui', 'sandbox', 'completion', 'help']));
    expect(offered.every((word) => !word.startsWith('-'))).toBe(true);
    expect(new Set(offered).size).toBe(offered.length);
    expect(await values(['ver'])).toEqual(['versions']);
  });

  test('completes the commands of a group, with their summaries', async () => {
    expect(await values(['versions', 'att'])).toEqual(['attach-build']);
    expect((await at(['auth', 'sw'])).candidates).toEqual([
      {value: 'switch', description: 'Make a profile the default'},
    ]);
    expect(await values(['--profile', 'x', 'auth', '--debug', 'sw'])).toEqual(['switch']);
  });

  test('completes only commands after help', async () => {
    expect(await values(['help', 'au'])).toEqual(['auth']);
    expect(await values(['help', 'auth', 'logi'])).toEqual(['login']);
    expect(await values(['help', 'auth', 'login', ''])).toEqual([]);
  });

  test('completes nothing after an unknown command or an extra word', async () => {
    expect(await values(['nonsense', ''])).toEqual([]);
    expect(await values(['auth', 'nonsense', ''])).toEqual([]);
    expect(await values(['tui', 'home', 'hom'])).toEqual([]);
  });

  test("completes the positional arguments of a command, such as the shell after 'tool completion'", async () => {
    expect(await values(['tui', 'att'])).toEqual(['attach-build']);
    expect(await values(['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
  });
});

describe('flags', () => {
  test("lists the command's flags first, then the global flags", async () => {
    const offered = await values(['versions', 'list', '--']);
    expect(offered.slice(0, 2)).toEqual(['--app', '--version']);
    expect(offered).toEqual(expect.arrayContaining(['--state', '--profile', '--output', '--read-only']));
    expect(await values(['versions', 'list', ''])).not.toContain('--profile');
    expect(await values(['versions', 'list', ''])).toContain('--state');
  });

  test('does not offer flags that are already given, however they were written', async () => {
    const offered = await values(['versions', 'list', '--app=1', '--limit', '5', '--paginate', '--']);
    for (const flag of ['--app', '--limit', '--paginate']) expect(offered).not.toContain(flag);
  });

  test("offers each flag once, even if a command has a global flag's name", async () => {
    const offered = await values(['auth', 'login', '--read']);
    expect(offered).toEqual(['--read-only']);
  });

  test('offers --version only as the first word', async () => {
    expect(await values(['--vers'])).toEqual(['--version']);
    expect(await values(['auth', '--vers'])).toEqual([]);
  });

  test('treats a value that begins with a dash as a value, as a command line does', async () => {
    expect(await values(['release-notes', 'set', '--text', '- Fixes', '--te'])).toEqual([]);
    expect(await values(['release-notes', 'set', '--text', '- Fixes', '--fi'])).toEqual(['--file']);
    expect(await values(['versions', 'list', '--app', '--paginate', '--pag'])).toEqual([]);
    expect(await values(['--app', '-h', 'versions', 'vi'])).toEqual(['view']);
  });

  test('stops completing flags after two dashes', async () => {
    expect(await values(['versions', 'list', '--', '--a'])).toEqual([]);
    expect(await values(['tui', '--', 'hom'])).toEqual(['home']);
  });
});

describe('values', () => {
  test('completes a closed set of values in upper or lower case', async () => {
    expect(await values(['versions', 'create', '--platform', ''])).toEqual(['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS']);
    expect(await values(['versions', 'create', '--platform=vis'])).toEqual(['--platform=VISION_OS']);
    expect(await values(['versions', 'create', '--platform', 'windows'])).toEqual([]);
  });

  test('completes each value of a list flag once, and lets further values follow', async () => {
    expect(await at(['versions', 'list', '--platform', 'IOS,tv_os,'])).toEqual({
      candidates: [{value: 'IOS,tv_os,MAC_OS'}, {value: 'IOS,tv_os,VISION_OS'}],
      kind: 'open',
    });
    expect(await values(['versions', 'list', '--platform=IOS,M'])).toEqual(['--platform=IOS,MAC_OS']);
  });

  test('completes only the output formats that the command supports', async () => {
    expect(await values(['versions', 'list', '--output', ''])).toEqual(['json', 'table', 'ndjson']);
    expect(await values(['auth', 'doctor', '--output='])).toEqual(['--output=text', '--output=json']);
    expect(await values(['--output', ''])).toEqual([]);
  });

  test('completes no value after a switch', async () => {
    expect(await values(['versions', 'list', '--paginate', 'x'])).toEqual([]);
    expect(await values(['versions', 'list', '--paginate=t'])).toEqual([]);
  });

  test('completes profile names', async () => {
    const profiles = named('work', 'My Profile');
    for (const words of [['--profile'], ['auth', 'switch', '--name'], ['auth', 'logout', '--name']]) {
      expect(await values([...words, ''], {profiles})).toEqual(['work', 'My Profile']);
    }
    expect(await values(['--profile=My P'], {profiles})).toEqual(['--profile=My Profile']);
    expect(await values(['auth', 'login', '--name', ''])).toEqual([]);
  });

  test('completes apps', async () => {
    expect(await values(['versions', 'list', '--app', '4'], {apps: named('com.example.a', '42')})).toEqual(['42']);
  });

  test('leaves paths to the shell', async () => {
    expect(await at(['auth', 'login', '--private-key', 'x'])).toEqual({candidates: [], kind: 'files'});
    expect(await at(['release-notes', 'push', '--dir='])).toEqual({candidates: [], kind: 'directories'});
  });
});
