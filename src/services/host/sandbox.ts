import {createPublicKey} from 'node:crypto';
import {closeSync, openSync} from 'node:fs';
import {devNull} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {untilAborted} from '../async/until-aborted.ts';
import {cleanText} from '../model/clean.ts';
import {messageOf, ToolError} from '../model/error.ts';
import {fileProblem, isObject, parsedJson} from '../model/values.ts';
import type {Files, Http, SandboxPort, Terminal} from '../ports.ts';
import {createHandler, type Handler} from '../sandbox/handler.ts';
import {createChangesFile} from '../sandbox/records/changes.ts';
import {createSamples} from '../sandbox/samples/samples.ts';
import {generatePrivateKey, SANDBOX_ISSUER_ID, SANDBOX_KEY_ID} from '../sandbox/sandbox-key.ts';
import {createClock} from './clock.ts';
import {createFiles} from './files.ts';

export function createSandbox({home, terminal}: {home: string; terminal: Terminal}): Omit<SandboxPort, 'origin'> {
  const clock = createClock();
  const files = createFiles();

  return {
    async embedded() {
      const {directory, key, store} = await openEmbeddedFiles(join(home, '.tool', 'sandbox'), files);
      const changes = createChangesFile(store, files);
      const handler = createHandler({samples: createSamples(), changes, key, clock});
      return {http: createEmbeddedHttp(handler), configDirectory: directory};
    },
    async serve(options, announce, signal) {
      const warn = (text: string) => terminal.writeError(`Warning: ${cleanText(text)}\n`);
      const {serveSandbox} = await import('../sandbox/serve.ts');
      const data = options.data === undefined ? undefined : resolve(options.data);
      const onListening = async (text: string) => {
        await announce(text.replace(/^#/m, `export TOOL_SANDBOX_PID='${process.pid}'\n#`));
        if (!terminal.stdoutIsTty) {
          // Closes stdout, so that `$(tool sandbox &)` returns. /dev/null takes its place, so that no other file gets
          // descriptor 1.
          closeSync(1);
          openSync(devNull, 'w');
        }
        // With 100 000 versions, nearly the whole heap is in use, and V8 would let as much garbage pile up before it
        // collects any. The flag is set after loading, because V8 rejects compiled code once flags have changed.
        setFlagsFromString('--heap-growing-percent=20');
      };
      await serveSandbox({...options, data}, {clock, files, warn}, onListening, signal);
    },
  };
}

/** Sends requests to the handler. The client has checked their origin, and written header names in lower case. */
export function createEmbeddedHttp(handler: Handler): Http {
  return {
    async send({method, url, headers, body = '', signal}) {
      signal?.throwIfAborted();
      return untilAborted(handler({method, url: new URL(url), headers, body: async () => body, signal}), signal);
    },
    async close() {},
  };
}

const PROFILE = 'sandbox';

/** Creates the files, or adds only the profile to an existing config. Concurrent first runs use the same key. */
export async function openEmbeddedFiles(directory: string, files: Files) {
  const keyPath = join(directory, `AuthKey_${SANDBOX_KEY_ID}.p8`);
  const configPath = join(directory, 'config.json');
  const store = join(directory, 'store.json');
  const lock = join(directory, 'locks', 'credentials');
  const complete = async () => completed(await read(configPath, files), keyPath);
  try {
    if (!(await files.lstat(keyPath)) || (await complete()) !== undefined) {
      for (const folder of [directory, dirname(lock)]) await files.makeDirectory(folder, 0o700);
      await files.withLock(lock, async () => {
        if (!(await files.lstat(keyPath))) await files.writeAtomic(keyPath, generatePrivateKey(), 0o600);
        const config = await complete();
        if (config !== undefined) await files.writeAtomic(configPath, config, 0o600);
      });
    }
    const key = createPublicKey(Buffer.from(await files.read(keyPath)).toString('utf8'));
    return {directory, store, key};
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const isOfSystem = error instanceof Error && 'syscall' in error;
    const reason = (isOfSystem && fileProblem(error)) || messageOf(error);
    const hint = isOfSystem ? undefined : 'Move the directory away: the next run makes a new one.';
    const message = `The sandbox's files in ${directory} cannot be used: ${reason}`;
    throw new ToolError('storage', message, {hint, cause: error});
  }
}

/** Reads a plain file. For anything else, returns text that is not JSON, which the reader of the config refuses. */
async function read(path: string, files: Files): Promise<string | undefined> {
  const stat = await files.lstat(path);
  if (!stat) return undefined;
  return stat.kind === 'file' ? Buffer.from(await files.read(path)).toString('utf8') : 'not a file';
}

function completed(config: string | undefined, keyPath: string): string | undefined {
  const document = parsedJson(config?.trim() || '{}');
  if (!isObject(document)) return undefined;
  const {default_profile, profiles = [], ...others} = document;
  if (!Array.isArray(profiles)) return undefined;
  const names = profiles.map((profile) => profile?.name);
  if (names.includes(PROFILE)) return undefined;
  const profile = {name: PROFILE, key_id: SANDBOX_KEY_ID, issuer_id: SANDBOX_ISSUER_ID, private_key_path: keyPath};
  const chosen = names.includes(default_profile) ? default_profile : PROFILE;
  return `${JSON.stringify({default_profile: chosen, profiles: [...profiles, profile], ...others}, undefined, 2)}\n`;
}
