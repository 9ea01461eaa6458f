import {join} from 'node:path';
import {shellWord} from '../../model/shell-word.ts';
import type {FileStat} from '../../ports.ts';
import {DIRECTORY_MODE, existing, FILE_MODE, keysDirectory, leftovers, withLocks, writable} from '../config-file.ts';
import type {CredentialDeps} from '../deps.ts';
import {chmodCommand, isLoose} from '../key-source.ts';
import {keyIn, readPasted, removeKey, usesOf} from '../pasted-keys.ts';
import type {Stored} from '../stored.ts';
import {type Finding, info, warn} from './finding.ts';

/** Far more than any key has. */
const MAX_BYTES = 64 * 1024;

/** How long a write of another process is given to be over, in ms. */
const WRITE_TIME = 1000;

/** The folder of pasted keys: modes, keys that nothing names; and what interrupted writes left behind, there or elsewhere. */
export async function examineKeys(stored: Stored, deps: CredentialDeps): Promise<Finding[]> {
  const {files, platform} = deps;
  const directory = keysDirectory(stored.locations);
  const findings = await interruptedWrites(stored, deps);
  const stat = await files.lstat(directory).catch(() => undefined);
  if (stat?.kind !== 'directory') return findings;
  if (isLoose(stat, platform)) {
    const message = `The directory ${directory} is open to other users`;
    findings.push(
      warn(message, `${chmodCommand(DIRECTORY_MODE, directory)}.`, () => files.chmod(directory, DIRECTORY_MODE)),
    );
  }
  const interrupted = await files.leftovers(directory);
  for (const name of (await files.readdir(directory).catch(() => [])).sort()) {
    const path = join(directory, name);
    if (!interrupted.includes(path)) findings.push(...(await examineKey(path, name, stored, deps)));
  }
  return findings;
}

async function interruptedWrites({locations}: Stored, deps: CredentialDeps): Promise<Finding[]> {
  const {files, clock, signal} = deps;
  const find = async () => (await Promise.all(writable(locations).map((path) => leftovers(files, path)))).flat();
  const seen = await find();
  if (seen.length === 0) return [];
  await clock.sleep(WRITE_TIME, signal);
  const still = await find();
  return seen
    .filter((path) => still.includes(path))
    .map((path) =>
      // Taking the locks clears them.
      warn(`${path} was left behind by an interrupted write`, `rm ${shellWord(path)}.`, async () =>
        withLocks(deps, await existing(files, locations), async () => {}),
      ),
    );
}

async function examineKey(path: string, name: string, stored: Stored, deps: CredentialDeps): Promise<Finding[]> {
  const {files} = deps;
  const {globalPath, localPaths} = stored.locations;
  const stat = await files.lstat(path).catch(() => undefined);
  if (stat?.kind !== 'file') return [];
  const {key, isAsWritten} = keyIn(await files.read(path, {maxBytes: MAX_BYTES}).catch(() => undefined));
  if (key === undefined && !name.endsWith('.p8')) return [];

  const configs = (await readPasted(stored, files)).get(name)?.configs;
  const uses = () => usesOf(path, configs ?? [], stored.locations, deps);
  const {named, unclear} = await uses();
  if (named || unclear.length > 0) {
    // A broken config of this place is spoken of with the configs.
    const gone = named || unclear.includes(globalPath) ? [] : unclear.filter((config) => !localPaths.includes(config));
    const remedy = `If that config is gone for good: rm ${shellWord(path)}.`;
    return [
      // Those of the profiles here are looked at with them.
      ...((await isOfProfile(path, stored, deps)) ? [] : looseKey(path, stat, deps)),
      ...gone.map((config) => info(`The key file ${path} is of a profile in ${config}, which cannot be read`, remedy)),
    ];
  }
  const message = `No profile uses the key file ${path}`;
  const remedy = `rm ${shellWord(path)}.`;
  // Not as the tool writes a key: perhaps the only copy of what someone downloaded.
  if (!isAsWritten) return [warn(message, `If you do not need it: ${remedy}`)];
  const remove = async () => {
    const now = await uses();
    if (!now.named && now.unclear.length === 0) await removeKey(path, stored, files);
  };
  return [warn(message, remedy, async () => withLocks(deps, await existing(files, stored.locations), remove))];
}

/** A key file that others can read or write. */
export function looseKey(path: string, stat: FileStat, {files, platform}: CredentialDeps): Finding[] {
  if (!isLoose(stat, platform)) return [];
  return [
    warn(`The private key file ${path} is open to other users`, `${chmodCommand(FILE_MODE, path)}.`, () =>
      files.chmod(path, FILE_MODE),
    ),
  ];
}

async function isOfProfile(path: string, {profiles}: Stored, {files}: CredentialDeps): Promise<boolean> {
  const paths = profiles.flatMap(({privateKeyPath}) => privateKeyPath ?? []);
  const real = await Promise.all([path, ...paths].map((each) => files.realpath(each).catch(() => each)));
  return real.slice(1).includes(real[0] ?? path);
}
