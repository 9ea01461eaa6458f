import {cleanText} from './clean.ts';
import type {Remedy} from './error.ts';
import {type StoreVersion, stateIs, versionName} from './version.ts';
import {compare, numbers} from './version-string.ts';
import {AGREEMENTS_PAGE} from './web-pages.ts';

export interface Proposal {
  text: string;
  after?: string;
  sameAs?: string;
}

export function highest(versions: readonly StoreVersion[]): StoreVersion | undefined {
  const numbered = versions.flatMap((version) => {
    const parts = numbers(version.versionString);
    return parts ? [{version, parts}] : [];
  });
  return numbered.toSorted((a, b) => compare(b.parts, a.parts))[0]?.version;
}

function increment(text: string): string {
  const [major = 0, minor, ...rest] = numbers(text) ?? [];
  return minor === undefined ? String(major + 1) : [major, minor + 1, ...rest.map(() => 0)].join('.');
}

/** @param versions of all platforms @returns an empty string if the platform has versions, but no plain number */
export function nextVersion(versions: readonly StoreVersion[], platform: string): Proposal {
  const own = versions.filter((version) => version.platform === platform);
  const last = highest(own)?.versionString;
  if (last !== undefined) return {text: increment(last), after: last};
  if (own.length > 0) return {text: ''};
  const other = highest(versions);
  return other ? {text: other.versionString ?? '', sameAs: other.platform} : {text: '1.0.0'};
}

export function inFlight(versions: readonly StoreVersion[], platform: string) {
  const own = versions.filter((version) => version.platform === platform);
  const holder = own.find(({state}) => stateIs(state, 'holder'));
  if (holder) return {version: holder, blocks: true};
  const moving = own.find(({state}) => !stateIs(state, 'at-rest'));
  return moving && {version: moving, blocks: false};
}

export function holderText(holder: StoreVersion): string {
  return `version ${cleanText(versionName(holder))} of the same platform is in ${cleanText(holder.state ?? 'no known state')}`;
}

export function waysOut(
  {id, state, versionString, platform = '', appId: app = ''}: StoreVersion,
  wanted: string,
): Remedy[] {
  const command = (name: string, flags = {}) => ({command: ['versions', name], flags: {'version-id': id, ...flags}});
  const isSame = versionString === wanted;
  const same = {app, version: wanted, platform, 'if-exists': 'skip'};
  const ways: Remedy[] = [];
  if (isSame) ways.push({words: 'Continue with it', command: {command: ['versions', 'create'], flags: same}});
  if (stateIs(state, 'releasable')) ways.push({words: 'Release it', command: command('release', {confirm: true})});
  if (state === 'PENDING_CONTRACT') ways.push({words: 'Accept the agreement', hint: AGREEMENTS_PAGE});
  if (stateIs(state, 'withdrawable')) ways.push({words: 'Withdraw it', command: command('withdraw', {confirm: true})});
  if (stateIs(state, 'editable') && !isSame)
    ways.push({words: 'Rename it', command: command('update', {version: wanted})});
  if (stateIs(state, 'deletable')) ways.push({words: 'Delete it', command: command('delete', {confirm: true})});
  return [{words: 'Look at it', command: command('view')}, ...ways];
}
