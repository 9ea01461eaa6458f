import type {Profile} from '../../services/model/credential.ts';
import type {ErrorKind, ToolError} from '../../services/model/error.ts';
import {lookup, plural} from '../../services/model/values.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Glyphs, Tone} from '../theme.ts';
import {type Segment, signSegment} from './lines.ts';
import states from './states.json' with {type: 'json'};

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

const TONES = {
  prepare: undefined,
  waiting: 'busy',
  review: 'busy',
  approved: 'good',
  processing: 'busy',
  live: 'good',
  removed: undefined,
  rejected: 'bad',
  blocked: 'bad',
  unknown: undefined,
} as const satisfies Partial<Record<keyof Glyphs, Tone | undefined>>;

interface StateEntry {
  glyph: keyof typeof TONES;
  name?: string;
  short?: string;
  meaning: string;
  news?: string;
}

const STATES = states as Readonly<Record<string, StateEntry>>;

export function stateDisplay(state = 'Unknown') {
  const known = lookup(STATES, state) ?? {...UNKNOWN, name: state, short: state};
  const {glyph, meaning, name = state.slice(0, 1) + plainLabel(state).slice(1), short = name.toLowerCase()} = known;
  const {news = `it is now ${name.toLowerCase()}`} = known;
  return {glyph, tone: TONES[glyph], name, short, meaning, news};
}

export function stateSegments(state: string | undefined, glyphs: Glyphs, more = ''): Segment[] {
  const display = stateDisplay(state);
  return [signSegment(display, glyphs), {text: display.name + more}];
}

const UNKNOWN: StateEntry = {glyph: 'unknown', meaning: 'a state that tool does not know yet'};

const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  IOS: 'iOS',
  MAC_OS: 'macOS',
  TV_OS: 'tvOS',
  VISION_OS: 'visionOS',
};

export function platformName(platform: string): string {
  return lookup(PLATFORM_NAMES, platform) ?? platform;
}

/** Words a service message like the app: `is in IN_REVIEW` becomes `is in review`, `for IOS` becomes `for iOS`. */
export function inWords(message: string): string {
  return message.replace(
    /(\bis (?:still )?)?(in )?\b([A-Z]+(?:_[A-Z]+)*)\b/g,
    (found, is = '', within = '', name = '') => {
      if (!lookup(STATES, name)) return found.replace(name, platformName(name));
      return is + (is ? '' : within) + stateDisplay(name).name.toLowerCase();
    },
  );
}

export function plainLabel(name: string): string {
  return name.replaceAll('_', ' ').toLowerCase();
}
