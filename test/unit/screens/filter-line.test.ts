import {expect, test} from 'vitest';
import {lineWidth, spokenText} from '../../../src/screens/text/lines.ts';
import {type Filters, filterLine} from '../../../src/screens/versions/filters.tsx';
import {FILTERABLE_STATES, PLATFORMS} from '../../../src/services/model/version.ts';

const IN_REVIEW: Filters = {states: ['IN_REVIEW'], platforms: ['IOS']};
const ALL: Filters = {states: FILTERABLE_STATES, platforms: PLATFORMS};

test.each([
  [58, {states: [], platforms: []}, 'f States all p Platforms all 1 of 48'],
  [58, IN_REVIEW, 'f States [in review] p Platforms [iOS] 1 of 48'],
  [78, {...ALL, platforms: []}, 'f States [preparing] +4 p Platforms all 1 of 48'],
  [58, {...ALL, platforms: ['IOS']}, 'f States [preparing] +4 p Platforms [iOS] 1 of 48'],
  [60, ALL, 'f States [preparing] +4 p Platforms [iOS] +3 1 of 48'],
  [50, ALL, 'States [preparing] +4 Platforms [iOS] +3 1 of 48'],
] as const)('shows both filters of the versions and the count in %i columns', (width, filters, expected) => {
  const line = filterLine(filters, '1 of 48', {width, screenReader: false});
  expect(spokenText(line).replace(/ +/g, ' ')).toBe(expected);
  expect(lineWidth(line)).toBe(width);
});

test('lists every selected filter for a screen reader', () => {
  const line = filterLine(ALL, '1 of 48', {width: 58, screenReader: true});
  expect(spokenText(line)).toBe(
    'States [preparing] [waiting] [in review] [approved] [live]   Platforms [iOS] [macOS] [tvOS] [visionOS]. 1 of 48',
  );
});
