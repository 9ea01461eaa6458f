import {dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import {defaultOf, entriesOf, profileName} from './config-document.ts';
import {type ConfigFile, parseConfig, readConfigBytes, withLocks} from './config-file.ts';
import type {LocalContent, TrustEntry, UntrustedConfig, UntrustedHere} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {type Locations, locate} from './locations.ts';
import {checkOwn, FLAWS, type Flaw, flawOf, isClosable} from './ownership.ts';

import {hashOf, readStore, record, TRUST_COMMAND, type Trusted} from './trust-record.ts';

/**
 * Which local configs are used: those that only their owner can write, and that the tool wrote or `auth trust` allowed.
 * What was allowed is a content: trusted.json holds its SHA-256 by the real path of the file.
 */

type Judged = {file: ConfigFile & {bytes: Uint8Array}} | {untrusted: UntrustedConfig} | undefined;

/** The nearest local config that may be used, and those nearer that may not. @throws ToolError storage */
export async function readTrusted(
  locations: Locations,
  deps: CredentialDeps,
): Promise<{local?: ConfigFile; untrusted: UntrustedConfig[]}> {
  const judged = await judgeAll(locations, deps);
  const last = judged.at(-1);
  return {
    local: last && 'file' in last ? last.file : undefined,
    untrusted: judged.flatMap((one) => ('untrusted' in one ? [one.untrusted] : [])),
  };
}

/** The local configs here, up to the first that is used. */
async function judgeAll(locations: Locations, deps: CredentialDeps): Promise<NonNullable<Judged>[]> {
  const trusted = await readStore(deps);
  const found: NonNullable<Judged>[] = [];
  for (const path of locations.localPaths) {
    const judged = await judge(path, rootOf(locations, deps), trusted, deps);
    if (judged) found.push(judged);
    if (judged && 'file' in judged) break;
  }
  return found;
}

function rootOf({repository}: Locations, {cwd}: Pick<CredentialDeps, 'cwd'>): string {
  return repository ?? cwd;
}

/** Undefined where there is no such file any more. @throws ToolError storage when what is trusted cannot be read */
async function judge(path: string, root: string, trusted: Trusted, deps: CredentialDeps): Promise<Judged> {
  const {files} = deps;
  for (const place of [root, dirname(path), path]) {
    const stat = await files.lstat(place);
    const flaw = stat && flawOf(stat, deps);
    if (stat && flaw) return {untrusted: flawed(path, place, flaw, isClosable(stat, deps))};
  }
  const real = await files.realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  const known = trusted.get(real);
  if (known === undefined) return {untrusted: notTrusted(path, 'not trusted yet', 'If it is yours')};
  const bytes = await readConfigBytes(files, path);
  if (!bytes) return undefined;
  if (!known.includes(hashOf(bytes))) {
    return {untrusted: notTrusted(path, 'changed since it was trusted', 'If the change is yours')};
  }
  return {file: {path, bytes, document: parseConfig(bytes, path, {local: true})}};
}

function notTrusted(path: string, reason: string, condition: string): UntrustedConfig {
  const message = `The local config ${cleanText(path)} is not used: ${reason}`;
  return {path, reason, canBeTrusted: true, message, remedy: `${condition}: ${TRUST_COMMAND}`};
}

function flawed(path: string, place: string, flaw: Flaw, closable: boolean): UntrustedConfig {
  const reason = FLAWS[flaw];
  const what = place === path ? 'it' : cleanText(place);
  const message = `The local config ${cleanText(path)} is not used: ${what} ${reason}, which '${TRUST_COMMAND}' cannot allow`;
  const remedy =
    flaw === 'writable' && closable ? `To close it: chmod go-w ${shellWord(place)}` : 'Use a folder of your own';
  return {path, reason, canBeTrusted: false, message, remedy};
}

/** A local config that is about to be changed. @throws ToolError storage when it is not trusted, or cannot be read */
export async function readTarget(path: string, locations: Locations, deps: CredentialDeps): Promise<ConfigFile> {
  const judged = locations.localPaths.includes(path)
    ? await judge(path, rootOf(locations, deps), await readStore(deps), deps)
    : undefined;
  if (!judged) {
    const bytes = await readConfigBytes(deps.files, path);
    return {path, bytes, document: bytes ? parseConfig(bytes, path) : {}};
  }
  if ('file' in judged) return judged.file;
  throw refusal(judged.untrusted);
}

function refusal({message, remedy}: UntrustedConfig): ToolError {
  return new ToolError('storage', message, {hint: `${remedy}.`});
}

/** Allows the local config here. @param seen the hash of what a person was shown @throws ToolError `not-found`, `storage` */
export async function trust(seen: string | undefined, deps: CredentialDeps): Promise<LocalContent> {
  const found = await judgeAll(await hereOf(deps), deps);
  const [nearest] = found;
  if (!nearest) throw nothingHere(deps);
  const chosen = found.find((judged) => 'file' in judged || judged.untrusted.canBeTrusted);
  if (!chosen) throw 'untrusted' in nearest ? refusal(nearest.untrusted) : nothingHere(deps);
  if ('file' in chosen) return contentOf(chosen.file);
  const {path} = chosen.untrusted;
  return withLocks(deps, [path], async () => {
    const content = await readContent(path, deps);
    if (!content) throw nothingHere(deps);
    if (seen !== undefined && content.sha256 !== seen) {
      throw new ToolError('conflict', `${cleanText(path)} has changed meanwhile`, {hint: 'Look at it again.'});
    }
    await record(path, () => [content.sha256], deps);
    return content;
  });
}

/** Forgets that the local config here was allowed. @returns its path @throws ToolError `not-found`, `storage` */
export async function revokeTrust(deps: CredentialDeps): Promise<string> {
  const {localPaths, localTarget} = await hereOf(deps);
  const trusted = await readStore(deps);
  const reals = await Promise.all(localPaths.map((path) => deps.files.realpath(path).catch(() => path)));
  // A file that is gone may still be remembered.
  const remembered = [...reals, ...(localTarget === undefined ? [] : [localTarget])].find((path) => trusted.has(path));
  const path = remembered ?? reals[0];
  if (path === undefined) throw nothingHere(deps);
  await record(path, () => [], deps);
  return path;
}

/** Everything that was allowed, and whether it is still the same and may be used. @throws ToolError storage */
export async function listTrusted(deps: CredentialDeps): Promise<TrustEntry[]> {
  await hereOf(deps);
  const trusted = await readStore(deps);
  return Promise.all(
    [...trusted.keys()].map(async (path) => {
      const there = {...deps, cwd: dirname(dirname(path))};
      const locations = await locate(there);
      const judged = locations.localPaths.includes(path)
        ? await judge(path, rootOf(locations, there), trusted, deps).catch(() => undefined)
        : undefined;
      return {path, trusted: judged !== undefined && 'file' in judged};
    }),
  );
}

export async function findUntrusted(deps: CredentialDeps): Promise<UntrustedHere | undefined> {
  if (!deps.localConfigAllowed) return undefined;
  const {untrusted} = await readTrusted(await hereOf(deps), deps);
  const config = untrusted.find(({canBeTrusted}) => canBeTrusted) ?? untrusted[0];
  return (
    config && {
      config,
      content: config.canBeTrusted ? await readContent(config.path, deps).catch(() => undefined) : undefined,
    }
  );
}

async function hereOf(deps: CredentialDeps): Promise<Locations> {
  if (!deps.localConfigAllowed) {
    throw new ToolError('usage', 'has no local configs to trust: its config is its own', {facts: {flag: 'sandbox'}});
  }
  const locations = await locate(deps);
  await checkOwn(locations.globalPath, deps);
  return locations;
}

function nothingHere({cwd}: CredentialDeps): ToolError {
  return new ToolError('not-found', `There is no local config for ${cleanText(cwd)}`, {
    hint: "'tool auth init --local' writes one.",
  });
}

async function readContent(path: string, deps: CredentialDeps): Promise<LocalContent | undefined> {
  const bytes = await readConfigBytes(deps.files, path);
  return bytes && contentOf({path, bytes, document: parseConfig(bytes, path, {local: true})});
}

function contentOf({path, bytes, document}: ConfigFile & {bytes: Uint8Array}): LocalContent {
  const profiles = entriesOf(document).flatMap((entry) => profileName(entry) ?? []);
  return {path, sha256: hashOf(bytes), profiles, defaultName: defaultOf(document)};
}
