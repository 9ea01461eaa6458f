import {describe, expect, test} from 'vitest';
import {attributeLines, type FactDisplay} from '../../../src/screens/facts/attributes.ts';
import {notesLines, timelineLines} from '../../../src/screens/facts/notes-and-history.ts';
import {versionTitle} from '../../../src/screens/text/labels.ts';
import {type LineContent, spokenText} from '../../../src/screens/text/lines.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import type {StoreVersion} from '../../../src/services/model/version.ts';
import {widthOf} from '../../../src/services/text/width.ts';

const env = {TZ: 'UTC', LANG: 'C.UTF-8'};
const look = (over: Partial<FactDisplay> = {}): FactDisplay => ({
  glyphs: createTheme({noColor: false, screenReader: over.screenReader ?? false, env}).glyphs,
  width: 50,
  screenReader: false,
  ...over,
});
const texts = (lines: readonly LineContent[]) => lines.map((line) => spokenText(line));

describe('the timeline', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');

  test('places an undated event after the submission that it ended, and an undated release before its roll-out', () => {
    const lines = timelineLines(
      [
        {at: '2026-11-12T10:04:00.000+0000', event: 'created', detail: '1.0 IOS'},
        {at: '2026-11-13T23:30:00.000-0800', event: 'submitted', by: 'R. Example', detail: 'review submission 1'},
        {at: '2026-11-15T10:00:00.000+0000', event: 'submitted', by: 'R. Example', detail: 'review submission 2'},
        {at: '2026-11-17T10:00:00.000+0000', event: 'phased-start'},
        {event: 'rejected', detail: 'review submission 1'},
        {event: 'approved', detail: 'review submission 2'},
        {event: 'released', detail: 'READY_FOR_SALE'},
      ],
      look(),
      now,
    );
    expect(texts(lines)).toEqual([
      '12 Nov 2026  created',
      '14 Nov 2026  submitted by R. Example',
      'no date      rejected',
      '15 Nov 2026  submitted by R. Example',
      'no date      approved',
      'no date      released',
      '17 Nov 2026  roll-out began',
    ]);
  });

  test('shows a creation without a date first in the timeline', () => {
    const entries = [
      {at: '2026-11-13T10:00:00.000+0000', event: 'submitted', detail: 'review submission 1'},
      {event: 'created', detail: '1.0 IOS'},
    ] as const;
    expect(texts(timelineLines(entries, look(), now))).toEqual(['no date      created', '13 Nov 2026  submitted']);
  });

  test.each([
    ['2026-11-19T09:00:00.000+0000', 'roll-out began'],
    ['2026-11-21T09:00:00.000+0000', 'roll-out begins'],
  ])('describes a roll-out that starts on %s as: %s', (at, words) => {
    expect(texts(timelineLines([{at, event: 'phased-start'}], look(), now))).toEqual([
      `${at.slice(8, 10)} Nov 2026  ${words}`,
    ]);
  });

  test('shows an unreadable date in the timeline unchanged, and draws no timeline without entries', () => {
    expect(texts(timelineLines([{at: 'soon', event: 'created'}], look(), now))).toEqual(['soon         created']);
    expect(timelineLines([], look(), now)).toEqual([]);
  });

  test('draws no columns in the timeline for a screen reader', () => {
    const entries = [{at: '2026-11-12T10:04:00.000+0000', event: 'created'} as const, {event: 'rejected'} as const];
    expect(texts(timelineLines(entries, look({screenReader: true}), now))).toEqual([
      '12 Nov 2026: created',
      'no date: rejected',
    ]);
  });
});

describe("What's New in short", () => {
  const note = (locale: string, whatsNew?: string) => ({id: locale, locale, whatsNew});
  const forty = Array.from({length: 40}, (_, index) => note(`l${index + 10}`, `Text ${index}`));

  test("cuts What's New of the first locales to a line each, and counts the other locales", () => {
    const long = `Faster sync,\n and notes can be pinned ${'again and '.repeat(400)}`;
    const lines = texts(
      notesLines([...forty, note('en-US', long)], look(), {most: 2, first: 'en-US', canChange: true}),
    );
    expect(lines).toEqual([
      "What's New  en-US  Faster sync, and notes can be …",
      '            l10    Text 0',
      '            +39 locales',
    ]);
    expect(lines.map((line) => widthOf(line) <= 50)).not.toContain(false);
  });

  test('lists locales without text first, with as many names as fit', () => {
    const notes = [note('de-DE', 'Neu.'), note('fr-FR'), note('ja'), ...forty.map(({locale}) => note(locale))];
    expect(texts(notesLines(notes, look(), {most: 2, canChange: true}))).toEqual([
      "What's New  ! none in fr-FR, ja, l10, l11, l12 +37",
      '            de-DE  Neu.',
    ]);
    expect(texts(notesLines(notes, look(), {most: 2, canChange: false}))[0]).toBe(
      "What's New  none in fr-FR, ja, l10, l11, l12 +37",
    );
  });

  test('says that no locale has text, or that the version has no locale', () => {
    expect(texts(notesLines([note('en-US'), note('ja')], look(), {most: 2, canChange: true}))).toEqual([
      "What's New  none",
    ]);
    expect(texts(notesLines([], look(), {most: 2, canChange: false}))).toEqual(["What's New  none"]);
  });

  test("draws no columns in What's New for a screen reader", () => {
    const notes = [note('de-DE', 'Neu.'), note('en-US', 'New.'), note('ja', '新.')];
    expect(texts(notesLines(notes, look({screenReader: true}), {most: 2, canChange: true}))).toEqual([
      "What's New: de-DE: Neu.",
      'en-US: New.',
      '+1 locale',
    ]);
  });
});

describe('build, release and roll-out in one line', () => {
  const whole = {id: 'v1', releaseType: 'MANUAL', build: {id: 'b', version: '412', processingState: 'VALID'}};
  const lines = (version: StoreVersion, known: StoreVersion | undefined = version, width = 50) =>
    texts(attributeLines(version, known, look({width})));

  test.each<[string, Partial<StoreVersion>, string[]]>([
    [
      'an unknown build and release type',
      {build: undefined, releaseType: undefined},
      ['Build —   Release —   Phased —'],
    ],
    [
      'a build, a release type and a phased release',
      {phasedRelease: {id: 'p', state: 'INACTIVE'}},
      ['Build 412   Release manual   Phased 7 days'],
    ],
    [
      'no running roll-out, which has its own line',
      {phasedRelease: {id: 'p', state: 'ACTIVE'}},
      ['Build 412   Release manual'],
    ],
    [
      'a complete roll-out',
      {phasedRelease: {id: 'p', state: 'COMPLETE'}},
      ['Build 412   Release manual   Phased complete'],
    ],
    [
      'an unusable build and a date',
      {
        releaseType: 'SCHEDULED',
        earliestReleaseDate: '2026-12-01T09:00:00Z',
        build: {id: 'b', version: '7', processingState: 'PROCESSING', expired: true},
      },
      ['Build 7 (processing, expired)', 'Release scheduled, not before 01 Dec 2026, 09:00', 'Phased —'],
    ],
  ])('shows build, release and roll-out of a version with %s', (_, over, expected) => {
    expect(lines({...whole, ...over})).toEqual(expected);
  });

  test('shows an ellipsis for each part of a release that has not been read', () => {
    expect(texts(attributeLines({id: 'v1', build: {id: 'b', version: '412'}}, undefined, look()))).toEqual([
      'Build 412   Release …   Phased …',
    ]);
  });
});

test('names a version by its platform if nothing else is known', () => {
  expect(versionTitle({id: '', platform: 'IOS'})).toBe('iOS');
  expect(versionTitle({id: 'v1', versionString: '1.0', platform: 'IOS'})).toBe('1.0 iOS');
});
