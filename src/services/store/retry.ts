import type {HttpResponse} from '../ports.ts';

/** These are the rules for all retries. Times are in milliseconds. */

export const RETRIES = 3;
const FIRST_DELAY = 500;
export const MAX_RETRY_AFTER = 30_000;

export const RETRIED_STATUSES: readonly number[] = [429, 500, 502, 503, 504];
/** Time-outs and failures that would happen again are not retried. */
export const RETRIED_FAILURES: ReadonlySet<string> = new Set(['dns', 'refused', 'connect', 'reset', 'truncated']);

export function backoff(attempt: number, random: number): number {
  return Math.round(FIRST_DELAY * 2 ** (attempt - 1) * (0.8 + 0.4 * random));
}

/** Returns the share of the hourly limit that is left, 0 to 1, from `user-hour-lim:3500;user-hour-rem:500;`. */
export function limitLeft(header: string | undefined): number | undefined {
  const number = (name: string) =>
    Number(new RegExp(`(?:^|[;,\\s])${name}\\s*:\\s*(\\d+)`, 'i').exec(header ?? '')?.[1] ?? Number.NaN);
  const share = number('user-hour-rem') / number('user-hour-lim');
  return Number.isFinite(share) ? Math.min(1, share) : undefined;
}

/** Returns the wait in ms. A date is compared with the service's clock if possible, as this machine's may be wrong. */
export function retryAfter(headers: HttpResponse['headers'], now: number): number | undefined {
  const text = headers['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  const theirs = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(theirs) ? now : theirs));
}
