import {describe, expect, it} from 'vitest';
import {backoff, retryAfter} from '../../../src/services/store/retry.ts';

describe('the retry policy', () => {
  it('doubles from half a second, a fifth more or less', () => {
    expect([1, 2, 3].map((attempt) => backoff(attempt, 0.5))).toEqual([500, 1000, 2000]);
    expect([backoff(1, 0), backoff(1, 1)]).toEqual([400, 600]);
  });

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(retryAfter('30', now)).toBe(30_000);
    expect(retryAfter('Sat, 21 Nov 2026 10:00:12 GMT', now)).toBe(12_000);
    expect(retryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
    expect([undefined, '', 'soon', '-5', '2026'].map((header) => retryAfter(header, now))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      2_026_000,
    ]);
  });
});
