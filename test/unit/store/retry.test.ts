import {describe, expect, it} from 'vitest';
import {backoff, retryAfter} from '../../../src/services/store/retry.ts';

describe('the retry policy', () => {
  it('doubles the delay of a retry from half a second, with jitter of up to a fifth', () => {
    expect([1, 2, 3].map((attempt) => backoff(attempt, 0.5))).toEqual([500, 1000, 2000]);
    expect([backoff(1, 0), backoff(1, 1)]).toEqual([400, 600]);
  });

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    const read = (header: string | undefined) => retryAfter({'retry-after': header}, now);
    expect(read('30')).toBe(30_000);
    expect(read('Sat, 21 Nov 2026 10:00:12 GMT')).toBe(12_000);
    expect(read('Sat, 21 Nov 2026 09:00:00 GMT')).toBe(0);
    expect([undefined, '', 'soon', '-5', '2026'].map(read)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      2_026_000,
    ]);
  });

  it("compares the date in Retry-After with the service's clock", () => {
    const header = 'Sat, 21 Nov 2026 10:00:12 GMT';
    const wrong = Date.parse('2026-11-21T10:05:00Z');
    expect(retryAfter({'retry-after': header, date: 'Sat, 21 Nov 2026 10:00:00 GMT'}, wrong)).toBe(12_000);
    expect(retryAfter({'retry-after': header, date: 'now'}, wrong)).toBe(0);
  });
});
