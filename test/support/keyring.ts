import {type ChildProcess, execFile, spawn, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {build, stop} from 'esbuild';
import {PATIENT, preloading} from './cli.ts';

/** A Secret Service for one test: a session bus and gnome-keyring, with all their files in a temporary directory. */
export interface Keyring {
  env: Record<string, string>;
  lock(): Promise<void>;
  stop(): void;
}

/** Returns the reason why the tests of a real keyring cannot run here, or undefined if they can. */
export function keyringMissing(): string | undefined {
  for (const [program, flag] of [
    ['dbus-daemon', '--version'],
    ['dbus-send', '--help'],
    ['gnome-keyring-daemon', '--version'],
    ['secret-tool', '--version'],
  ] as const) {
    if (spawnSync(program, [flag], {stdio: 'ignore'}).error) return `${program} is not installed`;
  }
  try {
    createRequire(import.meta.url)('keytar');
    return undefined;
  } catch {
    return 'keytar is not built (it needs libsecret)';
  }
}

/** Starts a session bus on which no service runs. */
export async function startBus(): Promise<Pick<Keyring, 'env' | 'stop'>> {
  // The directory holds sockets, and the path of a socket has at most 107 bytes, so its name is short.
  const home = mkdtempSync(join(tmpdir(), 'k-'));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
  };
  // The bus has no service directories, so it does not start services that are installed here.
  const config = join(home, 'bus.conf');
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>unix:dir=${home}</listen><auth>EXTERNAL</auth>
     <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
     </busconfig>`,
  );
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--nosyslog', '--print-address=1'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = (await firstOutput(bus)).split('\n')[0] ?? '';
  return {
    env: {...env, DBUS_SESSION_BUS_ADDRESS: address},
    stop() {
      bus.kill('SIGKILL');
      rmSync(home, {recursive: true, force: true, maxRetries: 3});
    },
  };
}

/** Starts a session bus with an unlocked keyring. Runs in the returned environment wait for it without a time limit. */
export async function startKeyring(): Promise<Keyring> {
  const {env, stop} = await startBus();
  const daemon = await startDaemon(env, 'test\n');
  return {
    env: {...env, ...preloading(PATIENT)},
    async lock() {
      await ask(env, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${COLLECTION}`);
    },
    stop() {
      daemon.kill('SIGKILL');
      stop();
    },
  };
}

export interface OpenKeyring extends Pick<Keyring, 'env' | 'stop'> {
  /** Restarts the daemon, which reads the keyring from its file again. */
  logInAgain(): Promise<void>;
  /** Stores a secret as another program would. */
  storeElsewhere(secret: string): Promise<void>;
  readElsewhere(): Promise<string>;
}

/** Starts a keyring that has no password, as automatic login leaves it. Its file is plain text. */
export async function startOpenKeyring(): Promise<OpenKeyring> {
  const {env, stop} = await startBus();
  const folder = join(env.XDG_DATA_HOME ?? '', 'keyrings');
  const path = join(folder, 'login.keyring');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  writeFileSync(join(folder, 'default'), 'login');
  writeFileSync(path, '[keyring]\ndisplay-name=Login\nctime=0\nmtime=0\nlock-on-idle=false\nlock-after=false\n');
  let daemon = await startDaemon(env);
  const attributes = ['service', 'elsewhere', 'account', 'someone'];
  return {
    env,
    async logInAgain() {
      const ended = new Promise((resolve) => daemon.once('exit', resolve));
      daemon.kill('SIGKILL');
      await ended;
      daemon = await startDaemon(env);
    },
    async storeElsewhere(secret) {
      const stored = promisify(execFile)('secret-tool', ['store', '--label=Elsewhere', ...attributes], {env});
      stored.child.stdin?.end(secret);
      await stored;
    },
    async readElsewhere() {
      return (await promisify(execFile)('secret-tool', ['lookup', ...attributes], {env})).stdout;
    },
    stop() {
      daemon.kill('SIGKILL');
      stop();
    },
  };
}

const COLLECTION = '/org/freedesktop/secrets/collection/login';

/** Starts the daemon, and unlocks the keyring if a password is given. */
async function startDaemon(env: Record<string, string>, password?: string): Promise<ChildProcess> {
  const unlock = password === undefined ? [] : ['--unlock'];
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', ...unlock, '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin?.end(password);
  await until(async () =>
    (await ask(env, 'org.freedesktop.Secret.Service.ReadAlias', 'string:default')).stdout.includes(COLLECTION),
  );
  return daemon;
}

function ask(env: Record<string, string>, ...message: string[]) {
  return promisify(execFile)(
    'dbus-send',
    ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets', ...message],
    {env},
  );
}

/** Builds the keychain helper as a file for node, in a directory from which it can import keytar. */
export async function buildKeychainHelper(): Promise<string> {
  const outfile = join(process.cwd(), 'node_modules', `.tool-test-${process.pid}`, 'dist', 'keychain-helper.mjs');
  await build({
    entryPoints: ['src/services/host/keychain-helper.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  await stop();
  return outfile;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (await done().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error('the keyring did not start within 60 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function firstOutput(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.stdout?.once('data', (data) => resolve(String(data)));
  });
}
