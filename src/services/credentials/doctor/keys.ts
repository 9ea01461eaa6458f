import {join} from 'node:path';
import {shellWord} from '../../model/shell-word.ts';
import {keysDirectory} from '../config.ts';
import type {CredentialDeps} from '../credentials.ts';
import {removeUnusedKeys, unusedKeys} from '../pasted-keys.ts';
import type {Stored} from '../profiles.ts';
import {leftovers, withLock} from '../write-config.ts';
import {type Finding, looseMode, warn} from './checks.ts';

const WRITE_TIME = 1000;

export async function examineKeys(stored: Stored, deps: CredentialDeps): Promise<Finding[]> {
  const {files} = deps;
  const directory = keysDirectory(stored.locations);
  const findings = await interruptedWrites(deps);
  const stat = await files.lstat(directory).catch(() => undefined);
  if (stat?.kind !== 'directory') return findings;
  findings.push(...(await looseMode(`The directory ${directory}`, directory, stat, deps)));
  const unused = await unusedKeys('new', {stored, deps});
  const realpath = (path: string) => files.realpath(path).catch(() => path);
  const checkedAsProfiles = await Promise.all(stored.profiles.map(({privateKeyPath = ''}) => realpath(privateKeyPath)));
  const remove = () => withLock(deps, () => removeUnusedKeys('new', deps));
  for (const name of (await files.readdir(directory).catch(() => [])).sort()) {
    const path = join(directory, name);
    const found = await files.lstat(path).catch(() => undefined);
    if (found?.kind !== 'file' || !name.endsWith('.p8')) continue;
    if (unused.includes(path))
      findings.push(warn(`No profile uses the key file ${path}`, `rm ${shellWord(path)}.`, remove));
    else if (!checkedAsProfiles.includes(await realpath(path))) {
      findings.push(...(await looseMode(`The private key file ${path}`, path, found, deps)));
    }
  }
  return findings;
}

async function interruptedWrites(deps: CredentialDeps): Promise<Finding[]> {
  const {clock, signal} = deps;
  const seen = await leftovers(deps);
  if (seen.length === 0) return [];
  await clock.sleep(WRITE_TIME, signal);
  const still = await leftovers(deps);
  // Taking the lock clears them.
  const clear = () => withLock(deps, async () => {});
  return seen
    .filter((path) => still.includes(path))
    .map((path) => warn(`${path} was left behind by an interrupted write`, `rm ${shellWord(path)}.`, clear));
}
