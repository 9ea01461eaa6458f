import {ToolError} from '../model/error.ts';
import {locate} from './config.ts';
import type {CredentialDeps, LoginOptions, LoginResult} from './credentials.ts';
import {isLoose} from './ownership.ts';
import {parsePrivateKey} from './private-key.ts';
import {type FoundKeyFile, findKeyFile, type KeyFile, looseKeyWarning, readKeyFile} from './secrets.ts';
import {pipeRefused, storeProfile} from './store-profile.ts';
import {checkSigning} from './token.ts';
import {targetOf} from './write-config.ts';

export async function login(given: LoginOptions, deps: CredentialDeps): Promise<LoginResult> {
  const {name, keyId, owner, local, readOnly} = given;
  const bypass = given.bypassKeychain || !deps.keychainEnabled;
  if (local) await checkLocal(bypass, deps);
  const {key: privateKey, path: keyPath, stat} = await readKey(given, bypass, deps);
  const credential = {...owner, keyId, privateKey};
  if (!given.skipValidation) await checkSigning(credential, deps);
  await given.validate?.(credential);
  const isPipe = stat?.kind === 'fifo';
  const result = await storeProfile({name, credential, readOnly, keyPath, isPipe}, {local, bypass}, deps);
  const isOpen = keyPath !== undefined && stat?.kind === 'file' && isLoose(stat, deps.platform);
  return {...result, warnings: [...(isOpen ? [looseKeyWarning(keyPath)] : []), ...result.warnings]};
}

async function checkLocal(bypass: boolean, deps: CredentialDeps): Promise<void> {
  targetOf(await locate(deps), true);
  if (bypass || !(await deps.keychain.check()).accessible) return;
  throw new ToolError('usage', 'needs --bypass-keychain: the profile would go to the system keychain', {
    hint: 'Add --bypass-keychain to store it in ./.tool/config.json, or leave out --local.',
    facts: {flag: 'local'},
  });
}

async function readKey(
  {privateKey, local}: LoginOptions,
  bypass: boolean,
  deps: CredentialDeps,
): Promise<Pick<KeyFile, 'key'> & Partial<KeyFile>> {
  if ('path' in privateKey) {
    const found = await findKeyFile(privateKey.path, undefined, deps).catch(aboutKey);
    // Checked before reading, which might block forever.
    if (found.stat.kind === 'fifo') await checkPipe(found, bypass || local, deps);
    return readKeyFile(found, deps, 'pipe').catch(aboutKey);
  }
  const parsed = parsePrivateKey(privateKey.pem);
  if ('key' in parsed) return parsed;
  throw new ToolError('credentials', `The private key ${parsed.refusal}`, {facts: {flag: 'private-key'}});
}

function aboutKey(error: unknown): never {
  throw error instanceof ToolError ? error.with({facts: {flag: 'private-key'}}) : error;
}

async function checkPipe({path}: FoundKeyFile, toConfig: boolean, {keychain}: CredentialDeps): Promise<void> {
  if (toConfig) throw pipeRefused(path);
  const {accessible, reason = 'does not answer'} = await keychain.check();
  if (!accessible) throw pipeRefused(path, `The system keychain ${reason}`);
}
