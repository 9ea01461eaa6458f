import {join} from 'node:path';
import {ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import type {SandboxKey} from './authorize.ts';
import {generatePrivateKey, SANDBOX_ISSUER_ID, SANDBOX_KEY_ID, sandboxKey} from './sandbox-key.ts';

const PROFILE = 'sandbox';

export interface EmbeddedFiles {
  directory: string;
  key: SandboxKey;
  /** What holds the changes. */
  store: string;
}

/**
 * The files behind `--sandbox`, made on first use: a key, and a config with the profile that uses it. What is there
 * is left as it is; two first runs at once agree on one key.
 * @param directory absolute @throws ToolError storage
 */
export async function openEmbeddedFiles(directory: string, files: Files): Promise<EmbeddedFiles> {
  const keyPath = join(directory, `AuthKey_${SANDBOX_KEY_ID}.p8`);
  const configPath = join(directory, 'config.json');
  const store = join(directory, 'store.json');
  const isComplete = async () =>
    (await files.lstat(keyPath)) !== undefined && (await files.lstat(configPath)) !== undefined;
  try {
    if (!(await isComplete())) {
      await files.makeDirectory(directory, 0o700);
      await files.withLock(join(directory, 'first-use'), async () => {
        if (!(await files.lstat(keyPath))) await files.writeAtomic(keyPath, generatePrivateKey(), 0o600);
        if (!(await files.lstat(configPath))) await files.writeAtomic(configPath, newConfig(keyPath), 0o600);
      });
    }
    const key = Buffer.from(await files.read(keyPath)).toString('utf8');
    return {directory, store, key: readKey(key, keyPath)};
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError('storage', `The sandbox's files in ${directory} cannot be used: ${reason}`, {cause: error});
  }
}

function readKey(pem: string, path: string): SandboxKey {
  try {
    return sandboxKey(pem);
  } catch (error) {
    throw new ToolError('storage', `The sandbox's own key ${path} is damaged`, {
      hint: 'Delete the file: the next run makes a new one.',
      cause: error,
    });
  }
}

function newConfig(keyPath: string): string {
  const profile = {
    name: PROFILE,
    key_id: SANDBOX_KEY_ID,
    issuer_id: SANDBOX_ISSUER_ID,
    private_key_path: keyPath,
  };
  return `${JSON.stringify({default_profile: PROFILE, profiles: [profile]}, undefined, 2)}\n`;
}
