import {stateIs} from './states.ts';
import type {StoreVersion} from './version.ts';

/** A version string to begin with, and what it was made from. */
export interface Proposal {
  text: string;
  /** The highest one of the platform, which it follows. */
  after?: string;
  /** The platform that has it already, where this one has none. */
  sameAs?: string;
}

function numbers(text: string | undefined): number[] | undefined {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,9})*$/.test(text) ? text.split('.').map(Number) : undefined;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The one with the highest version string; those that are not dotted numbers do not count. */
export function highest(versions: readonly StoreVersion[]): StoreVersion | undefined {
  let best: {version: StoreVersion; parts: number[]} | undefined;
  for (const version of versions) {
    const parts = numbers(version.versionString);
    if (parts && (!best || compare(parts, best.parts) > 0)) best = {version, parts};
  }
  return best?.version;
}

/** `3.3.1` → `3.4.0`, `3.3` → `3.4`, `3` → `4` */
function following(text: string): string {
  const [major = 0, minor, ...rest] = numbers(text) ?? [];
  return minor === undefined ? String(major + 1) : [major, minor + 1, ...rest.map(() => 0)].join('.');
}

/**
 * The next sensible version string for a platform: after its highest one; where it has none, what another platform has,
 * so that they agree; else a first one. An empty text where the platform counts in another way.
 *
 * @param versions of the app, all platforms
 */
export function nextVersion(versions: readonly StoreVersion[], platform: string): Proposal {
  const own = versions.filter((version) => version.platform === platform);
  const last = highest(own)?.versionString;
  if (last !== undefined) return {text: following(last), after: last};
  if (own.length > 0) return {text: ''};
  const other = highest(versions);
  return other ? {text: other.versionString ?? '', sameAs: other.platform} : {text: '1.0.0'};
}

/** A version on its way, and whether the service is known to refuse another one beside it. */
export interface InFlight {
  version: StoreVersion;
  blocks: boolean;
}

/** What keeps, or may keep, a new version of a platform from being made. */
export function inFlight(versions: readonly StoreVersion[], platform: string): InFlight | undefined {
  const own = versions.filter((version) => version.platform === platform);
  const editable = own.find(({state}) => stateIs(state, 'editable'));
  if (editable) return {version: editable, blocks: true};
  const moving = own.find(({state}) => !stateIs(state, 'at-rest'));
  return moving && {version: moving, blocks: false};
}
