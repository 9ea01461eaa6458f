import {AGREEMENTS_PAGE} from '../model/web-pages.ts';
import type {HttpResponse} from '../ports.ts';
import type {WireError} from './wire.ts';

interface Circumstances {
  headers: HttpResponse['headers'];
  /** Local time, and the delay from `Retry-After`, both in ms. */
  now: number;
  wait?: number;
}

const TOLERATED_SKEW = 60_000;

/** A common error's meaning, as an extra line of its message, and a hint. */
export function explain(
  status: number,
  entries: readonly WireError[],
  {headers, now, wait}: Circumstances,
): {message?: string; hint?: string} {
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
  if (status === 403) {
    const agreement = `The Account Holder must sign in and accept the agreement that is missing or expired: ${AGREEMENTS_PAGE}`;
    const role = "The role of this API key does not allow it: use a key with the role 'App Manager' or 'Admin'.";
    return {hint: has(/AGREEMENT/) ? agreement : role};
  }
  const seconds = wait === undefined ? undefined : Math.ceil(wait / 1000);
  if (status === 429) {
    const limit = headers['x-rate-limit']?.replace(/[^\w:;-]/g, '');
    return {
      message: limit && `Limits: ${limit}`,
      hint: seconds === undefined ? 'Wait some minutes, then try again.' : `Wait ${seconds} s, then try again.`,
    };
  }
  if (status >= 500) {
    return {hint: `The service has trouble: try again ${seconds === undefined ? 'later' : `in ${seconds} s`}.`};
  }
  if (status !== 409) return {};
  const pointer = (entry: WireError) => entry.source?.pointer;
  const words = (entry: WireError) => `${entry.title ?? ''} ${entry.detail ?? ''}`;
  if (has(/attributes\/versionString/, pointer) && (has(/DUPLICATE/) || has(/used|exists/i, words)))
    return {hint: 'This version string was used on this platform before: choose a higher one.'};
  if (has(/relationships\/app$/, pointer))
    return {
      hint: "Another version of this platform is in flight: finish, release or delete it first. 'tool versions list' shows it.",
    };
  if (has(/expired/i, words)) return {hint: 'The build has expired: upload a new one and attach that.'};
  if (has(/processing/i, words)) return {hint: 'The build is still being processed: try again when it is done.'};
  return {};
}

/** Compares the local clock with the service's `Date`; undefined within a minute. */
function clockSkew(date: string | undefined, now: number): string | undefined {
  const theirs = date ? Date.parse(date) : Number.NaN;
  const skew = now - theirs;
  if (Number.isNaN(theirs) || Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const amount = seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
  return `${seconds < 120 ? `${seconds} s` : amount} ${skew > 0 ? 'ahead of' : 'behind'} the service's`;
}
