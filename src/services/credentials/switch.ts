import {defaultOf, withDefault} from './config-document.ts';
import {withLocks} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import {write} from './store-profile.ts';
import {readStored, type Stored, unknownProfile} from './stored.ts';
import {transaction} from './transaction.ts';

/** Makes a profile the default, in the file whose default is in force. @throws ToolError `not-found`, `storage` */
export async function switchTo(name: string, deps: CredentialDeps): Promise<void> {
  const {path} = fileToWrite(name, await readStored(deps));
  await withLocks(
    deps.files,
    [path],
    async () => {
      const stored = await readStored(deps);
      const file = fileToWrite(name, stored);
      await transaction((steps) => write(file, withDefault(file.document, name), deps, steps));
    },
    deps.signal,
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
