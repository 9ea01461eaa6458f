import {quoted} from '../model/clean.ts';
import type {ServiceAnswer, ServiceCause} from '../model/error.ts';
import {AGREEMENTS_PAGE, KEYS_PAGE} from '../model/web-pages.ts';
import {pathOf, TYPE} from './wire.ts';

export interface ErrorEntry extends ServiceCause {
  id?: string;
  parameter?: string;
  depth: number;
  isNamed: boolean;
}

export function hintFor(
  {status = 0, retryAfter: seconds, refusal}: ServiceAnswer,
  all: readonly ErrorEntry[],
  {path, skew}: {path: string; skew?: string},
) {
  if (skew) return 'Correct the clock, then try again.';
  if (status === 401)
    return `Compare the key ID and the issuer ID with ${KEYS_PAGE}, check that the key is still active there and that the key file is its own.`;
  if (refusal === 'agreement')
    return `The Account Holder must sign in and accept the missing or expired agreement: ${AGREEMENTS_PAGE}`;
  if (refusal === 'role')
    return "The role of this API key does not allow it: use a key with the role 'App Manager' or 'Admin'.";
  if (status === 429) return `Wait ${seconds === undefined ? 'a few minutes' : `${seconds} s`}, then try again.`;
  if (status >= 500)
    return `The service is having problems. Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}.`;
  const has = (test: RegExp, where: (entry: ErrorEntry) => string | undefined) =>
    all.some((entry) => test.test(where(entry) ?? ''));
  const words = (entry: ErrorEntry) => entry.words;
  const idBelow = (place: string) => new RegExp(`^${place}/([^/]+)`).exec(path)?.[1];
  const unknownVersion = status === 404 ? idBelow(pathOf(TYPE.version)) : undefined;
  if (unknownVersion && /^\d{6,}$|\./.test(unknownVersion))
    return `${quoted(unknownVersion)} looks like an app: name its version, like ${unknownVersion}@latest.`;
  const unknownApp = status === 404 ? idBelow(pathOf(TYPE.app)) : all.map(relatedApp).find((id) => id !== undefined);
  if (unknownApp !== undefined) return unknownAppHint(unknownApp);
  const isValue = all.some(
    ({code, pointer = '', depth}) =>
      depth === 0 && code?.startsWith('ENTITY_ERROR.ATTRIBUTE') && pointer.startsWith('/data/attributes/'),
  );
  const change = isValue ? 'Change the value: the service refuses it as it is.' : undefined;
  if (status !== 409) return change;
  const isInFlight = all.some((one) => /relationships\/app$/.test(one.pointer ?? '') && /\bstate\b/i.test(one.words));
  const isDuplicate = has(/DUPLICATE/, ({code}) => code) || has(/used|exists/i, words);
  if (isInFlight)
    return 'Only one version of a platform can be in flight: release, withdraw, rename or delete that first.';
  if (isDuplicate && has(/attributes\/versionString/, ({pointer}) => pointer))
    return 'This version string was already used on this platform. Choose a higher one.';
  if (has(/expired/i, words)) return 'The build has expired: upload a new one and attach that.';
  if (path !== pathOf(TYPE.releaseRequest) && has(/\bprocessing\b/i, words))
    return 'The build is still being processed: try again when it is done.';
  return change;
}

function unknownAppHint(app: string): string {
  const isNumber = /^\d+$/.test(app);
  const why = ' It has no dot, so it was read as an app ID, not as a bundle ID such as com.example.app.';
  return `This API key cannot see an app with the ID ${quoted(app)}.${isNumber ? '' : why} 'tool apps list' shows the IDs.`;
}

function relatedApp({pointer, words}: ErrorEntry): string | undefined {
  if (!pointer?.endsWith('/relationships/app')) return undefined;
  return /\bapps?' with id '([^']*)'|\bapps? with id '?([\w.-]+)'? cannot be found/i
    .exec(words)
    ?.slice(1)
    .find(Boolean);
}

const TOLERATED_SKEW = 60_000;

export function clockSkew(date: string | undefined, now: number): string | undefined {
  const theirs = date ? Date.parse(date) : Number.NaN;
  const skew = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const amount = seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
  return `${seconds < 120 ? `${seconds} s` : amount} ${skew > 0 ? 'ahead of' : 'behind'} the service's`;
}
