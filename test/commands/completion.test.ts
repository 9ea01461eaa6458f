import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Host} from '../../src/services/ports.ts';
import {runTool} from '../support/run.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const refused = () => Promise.reject(new Error('completions ask neither keychain nor network'));
const host = (): Partial<Host> => ({
  home: home.path,
  cwd: join(home.path, 'work'),
  http: refused,
  keychain: {check: refused, get: refused, set: refused, delete: refused},
  sandbox: {origin: '', embedded: refused, serve: refused},
});

async function ask(
  words: readonly string[],
  {shell = 'zsh', env = {}}: {shell?: string; env?: Record<string, string>} = {},
) {
  const stdin = words.map((word) => `${word}\0`).join('');
  const outcome = await runTool(['__complete', shell], {env, stdin, host: host()});
  expect(outcome.stderr).toBe('');
  return outcome.stdout;
}

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish'])(
    'prints a completion script for %s that says how to load the script',
    async (shell) => {
      const {code, stdout, stderr} = await home.run(['completion', shell]);
      expect({code, stderr}).toEqual({code: 0, stderr: ''});
      expect(stdout).toContain(`tool completion ${shell}`);
      expect(stdout).toContain('__complete');
      expect(stdout).toMatch(/command tool __complete/);
    },
  );

  test('uses no negative subscripts in the bash script, for bash before 4.3', async () => {
    expect((await home.run(['completion', 'bash'])).stdout).not.toMatch(/\[-\d/);
  });

  test.each([
    [[], /needs a shell: bash, zsh, fish/],
    [['tcsh'], /'tcsh' is not one of bash, zsh, fish/],
    [['bash', 'zsh'], /Unexpected argument 'zsh'/],
    [['bash', '--output', 'json'], /--output/],
  ])('refuses completion with %j', async (words, message) => {
    const {code, stdout, stderr} = await home.run(['completion', ...words]);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toMatch(message);
  });
});

describe('the scripts of the shells', () => {
  test("prints a keyword for the shell's completion script, then a value with its meaning on each line", async () => {
    expect(await ask(['auth', 'sw'])).toBe('word\nswitch\tMake a profile the default\n');
    expect(await ask(['versions', 'list', '--platform', 'IOS,m'])).toBe('open\nIOS,MAC_OS\n');
    expect(await ask(['auth', 'login', '--private-key', ''])).toBe('files\n');
    expect(await ask(['nonsense', ''])).toBe('word\n');
    expect(await ask([])).toContain('word\n');
  });

  test('completes no profile name that has control characters or looks like another name', async () => {
    const names = [
      '\u001b]52;c;QUJD\u0007',
      'a\tb',
      'a\rb',
      '\u009b31m',
      'a\u202eb',
      'wo\u200brk',
      'wo\u{e0041}rk',
      '👩‍💻',
    ];
    home.writeConfig({profiles: names.map((name) => ({name}))});
    for (const shell of ['bash', 'zsh', 'fish']) {
      const words = shell === 'bash' ? ['tool --profile ', ''] : ['--profile', ''];
      expect(await ask(words, {shell})).toBe('word\n👩‍💻\n');
    }
  });

  test('completes profile names from both configs, each once', async () => {
    home.writeConfig({profiles: [{name: 'work'}, {name: 'in\ntwo'}, {name: 'both', stored_in: 'keychain'}]});
    home.writeConfig({profiles: [{name: 'local'}, {name: 'both'}]}, 'work/.tool/config.json');
    // While the local config is not trusted, completion offers none of its names and prints no message.
    expect(await ask(['--profile', ''])).toBe('word\nboth\nwork\n');
    await home.trust();
    expect(await ask(['--profile', ''])).toBe('word\nlocal\nboth\nwork\n');
  });

  test("completes recently used apps, and the sandbox's apps only in the sandbox", async () => {
    home.write('.tool/recent-apps.json', '["42","7"]');
    home.write('.tool/sandbox/recent-apps.json', '["6446048371"]');
    expect(await ask(['versions', 'list', '--app', ''])).toBe('word\n42\n7\n');
    const sandbox = await ask(['--sandbox', 'versions', 'list', '--app', '']);
    expect(sandbox).toMatch(/^word\ncom\.example\.aurora\t.+\n/);
    expect(sandbox).toMatch(/\n6446048371\n$/);
    expect(sandbox).not.toContain('\n42\n');
    expect(await ask(['versions', 'list', '--app', 'com.example.au'], {env: {TOOL_SANDBOX: '1'}})).toContain('aurora');
    const served = await ask(['versions', 'list', '--app', 'com.example.au'], {env: {TOOL_NO_PROFILE: '1'}});
    expect(served).toContain('aurora');
    expect(await ask(['versions', 'list', '--app', ''], {env: {TOOL_NO_PROFILE: '1'}})).not.toContain('\n42\n');
  });

  test('creates no .tool folder during completion', async () => {
    await ask(['--sandbox', 'versions', 'list', '--app', '']);
    await ask(['--sandbox', '--profile', '']);
    expect(readdirSync(home.path)).not.toContain('.tool');
  });

  test('understands a quoted last word from fish', async () => {
    home.writeConfig({profiles: [{name: "My 'own' Profile"}]});
    const expected = "word\nMy 'own' Profile\n";
    for (const word of ['My\\ ', '"My ', "'My ", `"My 'o`, `My" '"o`]) {
      expect(await ask(['--profile', word], {shell: 'fish'})).toBe(expected);
    }
    expect(await ask(['--profile', 'My '])).toBe(expected);
  });

  describe('bash', () => {
    const NAME = 'x$(touch PWNED)`y`"\'\\!';
    beforeEach(() => home.writeConfig({profiles: [{name: NAME}]}));

    test.each([
      ['x', 'x', 'x\\$\\(touch\\ PWNED\\)\\`y\\`\\"\\\'\\\\\\!'],
      ['"x', 'x', `x\\$(touch PWNED)\\\`y\\\`\\"'\\\\"'!'""`],
      ["'x", 'x', `x$(touch PWNED)\`y\`"'"'"'\\!`],
      ['"x"', '"x"', 'x\\$\\(touch\\ PWNED\\)\\`y\\`\\"\\\'\\\\\\!'],
      ['x\\$\\(', 'x\\$\\(', 'x\\$\\(touch\\ PWNED\\)\\`y\\`\\"\\\'\\\\\\!'],
      ['"x\\$"\'(to', '(to', '(touch PWNED)`y`"\'"\'"\'\\!'],
    ])('completes the bash word: %s', async (word, replaced, written) => {
      expect(await ask([`tool --profile ${word}`, replaced], {shell: 'bash'})).toBe(`word\n${written}\n`);
      expect(await ask([`tool --profile=${word}`, replaced], {shell: 'bash'})).toBe(`word\n${written}\n`);
    });
  });

  test.each([
    ['tool versions lis', 'lis', 'word\nlist\n'],
    ['tool   versions\tlis', 'lis', 'word\nlist\n'],
    ['tool versions list --platform IOS,m', 'IOS,m', 'open\nIOS,MAC_OS\n'],
    ['tool versions list --output=nd', 'nd', 'word\nndjson\n'],
    ['tool versions list >o --output nd', 'nd', 'word\nndjson\n'],
    ['tool --profile ">" versions lis', 'lis', 'word\nlist\n'],
    ['tool --profile "a b" versions lis', 'lis', 'word\nlist\n'],
    ['tool auth login --private-key <(cat "k") --nam', '--nam', 'word\n--name\n'],
  ])('completes the line: %s', async (line, replaced, answer) => {
    const plain = (await ask([line, replaced], {shell: 'bash'})).replace(/\t.*/g, '');
    expect(plain).toBe(answer);
  });

  test('completes nothing if a config cannot be read', async () => {
    home.writeConfig('{');
    const stdin = '--profile\0\0';
    const outcome = await runTool(['__complete', 'zsh'], {stdin, host: host()});
    expect(outcome).toMatchObject({code: 10, stdout: ''});
  });
});
