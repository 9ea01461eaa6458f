import {quoted} from '../model/clean.ts';
import type {ServiceAnswer} from '../model/error.ts';
import {AGREEMENTS_PAGE, KEYS_PAGE} from '../model/web-pages.ts';
import type {HttpResponse} from '../ports.ts';
import {PATH} from './wire.ts';

export interface ErrorEntry {
  id?: string;
  code?: string;
  title?: string;
  detail?: string;
  pointer?: string;
  parameter?: string;
  /** The subject of an error associated with another one, which is one level deeper. */
  path: string;
  depth: number;
  isNamed: boolean;
}

interface Circumstances extends Pick<HttpResponse, 'headers'>, Pick<ServiceAnswer, 'refusal'> {
  now: number;
  path: string;
  /** Until the service takes another request. */
  seconds?: number;
}

const FINISH_FIRST = 'release, withdraw, rename or delete the one in flight first.';

const TOLERATED_SKEW = 60_000;

export function explain(
  status: number,
  all: readonly ErrorEntry[],
  {headers, now, seconds, refusal, path}: Circumstances,
): {message?: string; hint?: string} {
  if (status === 401) {
    const skew = clockSkew(headers.date, now);
    return {
      message: skew && `This machine's clock is ${skew}, so its tokens are not valid there.`,
      hint: skew
        ? 'Correct the clock, then try again.'
        : `Compare the key ID and the issuer ID with ${KEYS_PAGE}, check that the key is still active there and that the key file is its own.`,
    };
  }
  if (refusal === 'agreement') {
    return {hint: `The Account Holder must sign in and accept the missing or expired agreement: ${AGREEMENTS_PAGE}`};
  }
  if (refusal === 'role') {
    return {hint: "The role of this API key does not allow it: use a key with the role 'App Manager' or 'Admin'."};
  }
  if (status === 429) {
    const limit = headers['x-rate-limit']?.replace(/[^\w:;-]/g, '');
    return {
      message: limit && `Limits: ${limit}`,
      hint: seconds === undefined ? 'Wait a few minutes, then try again.' : `Wait ${seconds} s, then try again.`,
    };
  }
  if (status >= 500) {
    return {hint: `The service is having problems. Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}.`};
  }
  const has = (test: RegExp, where: (entry: ErrorEntry) => string | undefined) =>
    all.some((entry) => test.test(where(entry) ?? ''));
  const words = (entry: ErrorEntry) => `${entry.title ?? ''} ${entry.detail ?? ''}`;
  const unknownApp =
    status === 404
      ? new RegExp(`^${PATH.apps}/([^/]+)`).exec(path)?.[1]
      : all.map(relatedApp).find((id) => id !== undefined);
  if (unknownApp !== undefined) return {hint: unknownAppHint(unknownApp)};
  const isValue = all.some(
    ({code, pointer = '', depth}) =>
      depth === 0 && code?.startsWith('ENTITY_ERROR.ATTRIBUTE') && pointer.startsWith('/data/attributes/'),
  );
  const change = isValue ? {hint: 'Change the value: the service refuses it as it is.'} : {};
  if (status !== 409) return change;
  const isInFlight = all.some((one) => /relationships\/app$/.test(one.pointer ?? '') && /\bstate\b/i.test(words(one)));
  const isDuplicate = has(/DUPLICATE/, ({code}) => code) || has(/used|exists/i, words);
  if (isDuplicate && has(/attributes\/versionString/, ({pointer}) => pointer)) {
    return {
      hint: isInFlight
        ? `If this is the version in preparation, use --if-exists skip to continue with it, or --if-exists update to change it. Otherwise ${FINISH_FIRST}`
        : 'This version string was already used on this platform. Choose a higher one.',
    };
  }
  if (isInFlight) return {hint: `Only one version of a platform can be in flight: ${FINISH_FIRST}`};
  if (has(/expired/i, words)) return {hint: 'The build has expired: upload a new one and attach that.'};
  if (path !== PATH.releaseRequests && has(/\bprocessing\b/i, words))
    return {hint: 'The build is still being processed: try again when it is done.'};
  return change;
}

function unknownAppHint(app: string): string {
  const isNumber = /^\d+$/.test(app);
  const why = ' It has no dot, so it was read as an app ID, not as a bundle ID such as com.example.app.';
  return `This API key cannot see an app with the ID ${quoted(app)}.${isNumber ? '' : why} 'tool apps list' shows the IDs.`;
}

function relatedApp({pointer, detail = ''}: ErrorEntry): string | undefined {
  if (!pointer?.endsWith('/relationships/app')) return undefined;
  return /\bapps?' with id '([^']*)'|\bapps? with id '?([\w.-]+)'? cannot be found/i
    .exec(detail)
    ?.slice(1)
    .find(Boolean);
}

function clockSkew(date: string | undefined, now: number): string | undefined {
  const theirs = date ? Date.parse(date) : Number.NaN;
  const skew = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const amount = seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
  return `${seconds < 120 ? `${seconds} s` : amount} ${skew > 0 ? 'ahead of' : 'behind'} the service's`;
}
