import {cleanText, quoted} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import type {CredentialChoice} from './choose-credential.ts';
import type {CredentialDeps} from './deps.ts';
import {loadKey} from './key-source.ts';
import {fromKeychainItem} from './keychain-item.ts';
import type {StoredProfile} from './stored-profile.ts';

interface Loaded {
  credential: Credential;
  /** The keychain item says so, which only who has read it knows. */
  readOnly?: true;
}

/** Reads the one secret that the choice names. @throws ToolError `credentials`, `storage` */
export async function loadCredential({from}: Pick<CredentialChoice, 'from'>, deps: CredentialDeps): Promise<Loaded> {
  if ('keychain' in from) return loadFromKeychain(from.keychain, deps);
  const {keyId, owner, key} = from;
  return {credential: {...owner.value, keyId: keyId.value, privateKey: await loadKey(key, deps)}};
}

async function loadFromKeychain(
  {name, configPath}: StoredProfile,
  {keychain}: Pick<CredentialDeps, 'keychain'>,
): Promise<Loaded> {
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
