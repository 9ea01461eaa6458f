import {execFileSync, spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type CliOutcome, EXECUTABLE, outcomeOf, runCli} from '../support/cli.ts';
import {keyringMissing, startKeyring} from '../support/keyring.ts';
import {newKey} from '../support/temp-home.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const isRoot = process.getuid?.() === 0;
const APP = 'com.example.aurora';

/** A copy of the executable, alone in a folder that nobody can write to. */
let tool: string;
let root: string;
let home: string;
let temporary: string;
beforeAll(() => {
  if (!EXECUTABLE) return;
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tool-one-')));
  [home, temporary] = [join(root, 'home'), join(root, 'tmp')];
  const folder = join(root, 'programs');
  for (const path of [home, temporary, folder]) mkdirSync(path);
  tool = join(folder, 'tool');
  copyFileSync(EXECUTABLE, tool);
  chmodSync(tool, 0o555);
  for (const path of [root, folder]) chmodSync(path, 0o555);
  for (const path of [home, temporary]) chmodSync(path, 0o777);
}, 600_000);
afterAll(() => {
  if (!EXECUTABLE) return;
  for (const path of [root, dirname(tool)]) chmodSync(path, 0o755);
  rmSync(root, {recursive: true});
});

interface Place {
  env?: Record<string, string>;
  cwd?: string;
  stdin?: string;
}

/** Runs the executable with an empty PATH, and not as root. */
function run(words: readonly string[], {env = {}, cwd = home, stdin = ''}: Place = {}): Promise<CliOutcome> {
  const child = spawn(tool, words, {
    env: {HOME: home, TMPDIR: temporary, ...env},
    cwd,
    ...(isRoot ? {uid: 54_321, gid: 54_321} : {}),
  });
  child.stdin.on('error', () => {}).end(stdin);
  return outcomeOf(child);
}

async function done(...words: string[]): Promise<string> {
  const {code, stdout, stderr} = await run(words);
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  return stdout;
}

describe.skipIf(!EXECUTABLE)('the executable alone', () => {
  it('prints the version of the executable', async () => {
    expect(await done('--version')).toBe(`${version}\n`);
  });

  it('logs in, lists and releases with the executable, and leaves no temporary files behind', async () => {
    const key = join(home, 'AuthKey_K1.p8');
    writeFileSync(key, newKey());
    chmodSync(key, 0o600);
    if (isRoot) execFileSync('chown', ['54321:54321', key]);
    const login = ['auth', 'login', '--name', 'Work', '--key-id', 'K1', '--issuer-id', 'I1', '--private-key', key];
    expect((await run([...login, '--bypass-keychain'])).code).toBe(0);
    expect(await done('auth', 'status')).toContain('Work');
    const words = ['versions', 'list', '--sandbox', '--app', APP, '--state', 'PENDING_DEVELOPER_RELEASE'];
    const [{id}] = JSON.parse(await done(...words)).data;
    expect((await run(['versions', 'release', '--sandbox', '--version-id', id, '--confirm'])).code).toBe(0);
    const view = JSON.parse(await done('versions', 'view', '--sandbox', '--version-id', id));
    expect(view.state).toMatch(/^(?:PROCESSING|READY)_FOR_/);
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(dirname(tool))).toEqual(['tool']);
  });

  it.skipIf(!hasTmux)('opens the app from the executable in a process called tool', async () => {
    const terminal = new Tmux({env: {TMPDIR: temporary, PATH: '/usr/bin:/bin'}});
    try {
      terminal.run(`${tool} --sandbox`);
      await terminal.see('Aurora Notes');
      const [process] = terminal.children();
      expect(execFileSync('ps', ['-o', 'comm=', '-p', String(process)], {encoding: 'utf8'})).toBe('tool\n');
      terminal.keys('q');
      expect(await terminal.exitCode()).toBe(0);
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      await terminal.close();
    }
  });
});

describe.skipIf(!EXECUTABLE)('an executable in a hostile folder', () => {
  const HOSTILE = {
    '.env': 'TOOL_API_URL=http://127.0.0.1:9\nTOOL_READ_ONLY=1\n',
    '.env.production': 'TOOL_READ_ONLY=1\n',
    '.env.local': 'TOOL_READ_ONLY=1\n',
    'bunfig.toml': 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n',
    'evil.js': "require('node:fs').writeFileSync(process.env.HOME + '/evil', '')",
    'package.json': '{"name": "tool", "type": "commonjs", "main": "evil.js", "imports": {"#*": "./evil.js"}}',
    'tsconfig.json': '{"compilerOptions": {"baseUrl": ".", "paths": {"*": ["./evil.js"]}}}',
    '.npmrc': 'registry=http://127.0.0.1:9/\n',
  };

  it('reads and runs nothing from the current folder in the executable', async () => {
    const folder = join(home, 'foreign');
    mkdirSync(join(folder, 'node_modules', 'keytar'), {recursive: true});
    for (const [name, text] of Object.entries(HOSTILE)) writeFileSync(join(folder, name), text);
    for (const name of ['keytar', 'undici', 'ink']) {
      cpSync(join(folder, 'evil.js'), join(folder, 'node_modules', name, 'index.js'), {recursive: true});
    }
    writeFileSync(join(folder, 'keytar.node'), 'not a library');
    const status = await run(['auth', 'status', '--output', 'json'], {cwd: folder});
    expect({code: status.code, stdout: status.stdout}).toEqual(
      await run(['auth', 'status', '--output', 'json']).then(({code, stdout}) => ({code, stdout})),
    );
    const words = ['versions', 'create', '--sandbox', '--app', APP, '--version', '77.0', '--platform', 'TV_OS'];
    expect((await run(words, {cwd: folder})).code).toBe(0);
    expect((await run(['auth', 'doctor'], {cwd: folder})).code).toBe(0);
    expect(existsSync(join(home, 'evil'))).toBe(false);
  });
});

describe.skipIf(!EXECUTABLE)('the keychain helper of the executable', () => {
  it('hides the keychain helper from commands, help and completion', async () => {
    expect(await done('--help')).not.toContain('keychain-helper');
    expect(await done('completion', 'bash')).not.toContain('keychain-helper');
    const {code, stderr} = await run(['versions', 'list', '--keychain-helper']);
    expect({code, stderr}).toEqual({code: 2, stderr: expect.stringContaining('--keychain-helper')});
  });

  it.skipIf(!hasTmux)('refuses to run the keychain helper on a terminal', async () => {
    const terminal = new Tmux();
    try {
      terminal.run(`${tool} --keychain-helper`);
      await terminal.see('Error: The keychain helper is only started by the tool itself');
      expect(await terminal.exitCode()).toBe(2);
    } finally {
      await terminal.close();
    }
  });

  const missing = keyringMissing();
  it.skipIf(missing)(`keeps a key in the keychain${missing ? ` (skipped: ${missing})` : ''}`, async () => {
    const keyring = await startKeyring();
    try {
      const env = {...keyring.env, TMPDIR: temporary};
      const key = join(home, 'AuthKey_ABCDE12345.p8');
      writeFileSync(key, newKey(), {mode: 0o600});
      const place = {env, cwd: '/'};
      const own = (...words: string[]) => runCli(words, place);
      const ids = ['--key-id', 'ABCDE12345', '--issuer-id', '69a6de70-0a5b-47e3-e053-5b8c7c11a4d1'];
      const login = ['auth', 'login', '--name', 'Kept', ...ids, '--private-key', key];
      expect(await own(...login)).toMatchObject({code: 0, stderr: ''});
      rmSync(key);
      expect((await own('auth', 'status', '--verbose')).stdout).toContain('Kept');
      const list = ['auth', 'token', '--profile', 'Kept'];
      expect(await own(...list)).toMatchObject({code: 0, stderr: ''});
      expect(readdirSync(temporary)).toEqual([]);
    } finally {
      keyring.stop();
    }
  });
});

const FOLDER = 'dist-executable';
const MiB = 1024 * 1024;

/** Checks the format and the processor in the first bytes of each executable. */
const FORMATS: Record<string, (bytes: Buffer) => boolean> = {
  'tool-linux-x64': (bytes) => bytes.readUInt32BE(0) === 0x7f454c46 && bytes.readUInt16LE(18) === 62,
  'tool-linux-arm64': (bytes) => bytes.readUInt32BE(0) === 0x7f454c46 && bytes.readUInt16LE(18) === 183,
  'tool-darwin-x64': (bytes) => bytes.readUInt32LE(0) === 0xfeedfacf && bytes.readUInt32LE(4) === 0x01000007,
  'tool-darwin-arm64': (bytes) => bytes.readUInt32LE(0) === 0xfeedfacf && bytes.readUInt32LE(4) === 0x0100000c,
  'tool-windows-x64.exe': (bytes) => {
    const header = bytes.readUInt32LE(60);
    return bytes.toString('latin1', header, header + 4) === 'PE\0\0' && bytes.readUInt16LE(header + 4) === 0x8664;
  },
};

/** Counts the pages of a macOS executable that do not match its signature. An Intel executable needs no signature. */
function pagesChanged(bytes: Buffer): number {
  for (let [offset, end] = [32, 32 + bytes.readUInt32LE(20)]; offset < end; offset += bytes.readUInt32LE(offset + 4)) {
    if (bytes.readUInt32LE(offset) !== 0x1d) continue;
    const blobs = bytes.subarray(bytes.readUInt32LE(offset + 8));
    const directory = blobs.subarray(blobs.readUInt32BE(16));
    const [hashes, slots, limit] = [16, 28, 32].map((at) => directory.readUInt32BE(at));
    const page = 1 << directory.readUInt8(39);
    const changed = Array.from({length: slots ?? 0}, (_, index) => {
      const found = createHash('sha256').update(bytes.subarray(index * page, Math.min((index + 1) * page, limit ?? 0)));
      return found.digest().compare(directory, (hashes ?? 0) + index * 32, (hashes ?? 0) + (index + 1) * 32) !== 0;
    });
    return changed.filter(Boolean).length;
  }
  return bytes.readUInt32LE(4) === 0x01000007 ? 0 : Number.NaN;
}

describe.skipIf(!EXECUTABLE || !existsSync(FOLDER))('each executable that was built', () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.startsWith('tool-')) : [];
  const sums = () => readFileSync(join(FOLDER, 'SHA256SUMS'), 'utf8');

  it.each(names)('builds %s in the format of its system, with the right version, size and checksum', (name) => {
    const bytes = readFileSync(join(FOLDER, name));
    expect(FORMATS[name]?.(bytes)).toBe(true);
    expect(bytes.includes(`\`${version}\n\``)).toBe(true);
    if (name.includes('darwin')) expect(pagesChanged(bytes)).toBe(0);
    expect(bytes.length / MiB).toBeLessThan(120);
    expect(sums()).toContain(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
  });
});
