import type {Profile} from '../../services/model/credential.ts';
import type {ErrorKind, ToolError} from '../../services/model/error.ts';
import {lookup, midSentence, plural} from '../../services/model/values.ts';
import type {App, StoreVersion, VersionState} from '../../services/model/version.ts';
import type {Glyphs, Tone} from '../theme.ts';
import {type Segment, signSegment} from './lines.ts';

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

export function missingLabel(count: number): string {
  return `${plural(count, 'thing')} missing`;
}

export function firstMissing(count: number, message: string): string {
  const what = midSentence(message);
  return count === 1 ? `1 thing is missing: ${what}` : `${count} things are missing. First: ${what}`;
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

type StateRow = readonly [
  glyph: keyof typeof TONES,
  meaning: string,
  words?: {name?: string; short?: string; news?: string},
];

const STATES: Readonly<Record<VersionState, StateRow>> = {
  PREPARE_FOR_SUBMISSION: ['prepare', 'being prepared: everything can still be changed', {short: 'preparing'}],
  READY_FOR_REVIEW: ['prepare', 'complete, but not yet submitted', {short: 'in a draft'}],
  WAITING_FOR_REVIEW: ['waiting', 'submitted: waiting for a reviewer', {short: 'waiting'}],
  IN_REVIEW: ['review', 'a reviewer is looking at it'],
  ACCEPTED: ['approved', 'approved'],
  PENDING_CONTRACT: ['blocked', 'blocked: you have to accept an agreement first'],
  WAITING_FOR_EXPORT_COMPLIANCE: [
    'blocked',
    'blocked: export compliance questions are not answered',
    {short: 'export compliance'},
  ],
  PENDING_DEVELOPER_RELEASE: [
    'approved',
    'approved: it waits for you to release it',
    {short: 'approved', news: 'it was approved'},
  ],
  PROCESSING_FOR_APP_STORE: ['processing', 'released: the store is getting it ready', {name: 'Processing'}],
  PENDING_APPLE_RELEASE: [
    'processing',
    'approved: it waits for a new operating system',
    {name: 'Pending platform release', short: 'platform release'},
  ],
  READY_FOR_SALE: ['live', 'live in the store', {short: 'live', news: 'it is on sale'}],
  PREORDER_READY_FOR_SALE: [
    'waiting',
    'on pre-order: it goes on sale on its date',
    {name: 'Pre-order ready for sale', short: 'pre-order'},
  ],
  NOT_APPLICABLE: ['removed', 'not for sale in the store'],
  REMOVED_FROM_SALE: ['removed', 'no longer in the store', {short: 'removed'}],
  DEVELOPER_REMOVED_FROM_SALE: [
    'removed',
    'no longer in the store',
    {name: 'Removed from sale by developer', short: 'removed'},
  ],
  REPLACED_WITH_NEW_VERSION: ['removed', 'replaced by a newer version', {short: 'replaced'}],
  DEVELOPER_REJECTED: [
    'rejected',
    'withdrawn: it can be changed and submitted again',
    {short: 'withdrawn', news: 'it was withdrawn'},
  ],
  REJECTED: ['rejected', 'review found a problem: it can be changed and submitted again', {news: 'it was rejected'}],
  METADATA_REJECTED: [
    'rejected',
    'texts or screenshots need changes, the build is fine',
    {news: 'its metadata was rejected'},
  ],
  INVALID_BINARY: ['rejected', 'the build cannot be used: attach another one'],
};

export function stateDisplay(state = 'Unknown') {
  const row: StateRow = lookup(STATES, state) ?? [...UNKNOWN, {name: state, short: state}];
  const [glyph, meaning, words = {}] = row;
  const {name = state.slice(0, 1) + plainLabel(state).slice(1), short = name.toLowerCase()} = words;
  const {news = `it is now ${name.toLowerCase()}`} = words;
  return {glyph, tone: TONES[glyph], name, short, meaning, news};
}

export function stateSegments(state: string | undefined, glyphs: Glyphs, more = ''): Segment[] {
  const display = stateDisplay(state);
  return [signSegment(display, glyphs), {text: display.name + more}];
}

const UNKNOWN = ['unknown', 'a state that tool does not know yet'] as const;

const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  IOS: 'iOS',
  MAC_OS: 'macOS',
  TV_OS: 'tvOS',
  VISION_OS: 'visionOS',
};

export function platformName(platform: string): string {
  return lookup(PLATFORM_NAMES, platform) ?? platform;
}

/** Replaces the API's names in a service message with the app's own: `is in IN_REVIEW` becomes `is in review`. */
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
