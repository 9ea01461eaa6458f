import {describe, expect, it} from 'vitest';
import {isSameString, spellings} from '../../../src/services/model/version-string.ts';

describe('version strings of builds', () => {
  it.each([
    ['24.02.0', '24.2', true],
    ['1.1.0', '1.1', true],
    ['1.10', '1.1', false],
    ['2', '2.0.0', true],
    ['0.0', '0', true],
    ['1.0-beta', '1.0-beta', true],
    ['1.0-beta', '1-beta', false],
    ['', '0', false],
  ])('compares version strings by their parts: %s and %s', (one, other, expected) => {
    expect([isSameString(one, other), isSameString(other, one)]).toEqual([expected, expected]);
  });

  it('searches builds by every spelling of a version string, the original first', () => {
    expect(spellings('24.02.0')).toEqual(['24.02.0', '24.2', '24.2.0', '24.02']);
    expect(spellings('1.1')).toEqual(['1.1', '1.1.0']);
    expect(spellings('3')).toEqual(['3', '3.0', '3.0.0']);
    expect(spellings('1.0-beta')).toEqual(['1.0-beta']);
    expect(spellings('1.2.3')).toEqual(['1.2.3']);
  });
});
