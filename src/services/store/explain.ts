import {AGREEMENTS_PAGE} from '../model/web-pages.ts';
import type {HttpResponse} from '../ports.ts';
import type {WireError} from './wire.ts';

export interface Explanation {
  /** A further line of the error's message. */
  message?: string;
  /** What to do. */
  hint?: string;
}

interface Circumstances {
  headers: HttpResponse['headers'];
  /** Local time in ms. */
  now: number;
  /** What `Retry-After` asks for, in ms. */
  wait?: number;
}

/** A clock that is off by more than this (ms) makes valid tokens look expired or not yet valid. */
const TOLERATED_SKEW = 60_000;

/** The usual errors in words: what they mean and what to do about them. */
export function explain(
  status: number,
  entries: readonly WireError[],
  {headers, now, wait}: Circumstances,
): Explanation {
  const all = entries.flatMap((entry) => [entry, ...Object.values(entry.meta?.associatedErrors ?? {}).flat()]);
  const has = (test: RegExp, where: (entry: WireError) => string | undefined = (entry) => entry.code) =>
    all.some((entry) => test.test(where(entry) ?? ''));
  if (status === 401) {
    const skew = clockSkew(headers.date, now);
    return {
      message: skew && `The clock of this machine is ${skew}: a token signed here is not valid there.`,
      hint: skew
        ? 'Set the clock right, then try again.'
        : "Check the key ID, the issuer ID and the private key with 'tool auth doctor'.",
    };
  }
  if (status === 403 && has(/AGREEMENT/)) {
    return {
      hint: `The Account Holder must sign in and accept the agreement that is missing or expired: ${AGREEMENTS_PAGE}`,
    };
  }
  if (status === 403) {
    return {hint: "The role of this API key does not allow it: use a key with the role 'App Manager' or 'Admin'."};
  }
  if (status === 429) {
    const seconds = wait === undefined ? undefined : Math.ceil(wait / 1000);
    const limit = headers['x-rate-limit']?.replace(/[^\w:;-]/g, '');
    return {
      message: limit && `Limits: ${limit}`,
      hint: seconds === undefined ? 'Wait some minutes, then try again.' : `Wait ${seconds} s, then try again.`,
    };
  }
  const pointer = (entry: WireError) => entry.source?.pointer;
  const words = (entry: WireError) => `${entry.title ?? ''} ${entry.detail ?? ''}`;
  if (status === 409 && has(/attributes\/versionString/, pointer) && (has(/DUPLICATE/) || has(/used|exists/i, words))) {
    return {hint: 'This version string was used on this platform before: choose a higher one.'};
  }
  if (status === 409 && has(/relationships\/app$/, pointer)) {
    return {
      hint: "Another version of this platform is in flight: finish, release or delete it first. 'tool versions list' shows it.",
    };
  }
  if (status === 409 && has(/expired/i, words))
    return {hint: 'The build has expired: upload a new one and attach that.'};
  if (status === 409 && has(/processing/i, words))
    return {hint: 'The build is still being processed: try again when it is done.'};
  if (status >= 500) {
    const later = wait === undefined ? 'later' : `in ${Math.ceil(wait / 1000)} s`;
    return {hint: `The service has trouble: try again ${later}.`};
  }
  return {};
}

/** How far the local clock is from the service's `Date`, in words; undefined within a minute. */
function clockSkew(date: string | undefined, now: number): string | undefined {
  const theirs = date ? Date.parse(date) : Number.NaN;
  const skew = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const amount =
    seconds < 120
      ? `${seconds} s`
      : seconds < 7200
        ? `${Math.round(seconds / 60)} min`
        : `${Math.round(seconds / 3600)} h`;
  return `${amount} ${skew > 0 ? 'ahead of' : 'behind'} the service's`;
}
