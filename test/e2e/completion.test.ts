import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {shellWord} from '../../src/services/model/shell-word.ts';
import {COMMAND} from '../support/cli.ts';
import {newKey} from '../support/temp-home.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

const SHELLS = {
  bash: {
    start: 'exec bash --norc --noprofile',
    load: "source <(tool completion bash); bind 'set show-all-if-ambiguous on'",
    space: '\\ ',
  },
  zsh: {start: 'exec zsh -f', load: 'autoload -U compinit; compinit -D; source <(tool completion zsh)', space: '\\ '},
  fish: {start: 'exec fish --no-config --private', load: 'tool completion fish | source', space: '\\ '},
} as const;

/**
 * Profile names that a shell would split or execute if they were not quoted. The letters at both ends identify each
 * name.
 */
const NASTY = [
  'ab$(touch PWNED)end1',
  'bc`touch PWNED`end2',
  'cd"; touch PWNED #end3',
  "de'; touch PWNED #end4",
  "ef\\'; touch PWNED #end5",
  'fg!! !$ !touch end6',
  'gh &touch PWNED; >PWNED|end7',
  'hi$IFS * ? [a]{b,c} ~ end8',
];

const missing = (shell: string) => !hasTmux || spawnSync(shell, ['--version'], {stdio: 'ignore'}).error !== undefined;

test.skipIf(missing('zsh'))('tells zsh users without compinit what to load first, in one line', () => {
  const run = (words: string) => spawnSync('zsh', ['-f', '-c', words], {encoding: 'utf8'});
  const {stderr, status} = run(`source <(${COMMAND} completion zsh)`);
  expect({stderr, status}).toEqual({
    stderr: 'tool: completions need compinit first: autoload -U compinit; compinit\n',
    status: 0,
  });
  expect(run(`autoload -U compinit; compinit -D; source <(${COMMAND} completion zsh)`).stderr).toBe('');
});

describe.each(Object.entries(SHELLS))('%s', (shell, {start, load, space}) => {
  let terminal: Tmux;
  beforeEach(async (context) => {
    if (missing(shell)) return context.skip(`${shell} or tmux is not installed`);
    terminal = new Tmux({columns: 150});
    const {home} = terminal;
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'tool'), `#!/bin/sh\nexec ${COMMAND} "$@"\n`, {mode: 0o755});
    mkdirSync(join(home, '.tool'), {mode: 0o700});
    const key = join(home, 'AuthKey_K1.p8');
    writeFileSync(key, newKey(), {mode: 0o600});
    const profiles = ['My Profile', 'ci', ...NASTY, 'new\nline'].map((name) => ({
      name,
      key_id: 'K1',
      issuer_id: 'I',
      private_key_path: key,
    }));
    writeFileSync(join(home, '.tool', 'config.json'), JSON.stringify({profiles}), {mode: 0o600});
    writeFileSync(join(home, '.tool', 'recent-apps.json'), '["6446048371"]');
    await command(`cd; export PATH="$HOME/bin:$PATH"; ${start}`);
    await command(load);
  });
  afterEach(() => terminal?.close());

  /** Runs a command in the shell and waits until it has ended. */
  async function command(line: string): Promise<void> {
    terminal.keys('-l', line);
    terminal.keys('Enter');
    terminal.keys('-l', 'echo re""ady');
    terminal.keys('Enter');
    await terminal.see(/^ready$/m);
    terminal.keys('C-l');
    await terminal.until('the screen is empty again', () => !terminal.screen().includes('ready'));
  }

  /** Deletes the line that is being typed. */
  async function clear(): Promise<void> {
    terminal.keys('C-u');
    await command('true');
  }

  /** Types text and Tab, and waits until the line is completed. */
  async function completes(typed: string, line: string): Promise<void> {
    terminal.keys('-l', '--', typed);
    terminal.keys('Tab');
    await terminal.until(`'${line}'`, () => terminal.screen().includes(line));
  }

  /** Types text and Tab, and waits until the candidates are listed. */
  async function offers(typed: string, ...words: string[]): Promise<void> {
    terminal.keys('-l', '--', typed);
    terminal.keys('Tab');
    await terminal.until(`${words}`, () => words.every((word) => terminal.screen().includes(word)));
  }

  test('completes commands, flags and declared values of flags on Tab', async () => {
    await completes('tool vers', 'tool versions');
    await completes('lis', 'tool versions list');
    await completes('--platf', 'tool versions list --platform');
    await completes('vis', 'tool versions list --platform VISION_OS');
    await clear();
    await completes('tool versions list --platform IOS,MA', '--platform IOS,MAC_OS');
    await clear();
    await completes('tool versions list --state=in_', '--state=IN_REVIEW');
    await clear();
    await completes('tool versions list --state=IN_REVIEW,READY', '--state=IN_REVIEW,READY_FOR_SALE');
    await clear();
    await completes('tool versions list --outp', 'tool versions list --output');
    await completes('nd', 'tool versions list --output ndjson');
  });

  test('completes commands and screens on Tab', async () => {
    await offers('tool auth ', 'init', 'doctor', 'token');
    await clear();
    await offers('tool tui ', 'attach-build', 'profiles');
  });

  test('completes profiles and recent apps on Tab to a command line that runs', async () => {
    await completes('tool --profile My', `tool --profile My${space}Profile`);
    await completes('versions list --app 64', '--app 6446048371');
    await clear();
    await completes('tool auth status --verbose --profile=My', `--profile=My${space}Profile`);
    terminal.keys('Enter');
    await terminal.see('Active profile: My Profile (config)');
  });

  test('completes names that start with a quote when Tab is pressed', async () => {
    await completes('tool auth status --verbose --profile "My', '--profile "My Profile"');
    terminal.keys('Enter');
    await terminal.see('Active profile: My Profile (config)');
  });

  test.each(['', '"', "'"])(
    'quotes a completed profile name so that the shell takes it literally, after the opening quote (%s)',
    async (quote) => {
      for (const name of NASTY) {
        const end = name.slice(-4);
        await completes(`tool auth status --verbose --profile=${quote}${name.slice(0, 2)}`, end);
        terminal.keys('Enter');
        await terminal.see(`Active profile: ${name} (config)`);
        await clear();
        await completes(`tool auth status --verbose --profile ${quote}${name.slice(0, 2)}`, end);
        terminal.keys('Enter');
        await terminal.see(`Active profile: ${name} (config)`);
        await clear();
      }
      expect(readdirSync(terminal.home)).not.toContain('PWNED');
    },
  );

  test('quotes a profile name for the shell in a command that is shown', async () => {
    for (const name of NASTY) {
      terminal.keys('-l', `tool auth status --verbose --profile ${shellWord(name)}`);
      terminal.keys('Enter');
      await terminal.see(`Active profile: ${name} (config)`);
      await clear();
    }
    expect(readdirSync(terminal.home)).not.toContain('PWNED');
  });

  test('does not run a tool from the current folder on Tab', async () => {
    writeFileSync(join(terminal.home, 'tool'), '#!/bin/sh\ntouch PWNED\n', {mode: 0o755});
    await command('export PATH=".:$PATH"');
    await completes('./tool versions lis', './tool versions list');
    await clear();
    await completes('~/tool versions lis', '~/tool versions list');
    await clear();
    await completes('tool versions lis', 'tool versions list');
    expect(readdirSync(terminal.home)).not.toContain('PWNED');
  });

  test('completes the file name after a redirection on Tab', async () => {
    await completes('tool versions list > Auth', '> AuthKey_K1.p8');
    await clear();
    await completes('tool versions list >Auth', '>AuthKey_K1.p8');
    await clear();
    await completes('tool versions list 2>e --outp', '2>e --output');
  });

  test('completes the apps of the sandbox on Tab', async () => {
    await completes('tool --sandbox versions list --app com.example.ti', '--app com.example.tides');
    expect(readdirSync(join(terminal.home, '.tool'))).not.toContain('sandbox');
  });

  test('completes paths on Tab', async () => {
    await completes('tool auth login --private-key Auth', '--private-key AuthKey_K1.p8');
    await clear();
    await completes('tool auth login --private-key=Auth', '--private-key=AuthKey_K1.p8');
  });
});
