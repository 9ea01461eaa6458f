import {join} from 'node:path';
import {shellWord} from '../../model/shell-word.ts';
import {keysDirectory} from '../config.ts';
import type {CredentialDeps} from '../credentials.ts';
import {usesOf} from '../pasted-keys.ts';
import {parseKeyFile} from '../private-key.ts';
import type {Stored} from '../profiles.ts';
import {MAX_KEY_BYTES} from '../secrets.ts';
import {leftovers, withLock} from '../write-config.ts';
import {type Finding, info, looseMode, warn} from './checks.ts';

const WRITE_TIME = 1000;

/** The folder of pasted keys: modes and unused keys. Also what interrupted writes left anywhere. */
export async function examineKeys(stored: Stored, deps: CredentialDeps): Promise<Finding[]> {
  const {files} = deps;
  const directory = keysDirectory(stored.locations);
  const findings = await interruptedWrites(deps);
  const stat = await files.lstat(directory).catch(() => undefined);
  if (stat?.kind !== 'directory') return findings;
  findings.push(...(await looseMode(`The directory ${directory}`, directory, stat, deps)));
  const interrupted = await files.leftovers(directory);
  for (const name of (await files.readdir(directory).catch(() => [])).sort()) {
    const path = join(directory, name);
    if (!interrupted.includes(path)) findings.push(...(await examineKey(path, name, stored, deps)));
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

async function examineKey(path: string, name: string, stored: Stored, deps: CredentialDeps): Promise<Finding[]> {
  const {files} = deps;
  const {globalPath, localPaths} = stored.locations;
  const stat = await files.lstat(path).catch(() => undefined);
  if (stat?.kind !== 'file') return [];
  const {key, isAsWritten} = parseKeyFile(await files.read(path, {maxBytes: MAX_KEY_BYTES}).catch(() => undefined));
  if (key === undefined && !name.endsWith('.p8')) return [];

  const {named, unclear, gone} = await usesOf(path, {stored, deps});
  // Those of the profiles here are checked there.
  const isHere = await isOfProfile(path, stored, deps);
  if (named) return isHere ? [] : looseMode(`The private key file ${path}`, path, stat, deps);
  // A broken config here is reported in its own section.
  const elsewhere = unclear.includes(globalPath) ? [] : [...unclear, ...gone].filter((at) => !localPaths.includes(at));
  if (unclear.length + gone.length > 0) {
    const remedy = `If no profile uses it: rm ${shellWord(path)}.`;
    return elsewhere.map((config) =>
      info(`The key file ${path} may belong to a profile in ${config}, which cannot be read`, remedy),
    );
  }
  const message = `No profile uses the key file ${path}`;
  const remedy = `rm ${shellWord(path)}.`;
  // Not in our own format: possibly someone's only copy of a download.
  if (!isAsWritten) return [warn(message, `If you do not need it: ${remedy}`)];
  const remove = async () => {
    const uses = await usesOf(path, {stored, deps});
    if (!uses.named && uses.unclear.length + uses.gone.length === 0) await files.remove(path);
  };
  return [warn(message, remedy, () => withLock(deps, remove))];
}

async function isOfProfile(path: string, {profiles}: Stored, {files}: CredentialDeps): Promise<boolean> {
  const paths = profiles.flatMap(({privateKeyPath}) => privateKeyPath ?? []);
  const [real, ...others] = await Promise.all([path, ...paths].map((each) => files.realpath(each).catch(() => each)));
  return others.includes(real ?? path);
}
