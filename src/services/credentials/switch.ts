import {defaultOf, withDefault} from './config-document.ts';
import {existing, withLocks} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import {locate} from './locations.ts';
import {rewriteIfChanged} from './rewrite-config.ts';
import {readStored, type Stored, unknownProfile} from './stored.ts';
import {transaction} from './transaction.ts';

/** Makes a profile the default, in the file whose default is in force. @throws ToolError `not-found`, `storage` */
export async function switchTo(name: string, deps: CredentialDeps): Promise<void> {
  await withLocks(
    deps,
    // All: which one is to be written is only known once nobody else can change them.
    await existing(deps.files, await locate(deps)),
    async () => {
      const stored = await readStored(deps);
      const file = fileToWrite(name, stored);
      await transaction((steps) => rewriteIfChanged(file, withDefault(file.document, name), deps, steps));
    },
  );
}

/** A profile that only the local config has cannot be the default of everywhere else. */
function fileToWrite(name: string, stored: Stored) {
  const {global, local, profiles} = stored;
  const named = profiles.filter((profile) => profile.name === name);
  if (named.length === 0) throw unknownProfile(name, stored);
  const localWins = local && (defaultOf(local.document) !== undefined || named.every(({isLocal}) => isLocal));
  return localWins ? local : global;
}
