import {expect, it} from 'vitest';
import {createTokenRedactor} from '../../../src/services/store/redact-token.ts';

const SIGNATURE = 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'.repeat(3);
const TOKEN = `aGVhZGVyLWhlYWRlcg.cGF5bG9hZC1wYXlsb2Fk.${SIGNATURE}`;
const redactor = createTokenRedactor(TOKEN);
const bodyOf = (body: string, status = 200) => redactor.clean({status, headers: {}, body}).body;

it.each([0, 1, 10, 64 * 1024 - 20, 64 * 1024 - 3, 64 * 1024, 300_000])(
  'leaves no usable part of a token that starts %i characters into a long body',
  (before) => {
    const cleaned = bodyOf(`${'.'.repeat(before)}${TOKEN}${'.'.repeat(100_000)}`);
    for (let at = 0; at + 8 <= SIGNATURE.length; at += 1) expect(cleaned).not.toContain(SIGNATURE.slice(at, at + 8));
    expect(cleaned).toContain('[token]');
  },
);

it('redacts a token quickly at the end of a body of 60 MB', () => {
  const body = '['.repeat(60_000_000);
  expect(bodyOf(`${body}${TOKEN}`).endsWith('[token]')).toBe(true);
});

it('does not change a long body without a token', () => {
  const body = `{"data": "${'x'.repeat(200_000)}"}`;
  expect(bodyOf(body)).toBe(body);
});
