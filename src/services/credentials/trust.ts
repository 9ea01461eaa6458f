import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import {isObject} from '../model/values.ts';
import type {FileStat} from '../ports.ts';
import {
  type ConfigFile,
  globalPathOf,
  type Locations,
  locate,
  parseConfig,
  readConfig,
  readConfigBytes,
  trustedPathOf,
} from './config.ts';
import {defaultOf, namesIn, textOf} from './config-document.ts';
import type {CredentialDeps, UntrustedConfig} from './credentials.ts';
import {checkOwnership, FLAWS, type Flaw, flawOf} from './ownership.ts';
import {formatConfig, replaceFile, type Transaction, transaction, withLock} from './write-config.ts';

const TRUST_COMMAND = 'tool auth trust';

/** SHA-256 hashes of local configs that the tool wrote or `auth trust` allowed, by real path, from `trusted.json`. */
type Trusted = Map<string, readonly string[]>;

export async function readTrusted(locations: Locations, deps: CredentialDeps) {
  const {trusted} = await readTrustFile(deps);
  const untrusted: UntrustedConfig[] = [];
  for (const path of locations.localPaths) {
    const found = await examine(path, locations, trusted, deps);
    if (found && 'bytes' in found) return {local: found, untrusted};
    if (found) untrusted.push(found);
  }
  return {untrusted};
}

async function examine(path: string, {repository}: Locations, trusted: Trusted, deps: CredentialDeps) {
  const {files, cwd} = deps;
  for (const place of [repository ?? cwd, dirname(path), path]) {
    const stat = await files.lstat(place);
    const flaw = stat && flawOf(stat, deps);
    if (stat && flaw) return flawed(path, place, flaw, stat, deps);
  }
  const hashes = trusted.get(await realPathOf(path, deps));
  if (hashes === undefined) return notTrusted(path, 'not trusted yet', 'If it is yours');
  const bytes = await readConfigBytes(files, path);
  if (!bytes) return undefined;
  const isChanged = !hashes.includes(hashOf(bytes));
  if (isChanged) return notTrusted(path, 'changed since it was trusted', 'If the change is yours');
  return {path, bytes, document: parseConfig(bytes, path, {local: true})};
}

function notTrusted(path: string, reason: string, condition: string): UntrustedConfig {
  const message = `The local config ${cleanText(path)} is not used: ${reason}`;
  return {path, reason, canBeTrusted: true, message, remedy: `${condition}: ${TRUST_COMMAND}`};
}

function flawed(path: string, at: string, flaw: Flaw, {uid, mode}: FileStat, {user}: CredentialDeps): UntrustedConfig {
  const reason = FLAWS[flaw];
  const what = at === path ? 'it' : cleanText(at);
  const message = `The local config ${cleanText(path)} is not used: ${what} ${reason}, which '${TRUST_COMMAND}' cannot allow`;
  const isClosable = (mode & 0o1000) === 0 && (user?.uid === 0 || user?.uid === uid);
  const remedy =
    flaw === 'writable' && isClosable ? `To fix it: chmod go-w ${shellWord(at)}` : 'Use a folder of your own';
  return {path, reason, canBeTrusted: false, message, remedy};
}

export async function readTrustedConfig(path: string, locations: Locations, deps: CredentialDeps): Promise<ConfigFile> {
  const isLocal = locations.localPaths.includes(path);
  const found = isLocal ? await examine(path, locations, (await readTrustFile(deps)).trusted, deps) : undefined;
  if (found && 'reason' in found) throw refusal(found);
  return found ?? readConfig(deps.files, path);
}

function refusal({message, remedy}: UntrustedConfig): ToolError {
  return new ToolError('storage', message, {hint: `${remedy}.`});
}

export async function trust(seen: string | undefined, deps: CredentialDeps): Promise<LocalContent> {
  const {local, config} = await readHere(deps);
  if (!config?.canBeTrusted) {
    if (local) return contentOf(local);
    throw config ? refusal(config) : noLocalConfig(deps);
  }
  const {path} = config;
  return withLock(deps, async () => {
    const content = await readContent(path, deps);
    if (!content) throw noLocalConfig(deps);
    if (seen !== undefined && content.sha256 !== seen) {
      throw new ToolError('conflict', `${cleanText(path)} has changed in the meantime`, {hint: 'Review it again.'});
    }
    await transaction((step) => remember(path, () => [content.sha256], {deps, step}));
    return content;
  });
}

export async function revokeTrust(deps: CredentialDeps): Promise<string> {
  const {localPaths, localTarget = ''} = await locateAllowed(deps);
  const {trusted} = await readTrustFile(deps);
  // `trusted.json` may still list a config that was deleted.
  const reals = await Promise.all(localPaths.map((path) => realPathOf(path, deps)));
  const path = [...reals, localTarget].find((place) => trusted.has(place)) ?? reals[0];
  if (path === undefined) throw noLocalConfig(deps);
  await withLock(deps, () => transaction((step) => remember(path, () => [], {deps, step})));
  return path;
}

export async function listTrusted(deps: CredentialDeps) {
  await locateAllowed(deps);
  const {trusted} = await readTrustFile(deps);
  return Promise.all(
    [...trusted.keys()].map(async (path) => {
      const there = {...deps, cwd: dirname(dirname(path))};
      const locations = await locate(there);
      const isFound = locations.localPaths.includes(path);
      const found = isFound ? await examine(path, locations, trusted, there).catch(() => undefined) : undefined;
      return {path, trusted: found !== undefined && 'bytes' in found};
    }),
  );
}

export type UntrustedHere = NonNullable<Awaited<ReturnType<typeof findUntrusted>>>;

export async function findUntrusted(deps: CredentialDeps) {
  if (deps.configDirectory) return undefined;
  const {config} = await readHere(deps);
  if (!config) return undefined;
  const content = config.canBeTrusted ? await readContent(config.path, deps).catch(() => undefined) : undefined;
  return {config, content};
}

async function readHere(deps: CredentialDeps) {
  const {local, untrusted} = await readTrusted(await locateAllowed(deps), deps);
  return {local, config: untrusted.find(({canBeTrusted}) => canBeTrusted) ?? untrusted[0]};
}

async function locateAllowed(deps: CredentialDeps): Promise<Locations> {
  if (deps.configDirectory) {
    throw new ToolError('usage', 'has no local configs to trust: its config is its own', {facts: {flag: 'sandbox'}});
  }
  await checkOwnership(deps);
  return locate(deps);
}

function noLocalConfig({cwd}: CredentialDeps): ToolError {
  const hint = "'tool auth init --local' writes one.";
  return new ToolError('not-found', `There is no local config for ${cleanText(cwd)}`, {hint});
}

async function readContent(path: string, deps: CredentialDeps): Promise<LocalContent | undefined> {
  const bytes = await readConfigBytes(deps.files, path);
  return bytes && contentOf({path, bytes, document: parseConfig(bytes, path, {local: true})});
}

export type LocalContent = ReturnType<typeof contentOf>;

function contentOf({path, bytes, document}: ConfigFile & {bytes: Uint8Array}) {
  return {path, sha256: hashOf(bytes), profiles: namesIn(document), defaultName: defaultOf(document)};
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

async function readTrustFile(deps: CredentialDeps): Promise<{file: ConfigFile; trusted: Trusted}> {
  const path = trustedPathOf(globalPathOf(deps));
  const bytes = await readConfigBytes(deps.files, path);
  const file = {path, bytes, document: {}};
  if (!bytes) return {file, trusted: new Map()};
  const stat = await deps.files.lstat(path);
  try {
    if (stat && flawOf(stat, deps)) throw new Error('others can write it');
    return {file, trusted: trustedIn(parseConfig(bytes, path).trusted)};
  } catch {
    deps.warn?.(`${cleanText(path)} is damaged: no local config is trusted until '${TRUST_COMMAND}' writes it again`);
    return {file, trusted: new Map()};
  }
}

function trustedIn(record: unknown): Trusted {
  if (!isObject(record)) throw new Error('not a record');
  const entries = Object.entries(record).map(([at, hashes]) => [at, [hashes].flat().map(textOf)] as const);
  if (entries.some(([, hashes]) => hashes.includes(undefined))) throw new Error('not hashes');
  return new Map(entries as [string, string[]][]);
}

/** Follows the links of the folder. The config itself is never a link, and may have been deleted or not exist yet. */
async function realPathOf(path: string, {files}: CredentialDeps): Promise<string> {
  const folder = dirname(path);
  return join(await files.realpath(folder).catch(() => folder), basename(path));
}

async function remember(
  path: string,
  change: (before: readonly string[]) => readonly string[],
  {deps, step}: Transaction,
) {
  const real = await realPathOf(path, deps);
  const {file, trusted} = await readTrustFile(deps);
  const before = trusted.get(real) ?? [];
  const after = [...new Set(change(before))];
  if (after.join() === before.join()) return;
  if (after.length === 0) trusted.delete(real);
  else trusted.set(real, after);
  const hashes = [...trusted].map(([at, all]) => [at, all.length === 1 ? all[0] : all]);
  const content = formatConfig({trusted: Object.fromEntries(hashes)});
  await replaceFile(file.path, content, deps.files, step, file.bytes);
}

/** Trusts the new content as well as the old before a write, so that a killed run leaves the config trusted. */
export function trustAlso(path: string, content: string, change: Transaction): Promise<void> {
  return remember(path, (hashes) => [...hashes, hashOf(content)], change);
}

export function trustOnly(path: string, content: string | Uint8Array, change: Transaction): Promise<void> {
  return remember(path, (hashes) => (hashes.length > 1 ? [hashOf(content)] : hashes), change);
}
