import {spawnSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {PracticeStore} from '../support/practice-store.ts';

const on = (app: string, ...more: string[]) => [
  'ship',
  '--version-id',
  `com.example.${app}@latest`,
  '--confirm',
  ...more,
];
const check = (app: string) => ['versions', 'check', '--version-id', `com.example.${app}@latest`];
const submit = (app: string) => ['versions', 'submit', '--version-id', `com.example.${app}@latest`, '--confirm'];
const PRINTING: readonly (readonly string[])[] = [
  ...['seedling', 'nearly', 'cipher', 'house', 'second', 'boats', 'lost', 'fern', 'quiet', 'harbor'].map(check),
  ...['seedling', 'nearly', 'cipher', 'house', 'second', 'judge', 'fern', 'quiet', 'harbor', 'paper'].map((app) =>
    on(app),
  ),
  ...['nearly', 'cipher', 'house', 'aurora', 'harbor', 'steps'].map(submit),
  on('brake', '--until', 'complete'),
  on('aurora', '--build-number', '1', '--until', 'live'),
  ['ship', '--app', 'com.example.aurora', '--version', '9.0', '--platform', 'IOS', '--build', 'latest', '--confirm'],
  ['ship', '--app', 'com.example.boats', '--version', '9.0', '--build', 'latest', '--confirm'],
  ['versions', 'create', '--app', 'com.example.boats', '--version', '9.0'],
  ['versions', 'create', '--app', 'com.example.aurora', '--version', '9.0'],
  ['versions', 'release', '--version-id', 'com.example.boats@latest', '--confirm'],
  ['versions', 'withdraw', '--version-id', 'com.example.boats@latest', '--confirm'],
  ['versions', 'attach-build', '--version-id', 'com.example.tides@latest', '--build-number', '89'],
  ['phased-release', 'pause', '--version-id', 'com.example.aurora@approved'],
  ['release-notes', 'set', '--version-id', 'com.example.seedling@latest', '--text', 'New.'],
];

function commandsIn(text: string): string[] {
  const quoted = [...text.matchAll(/'(tool [^'<]*)'/g)].map(([, command = '']) => command);
  const lines = text.split('\n').flatMap((line) => /(?:^|: )(tool [^"(]*?)(?: \(|\.?"|\.?$)/.exec(line)?.[1] ?? []);
  return [...lines, ...quoted].map((one) => one.trim().replace(/\.$/, ''));
}

const wordsOf = (command: string) => command.split(' ').slice(1);

/** Returns every command that is printed, with the command line that printed it. */
async function printed() {
  const found = new Map<string, readonly string[]>();
  for (const argv of PRINTING) {
    const {stdout, stderr} = await new PracticeStore().run(
      [...argv, '--max-wait', '1m'].slice(0, argv[0] === 'ship' ? undefined : argv.length),
    );
    const checks = /^\{/.test(stdout) ? JSON.parse(stdout) : {};
    const all = [
      ...(checks.checks ?? []),
      ...(checks.steps ?? []).flatMap((step: {checks?: object[]}) => step.checks ?? []),
    ];
    for (const command of [...commandsIn(stderr), ...all.flatMap((one: {command?: string}) => one.command ?? [])]) {
      if (!found.has(command)) found.set(command, argv);
    }
  }
  return found;
}

describe('every printed command', () => {
  it('prints only commands that run as printed, or that shell and parser refuse for their placeholder', async () => {
    const found = await printed();
    const lacking = [...found].filter(([command]) => command.includes('<'));
    const whole = [...found].filter(([command]) => !command.includes('<'));
    expect(lacking.map(([command]) => /--[\w-]+ <[A-Z-]+>$/.exec(command)?.[0]).filter(Boolean)).toHaveLength(
      lacking.length,
    );
    expect(new Set(lacking.map(([command]) => command.split(' ').at(-1)))).toEqual(
      new Set(['<TEXT>', '<COPYRIGHT>', '<USES-ENCRYPTION>']),
    );
    expect(whole.length).toBeGreaterThan(8);
    for (const [command] of lacking) {
      expect({command, status: spawnSync('bash', ['-n', '-c', command]).status}).toEqual({command, status: 2});
      const store = new PracticeStore();
      const {code} = await store.run(wordsOf(command));
      expect({command, code, writes: store.writes()}).toEqual({command, code: 2, writes: []});
    }
    for (const [command, by] of whole) {
      const {code, stderr} = await new PracticeStore().run(wordsOf(command));
      expect({command, by, code, stderr}).not.toMatchObject({code: 2});
    }
  });
});
