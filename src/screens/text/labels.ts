import type {Profile} from '../../services/model/credential.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {platformName} from './words.ts';

/** An app by its name, else by what identifies it. */
export function appLabel({id, name, bundleId}: App): string {
  return name ?? bundleId ?? id;
}

/** `3.3.0 iOS`, for titles and crumbs. */
export function versionTitle({id, versionString, platform}: StoreVersion): string {
  return [versionString ?? id, platform && platformName(platform)].filter(Boolean).join(' ');
}

/** `Aurora Notes 3.3.0 iOS`, out of the context of a screen. */
export function fullTitle(app: App | undefined, version: StoreVersion): string {
  return [app && appLabel(app), versionTitle(version)].filter(Boolean).join(' ');
}

/** `3.3.0 for iOS`, in a sentence; `a version` while none is chosen. */
export function versionLabel(version: StoreVersion | undefined): string {
  if (!version) return 'a version';
  const {id, versionString, platform} = version;
  return [versionString ?? id, platform && platformName(platform)].filter(Boolean).join(' for ');
}

/** Where a profile is stored, as the header names it: `keychain`, `local config`, ... */
export function placeLabel({storedIn, isLocal}: Profile): string {
  return isLocal ? `local ${storedIn}` : storedIn;
}

/** `1 app`, `2 apps`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `2 things missing` */
export function missingLabel(count: number): string {
  return count === 0 ? 'nothing is missing' : `${plural(count, 'thing')} missing`;
}

/** A path as a person writes it: `~/.tool/config.json`. */
export function shortPath(path: string, home: string): string {
  const base = home.replace(/[\\/]+$/, '');
  if (base === '' || !path.startsWith(base)) return path;
  const rest = path.slice(base.length);
  return rest === '' || /^[\\/]/.test(rest) ? `~${rest}` : path;
}
