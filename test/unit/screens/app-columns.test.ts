import {expect, test} from 'vitest';
import {appColumns, inFlightWhole} from '../../../src/screens/home/app-columns.ts';
import {appStatus} from '../../../src/screens/home/app-status.ts';
import {spokenText} from '../../../src/screens/text/lines.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import type {AppOverview} from '../../../src/services/model/version.ts';

const {glyphs} = createTheme({noColor: false, screenReader: false, env: {LANG: 'C.UTF-8'}});
const PLATFORMS = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'];
const app = (...states: string[]): AppOverview => ({
  id: '1',
  versions: states.map((state, index) => ({
    id: `v${index}`,
    appId: '1',
    versionString: '4.0',
    platform: PLATFORMS[index],
    state,
  })),
});

const statusOf = (one: AppOverview) => appStatus(one, () => ({}), 0);

/** Returns the cell `In flight` of an app that has one version per state, each on another platform. */
function inFlight(isNarrow: boolean, ...states: string[]): string {
  const columns = appColumns(glyphs, statusOf, {now: 0, isNarrow, ofProfiles: false});
  const content = columns.find(({title}) => title === 'In flight')?.cell(app(...states)) ?? '';
  return spokenText(content);
}

test.each([
  [['REJECTED'], '4.0 ✕ rejected'],
  [['IN_REVIEW', 'REJECTED'], '4.0 ✕ ◑'],
  [['PREPARE_FOR_SUBMISSION', 'PREPARE_FOR_SUBMISSION', 'IN_REVIEW'], '4.0 ○ ×2 ◑'],
  [['DEVELOPER_REJECTED', 'PENDING_DEVELOPER_RELEASE'], '4.0 ◕ ✕'],
  [['REJECTED', 'REJECTED'], '4.0 ✕ rejected ×2'],
  [['PROCESSING_FOR_APP_STORE', 'REJECTED', 'PROCESSING_FOR_APP_STORE', 'DEVELOPER_REJECTED'], '4.0 ✕ ×2 ◉ ×2'],
  [['READY_FOR_SALE'], '—'],
])('shows versions in the states %j as %s in a narrow column of the apps', (states, text) => {
  expect(inFlight(true, ...states)).toBe(text);
});

test("lists an app's versions in a wide column, first the versions that need the user", () => {
  expect(inFlight(false, 'PROCESSING_FOR_APP_STORE', 'IN_REVIEW', 'DEVELOPER_REJECTED')).toBe(
    'tvOS 4.0 ✕ · iOS 4.0 ◉ · macOS 4.0 ◑',
  );
});

test('names the states on the line of the selected app, or shows only signs if space is short', () => {
  const two = app('IN_REVIEW', 'METADATA_REJECTED');
  expect(spokenText(inFlightWhole(two, statusOf(two), glyphs, 60) ?? '')).toBe(
    'macOS 4.0 ✕ metadata rejected · iOS 4.0 ◑ in review',
  );
  expect(spokenText(inFlightWhole(two, statusOf(two), glyphs, 40) ?? '')).toBe('macOS 4.0 ✕ · iOS 4.0 ◑');
});
