import {expect, test} from 'vitest';
import {spokenText} from '../../../src/screens/text/lines.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import {type Preview, previewLines} from '../../../src/screens/versions/preview.tsx';

const env = {TZ: 'UTC', LANG: 'C.UTF-8'};
const {glyphs} = createTheme({noColor: false, screenReader: false, env});
const version = {id: 'v1', versionString: '3.3.0', platform: 'IOS', state: 'READY_FOR_SALE', releaseType: 'MANUAL'};
const preview: Preview = {
  listed: version,
  facts: {version, notes: [{id: 'n', locale: 'en-US', whatsNew: 'New.'}], primaryLocale: undefined},
  isCurrent: true,
  readAt: 0,
  history: Array.from({length: 20}, (_, index) => ({
    at: `2026-01-${index + 10}T10:00:00Z`,
    event: 'submitted' as const,
  })),
  slow: false,
  remark: 'Not read.',
};
const lines = (rows: number, over: Partial<Preview> = {}) =>
  previewLines({...preview, ...over}, 'Release it', {
    glyphs,
    width: 50,
    screenReader: false,
    rows,
    now: 0,
  });
const texts = (rows: number) => lines(rows).map((line) => spokenText(line));

test('separates parts of the preview by blank lines if they fit', () => {
  expect(texts(40)).toHaveLength(2 + 1 + 1 + 1 + 1 + 1 + 20 + 1 + 2);
});

test('drops blank lines, then old history, from a preview that does not fit, and keeps its remark', () => {
  expect(texts(25)).toHaveLength(25);
  expect(texts(25)).not.toContain('');
  expect(texts(8)).toEqual([
    '3.3.0 iOS',
    'live in the store',
    'Build —   Release manual   Phased —',
    "What's New  en-US  New.",
    '…  19 earlier',
    '29 Jan 2026  submitted',
    '▸ Release it',
    'Not read.',
  ]);
  expect(texts(3)).toEqual(['3.3.0 iOS', '▸ Release it', 'Not read.']);
});

test('dims parts of the preview that reload slowly, but not the data of the list', () => {
  const dim = (line: ReturnType<typeof lines>[number]) => typeof line !== 'string' && line.every((one) => one.dim);
  const isDim = (over: Partial<Preview>) =>
    lines(40, over)
      .filter((line) => line !== '')
      .map(dim);
  expect(isDim({isCurrent: false, slow: true}).slice(0, 4)).toEqual([false, false, true, true]);
  expect(isDim({isCurrent: false, slow: false}).slice(0, 4)).toEqual([false, false, false, false]);
});
