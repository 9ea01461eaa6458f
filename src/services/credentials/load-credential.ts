import {cleanText} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {quoted} from '../model/quoted.ts';
import type {CredentialChoice} from './choose-credential.ts';
import type {CredentialDeps} from './deps.ts';
import {loadKey} from './key-source.ts';
import {fromKeychainItem} from './keychain-item.ts';
import type {StoredProfile} from './stored-profile.ts';

/** Reads the one secret that the choice names. @throws ToolError `credentials`, `storage` */
export async function loadCredential({from}: CredentialChoice, deps: CredentialDeps): Promise<Credential> {
  if ('keychain' in from) return loadFromKeychain(from.keychain, deps);
  const {keyId, owner, key} = from;
  return {...owner.value, keyId: keyId.value, privateKey: await loadKey(key, deps)};
}

async function loadFromKeychain(
  {name, configPath}: StoredProfile,
  {keychain}: Pick<CredentialDeps, 'keychain'>,
): Promise<Credential> {
  const secret = await keychain.get(name);
  if (secret !== undefined) return fromKeychainItem(secret, name);
  throw new ToolError(
    'credentials',
    `The keychain has no item for profile ${quoted(name)}, which ${cleanText(configPath)} lists`,
    {
      hint: "Run 'tool auth login' for it again, or 'tool auth doctor --fix --confirm' to forget it.",
    },
  );
}
