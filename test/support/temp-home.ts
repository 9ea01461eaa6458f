import {generateKeyPairSync} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {OpenApp} from '../../src/app/run.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {Host, Keychain} from '../../src/services/ports.ts';
import {type Outcome, runTool} from './run.ts';

/** A keychain in memory that can be locked or missing. */
export interface MemoryKeychain extends Keychain {
  items: Map<string, string>;
  state: 'open' | 'locked' | 'missing';
  /** The operations on secrets, in order, e.g. `get Work`. */
  calls: string[];
}

export function memoryKeychain(): MemoryKeychain {
  const items = new Map<string, string>();
  const enter = (operation: string, account: string) => {
    keychain.calls.push(`${operation} ${account}`);
    if (keychain.state === 'locked') throw new ToolError('storage', 'The system keychain is locked');
    if (keychain.state === 'missing') throw new ToolError('storage', 'The system keychain is not available: none here');
  };
  const keychain: MemoryKeychain = {
    items,
    state: 'open',
    calls: [],
    async check() {
      const {state} = keychain;
      if (state === 'open') return {available: true, accessible: true};
      return state === 'locked'
        ? {available: true, accessible: false, reason: 'is locked'}
        : {available: false, accessible: false, reason: 'is not available: none here'};
    },
    async get(account) {
      enter('get', account);
      return items.get(account);
    },
    async set(account, secret) {
      enter('set', account);
      items.set(account, secret);
    },
    async delete(account) {
      enter('delete', account);
      return items.delete(account);
    },
  };
  return keychain;
}

export interface RunInHome {
  env?: Record<string, string>;
  /** A path relative to the home directory; `work` by default. */
  cwd?: string;
  host?: Partial<Host>;
  tty?: boolean;
  /** Whether the terminal supports links. */
  links?: boolean;
  openApp?: OpenApp;
}

/** A home directory with a repository (`work`) and a private key. A test runs the tool as the user who owns it. */
export class TempHome {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'tool-home-')));
  readonly pem = newKey();
  /** The body of the key on one line, which is the form of keychain items. */
  readonly der = this.pem.replace(/-----.*-----|\n/g, '');
  readonly keyPath = this.write('AuthKey_K1.p8', this.pem, 0o600);
  readonly keychain = memoryKeychain();
  readonly configPath = join(this.path, '.tool', 'config.json');
  readonly localPath = join(this.path, 'work', '.tool', 'config.json');

  constructor() {
    mkdirSync(join(this.path, 'work', '.git'), {recursive: true});
  }

  /**
   * Writes a file in the home.
   * @returns its absolute path
   */
  write(name: string, content: string | Uint8Array, mode = 0o600): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    writeFileSync(path, content, {mode});
    return path;
  }

  writeConfig(document: unknown, path = '.tool/config.json'): string {
    return this.write(path, JSON.stringify(document));
  }

  /** Writes a local config as a person would by hand, and trusts it. */
  async writeLocal(document: unknown, directory = 'work', content = JSON.stringify(document)): Promise<string> {
    const path = this.write(`${directory}/.tool/config.json`, content);
    await this.trust(directory);
    return path;
  }

  /** Returns the path of the lock that credentials take for every write. It is a directory while the lock is held. */
  get lock(): string {
    return join(this.path, '.tool', 'locks', 'credentials.lock');
  }

  /** Trusts the local config of a directory with its present content. */
  async trust(directory = 'work'): Promise<void> {
    const {code, stderr} = await this.run(['auth', 'trust'], {cwd: directory});
    if (code !== 0) throw new Error(stderr);
  }

  config(path = this.configPath): Record<string, unknown> {
    return JSON.parse(readFileSync(path, 'utf8'));
  }

  exists(path: string): boolean {
    return existsSync(join(this.path, path));
  }

  mode(path: string): number {
    return statSync(path).mode & 0o777;
  }

  run(argv: readonly string[], {env, cwd = 'work', host, openApp, ...terminal}: RunInHome = {}): Promise<Outcome> {
    const place = {home: this.path, cwd: join(this.path, cwd), keychain: this.keychain};
    return runTool(argv, {env, ...terminal, openApp, host: {...place, ...host}});
  }

  /** Well-formed IDs, in which `auth doctor` finds nothing wrong. */
  readonly plausible = {keyId: 'KEY1234567', issuerId: '69a6de70-0000-47e3-e053-5b8c7c11a4d1'};

  /**
   * Logs in with the key of this home. The default IDs are short for easier reading, so the warning about them is
   * removed.
   */
  async login(
    name: string,
    more: readonly string[] = [],
    options: RunInHome & {plausible?: boolean} = {},
  ): Promise<Outcome> {
    const {keyId, issuerId} = options.plausible ? this.plausible : {keyId: 'K1', issuerId: 'I1'};
    const flags = ['--name', name, '--key-id', keyId, '--issuer-id', issuerId, '--private-key', this.keyPath];
    return withoutDoubts(await this.run(['auth', 'login', ...flags, ...more], options));
  }

  remove(): void {
    rmSync(this.path, {recursive: true, force: true});
  }
}

export function withoutDoubts(outcome: Outcome): Outcome {
  return {...outcome, stderr: outcome.stderr.replace(/^Warning: The (?:key ID|issuer ID) .*API keys page.*\n/m, '')};
}

export function newKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'prime256v1'});
  return privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
}
