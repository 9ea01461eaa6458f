import {describe, expect, it} from 'vitest';
import {formatJson} from '../../../src/app/present/formats.ts';
import {cleanLines, cleanText} from '../../../src/services/model/clean.ts';

const UNSEEN = [
  ...[0xad, 0x34f, 0x61c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x202e, 0x2060, 0x2064],
  ...[0x2066, 0x206f, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0x1d173, 0xe0001, 0xe0041, 0xe007f, 0xe0100],
].map((code) => String.fromCodePoint(code));

it.each(UNSEEN)('makes an invisible character visible: %j', (character) => {
  const code = character.codePointAt(0) ?? 0;
  const shown = code < 0x100 ? `a\\x${code.toString(16)}b` : `a\\u{${code.toString(16)}}b`;
  expect(cleanText(`a${character}b`)).toBe(shown);
  expect(cleanLines(`a${character}b\n`)).toBe(`${shown}\n`);
  const json = formatJson({a: `a${character}b`}, {pretty: false});
  expect(json).toMatch(/^\{"a":"a(?:\\u[0-9a-f]{4})+b"\}$/);
  expect(JSON.parse(json)).toEqual({a: `a${character}b`});
});

describe('a needed invisible character', () => {
  it.each([
    ['a family', '👨‍👩‍👧'],
    ['an astronaut with a skin tone', '👩🏽‍🚀'],
    ['a flag', '🏳️‍🌈'],
    ['a gender', '🏃‍♀️'],
    ['Persian', 'می‌خواهم'],
    ['Hindi', 'क्‍ष'],
    ['Sinhala', 'ශ්‍රී'],
    ['Malayalam, at its end', 'ന്‍'],
    ['a Japanese name', '葛\u{e0100}城'],
    ['a text symbol', '☎︎'],
  ])('keeps joined characters: %s', (_, text) => {
    expect(cleanText(text)).toBe(text);
    expect(formatJson(text, {pretty: false})).toBe(`"${text}"`);
  });

  it.each(['می‌‌خواهم', 'a‍👩', '👩‍a', 'ab‌م', 'م‌a', '‍'])(
    'makes a joining character without effect visible: %j',
    (text) => {
      expect(cleanText(text)).toMatch(/\\u\{200[cd]\}/);
    },
  );
});
