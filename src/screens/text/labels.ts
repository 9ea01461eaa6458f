import type {Profile} from '../../services/model/credential.ts';
import type {ErrorKind, ToolError} from '../../services/model/error.ts';
import {plural} from '../../services/model/values.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {platformName} from './api-names.ts';

export function appLabel({id, name, bundleId}: App): string {
  return name ?? bundleId ?? id;
}

export function versionTitle(version: StoreVersion): string {
  return titleParts(version).join(' ');
}

function titleParts({id, versionString, platform}: StoreVersion): string[] {
  return [versionString ?? id, platformName(platform ?? '')].filter((part) => part !== '');
}

export function fullTitle(app: App | undefined, version: StoreVersion): string {
  return [app && appLabel(app), versionTitle(version)].filter(Boolean).join(' ');
}

export function versionLabel(version: StoreVersion | undefined): string {
  return version ? titleParts(version).join(' for ') : 'a version';
}

export function storageLabel({storedIn, isLocal}: Profile): string {
  return isLocal ? `local ${storedIn}` : storedIn;
}

/** A word like `iOS` stays as it is. */
export function capitalized(text: string): string {
  if (/^[a-z]+[A-Z]/.test(text)) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function missingLabel(count: number): string {
  return `${plural(count, 'thing')} missing`;
}

export function shortPath(path: string, home: string): string {
  const base = home.replace(/[\\/]+$/, '');
  if (base === '' || !path.startsWith(base)) return path;
  const rest = path.slice(base.length);
  return rest === '' || /^[\\/]/.test(rest) ? `~${rest}` : path;
}

export function whyUnread({kind}: ToolError): string {
  return WHY_UNREAD[kind] ?? 'the service failed';
}

const WHY_UNREAD: Partial<Record<ErrorKind, string>> = {
  network: 'no connection',
  credentials: 'the key was refused',
  'rate-limited': 'too many requests',
  'not-found': 'it no longer exists',
};
