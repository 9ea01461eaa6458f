import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  checkedText,
  decimal,
  duration,
  id,
  integer,
  listOf,
  oneOf,
  parseDateTime,
  text,
  texts,
  toggle,
} from '../../../src/app/flags/flags.ts';
import {parseBoolean} from '../../../src/services/model/values.ts';

const summary = '';
const refused = (parse: (text: string) => unknown, value: string) => {
  expect(() => parse(value), JSON.stringify(value)).toThrow(expect.objectContaining({kind: 'usage'}));
};

describe('flags', () => {
  it('keeps the offset of a date-time, and adds a missing colon to it', () => {
    expect(parseDateTime('2026-03-01T10:00:00+01:00')).toBe('2026-03-01T10:00:00+01:00');
    expect(parseDateTime('2026-03-01T10:00:00+0100')).toBe('2026-03-01T10:00:00+01:00');
    expect(parseDateTime('2026-03-01T10:00Z')).toBe('2026-03-01T10:00:00Z');
    expect(parseDateTime('2024-02-29T23:59:59.123-08:00')).toBe('2024-02-29T23:59:59.123-08:00');
  });

  it.each([
    '',
    'tomorrow',
    '2026-03-01',
    '2026-03-01T10:00:00',
    '2026-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-01T10:00:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T10:60:00Z',
    '2026-03-01T10:00:00+25:00',
    '2026-03-01T10:00:00+01:75',
    '2026-03-01 10:00:00Z',
    ' 2026-03-01T10:00:00Z',
  ])('refuses %j as a date-time', (value) => refused(parseDateTime, value));

  it('accepts every valid date-time without changing the instant', () => {
    const years = fc.date({min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true});
    fc.assert(
      fc.property(years, (date) => {
        expect(Date.parse(parseDateTime(date.toISOString()))).toBe(date.getTime());
      }),
    );
  });

  it('requires a unit for durations, and checks their bounds', () => {
    const every = duration({summary, min: 5000, max: 14_400_000});
    expect(['5s', '20m', '4H', '1h30m', '1M30S'].map((value) => every.parse(value))).toEqual([
      5000, 1_200_000, 14_400_000, 5_400_000, 90_000,
    ]);
    for (const value of ['', '5', '4s', '5h', '1d', '1.5m', '-5s', '5 s', '30m1h', '1h30', 'h', '0x9s'])
      refused(every.parse, value);
    expect(() => every.parse('4s')).toThrow('must be from 5 s to 4 h');
  });

  it('checks the bounds of integers and decimals', () => {
    const limit = integer({summary, min: 1, max: 200});
    expect([limit.parse('1'), limit.parse('200'), limit.parse('007')]).toEqual([1, 200, 7]);
    for (const value of ['', '0', '201', '1.5', '1e1', '0x1', '+1', '-1', ' 1', '１']) refused(limit.parse, value);
    const rate = decimal({summary, min: 0, max: 1});
    expect([rate.parse('0.5'), rate.parse('.5'), rate.parse('1')]).toEqual([0.5, 0.5, 1]);
    for (const value of ['', '1.01', '-0', '1e-1', 'NaN']) refused(rate.parse, value);
  });

  it('requires an ID to be a valid segment of a path', () => {
    expect(id({summary}).parse('8f3c-1_x.y')).toBe('8f3c-1_x.y');
    for (const value of ['', '.', '..', 'a/b', 'a b', 'a%2f', 'ä', 'a?b', 'a#b', '../x'])
      refused(id({summary}).parse, value);
  });

  it('trims the value of a string flag, unless it may be empty', () => {
    expect(text({summary}).parse(' 3.4.0 ')).toBe('3.4.0');
    expect(checkedText(() => undefined, {summary}).parse('work ')).toBe('work');
    expect(text({summary, allowEmpty: true}).parse(' ')).toBe(' ');
    refused(text({summary}).parse, ' ');
  });

  it('accepts a choice in upper or lower case, and returns it as declared', () => {
    const one = oneOf(['IOS', 'MAC_OS'], {summary});
    expect(one.parse('mac_os')).toBe('MAC_OS');
    refused(one.parse, 'IOS,MAC_OS');
    const several = listOf(['IOS', 'MAC_OS'], {summary});
    expect(several.parse('ios, MAC_OS ,IOS')).toEqual(['IOS', 'MAC_OS']);
    for (const value of ['', ',', 'IOS,', 'IOS,WATCH']) refused(several.parse, value);
    expect(texts({summary}).parse('1.0,2.0,1.0')).toEqual(['1.0', '2.0']);
  });

  it('refuses a value of spaces alone, unless the flag may be empty', () => {
    refused(text({summary}).parse, ' ');
    expect(text({summary, allowEmpty: true}).parse('')).toBe('');
  });

  it('accepts every spelling of a boolean', () => {
    expect(['1', 'TRUE', 'Yes', 'y', 'ON'].map(parseBoolean)).toEqual([true, true, true, true, true]);
    expect(['0', 'false', 'No', 'N', 'off'].map(parseBoolean)).toEqual([false, false, false, false, false]);
    expect(['', '2', 'yess', ' yes'].map(parseBoolean)).toEqual([undefined, undefined, undefined, undefined]);
    refused(toggle({summary}).parse, 'perhaps');
  });
});
