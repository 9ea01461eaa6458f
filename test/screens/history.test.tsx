import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {AppRequest} from '../../src/app/command.ts';
import {AURORA, appId, patch, releaseAurora, submitForReview} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, PENDING, PREPARING, REVIEW_MS, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const open = (request: AppRequest, options?: Parameters<Bench['open']>[1]) => {
  app = bench.open(request, options);
};
const update = async (copyright: string) => {
  await app.see('only what you change');
  app.press(KEYS.tab);
  app.press(KEYS.ctrl('u'), copyright, KEYS.ctrl('s'));
  await app.see('↵ update');
  app.press(KEYS.enter);
};
const history = async () => {
  app.press('@');
  await app.see('tool › History');
};

const releaseOf = async (id: string) => {
  const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${id}`);
  const {releaseType, earliestReleaseDate} = json.data.attributes;
  return {releaseType, earliestReleaseDate};
};

const submitBoats = async () => {
  const id = await bench.idOf('com.example.boats', '2.0');
  open({screen: 'submit', versionId: id}, bench.waitless);
  await app.see('○ Submission');
  app.press('S');
  await app.see('Type the version');
  app.press('2.0');
  await app.see('↵ submit  ');
  app.press(KEYS.enter);
  await app.see('✓ Submitted 2.0 for iOS');
  app.press(KEYS.esc);
  return id;
};
/** Withdraws the version of Paper Boats as someone else would. */
const withdrawByOthers = async () => {
  const app = await appId(bench.sandbox, 'boats');
  const {json} = await bench.sandbox.ask(`/v1/reviewSubmissions?filter[app]=${app}&filter[platform]=IOS`);
  const mine = json.data.find((one: {attributes: {state: string}}) => one.attributes.state === 'WAITING_FOR_REVIEW');
  await patch(bench.sandbox, 'reviewSubmissions', mine.id, {canceled: true});
};
/**
 * Withdraws the version and submits it again as someone else would.
 * @returns the ID of the new submission
 */
const resubmitByOthers = async (id: string): Promise<string> => {
  await withdrawByOthers();
  bench.sandbox.advance(10_000);
  const theirs = await submitForReview(bench.sandbox, id);
  expect((await bench.version(id))?.state).toBe('WAITING_FOR_REVIEW');
  return theirs;
};

test('says in History that there are no changes yet, and where the changes of earlier runs are listed', async () => {
  open({screen: 'home'});
  await app.see('Aurora Notes');
  app.press('@');
  await app.see('Nothing was changed in this session.');
  await app.see("'tool history'");
  app.press('y');
  await app.see('Copy the equivalent command: nothing was changed in this session');
  app.press('u');
  await app.see('Undo the selected change: nothing was changed');
});

test('opens History despite an invalid address of the service', async () => {
  open({screen: 'home'}, {env: {TOOL_API_URL: 'ftp://nowhere'}});
  await app.see('TOOL_API_URL');
  await history();
  await app.see('Nothing was changed in this session.');
});

test('lists a change in History with its outcome and command, and copies the command when y is pressed', async () => {
  open({screen: 'update', versionId: PREPARING});
  await update('2026 Me');
  await app.see('✓ Updated 1.0.0 for iOS');
  await history();
  await app.see('1 change in this session');
  await app.see('✓ done');
  await app.see(/done +update/);
  await app.see('1.0.0 iOS');
  await app.see("--copyright '2026 Me'");
  app.press('y');
  await app.see('Command sent to the terminal: tool versions update');
});

test('does not start a finished flow again when the user goes back from History', async () => {
  open({screen: 'version', versionId: PREPARING});
  await app.see('updated');
  app.press('u');
  await update('2026 Me');
  await app.see('✓ Updated 1.0.0 for iOS');
  await history();
  await app.see('1 change in this session');
  app.press(KEYS.esc);
  await app.see('tool › Apps › Fern › 1.0.0 iOS  ');
  expect(app.shows('only what you change')).toBe(false);
});

test('shows app, version and time of the change that is selected in History, even at 60 columns', async () => {
  open({screen: 'update', versionId: PREPARING}, {columns: 60, rows: 20});
  await update('2026 Me');
  await app.see('✓ Updated 1.0.0 for iOS');
  await history();
  await app.see(/Fern 1\.0\.0 iOS: changed at \d\d:\d\d:\d\d/);
  expect(app.stdout.text()).not.toMatch(/Profile|Target/);
});

test('says how many lines of a long command History hides, and copies the command when y is pressed', async () => {
  open({screen: 'update', versionId: PREPARING}, {columns: 60, rows: 15});
  const copyright = `2026 ${'Me and others '.repeat(40)}the end`;
  await update(copyright);
  await app.see('✓ Updated 1.0.0 for iOS');
  await history();
  await app.see(/^ +\+\d+ lines$/m);
  expect(app.shows('the end')).toBe(false);
  app.press('y');
  await app.see('Command sent to the terminal');
});

test('shows a release in History as done if a read confirms the release after a lost answer', async () => {
  open({screen: 'release', versionId: PENDING});
  await app.see('Type the version');
  bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'answer lost');
  app.press('3.3.0');
  await app.see('↵ release  ');
  app.press(KEYS.enter);
  await app.see('✓ Released 3.3.0 for iOS');
  app.press(KEYS.esc);
  await history();
  await app.see('✓ done');
  await app.see('Cannot be undone: a release is final.');
  app.press('u');
  await app.see('Undo the selected change: a release is final');
  expect(bench.line.writes()).toHaveLength(1);
});

test('offers no undo for a write that the service refused', async () => {
  open({screen: 'update', versionId: PREPARING});
  await app.see('only what you change');
  const body = {errors: [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not like this'}]};
  bench.line.fate = (method) => (method === 'GET' ? 'pass' : {status: 409, body});
  await update('x');
  await app.see('Not like this');
  app.press('@');
  await app.see('Discard the changes?');
  app.press(KEYS.enter);
  await app.see('✕ refused');
  await app.see(/Fern 1\.0\.0 iOS: tried at \d\d:\d\d:\d\d/);
  await app.see('Cannot be undone: it changed nothing.');
  expect(app.stdout.lines().at(-1)).not.toContain('u undo');
});

describe('an undo with u', () => {
  test('restores the fields of an update when u is pressed, after a review with the current values', async () => {
    const before = (await bench.version(PREPARING))?.copyright;
    open({screen: 'update', versionId: PREPARING});
    await update('2026 Me');
    await app.see('✓ Updated 1.0.0 for iOS');
    await history();
    await app.see('u  Update 1.0.0 for iOS');
    app.press('u');
    await app.see('only what you change');
    app.press(KEYS.ctrl('s'));
    await app.see('2026 Me');
    await app.see('↵ update');
    expect(bench.line.writes()).toHaveLength(1);
    app.press(KEYS.enter);
    await app.see('✓ Updated 1.0.0 for iOS');
    expect((await bench.version(PREPARING))?.copyright ?? '').toBe(before ?? '');
    await history();
    await app.see('2 changes in this session');
    expect(bench.line.writes()).toHaveLength(2);
  });

  test.each([
    ['a schedule that an update replaced', 'SCHEDULED', '2030-03-01T10:00:00Z', [KEYS.left]],
    [
      'a release after approval, without a date, that an update scheduled',
      'AFTER_APPROVAL',
      null,
      [KEYS.right, KEYS.tab, '2030-03-01T10:00Z'],
    ],
  ])('restores the release type when u is pressed: %s', async (_, releaseType, earliestReleaseDate, keys) => {
    await patch(bench.sandbox, 'appStoreVersions', PREPARING, {releaseType, earliestReleaseDate});
    const before = await releaseOf(PREPARING);
    open({screen: 'update', versionId: PREPARING});
    await app.see('only what you change');
    app.press(KEYS.tab, KEYS.tab, ...keys, KEYS.ctrl('s'));
    await app.see('↵ update');
    app.press(KEYS.enter);
    await app.see('✓ Updated 1.0.0 for iOS');
    expect((await releaseOf(PREPARING)).releaseType).not.toBe(releaseType);
    await history();
    app.press('u');
    await app.see('only what you change');
    app.press(KEYS.ctrl('s'));
    await app.see('↵ update');
    app.press(KEYS.enter);
    await app.see('✓ Updated 1.0.0 for iOS');
    expect(await releaseOf(PREPARING)).toEqual(before);
  });

  test('sends no undo if someone else has restored the fields of an update', async () => {
    const before = (await bench.version(PREPARING))?.copyright ?? '';
    open({screen: 'update', versionId: PREPARING});
    await update('2026 Me');
    await app.see('✓ Updated');
    const data = {type: 'appStoreVersions', id: PREPARING, attributes: {copyright: before}};
    await bench.sandbox.ask(`/v1/appStoreVersions/${PREPARING}`, {method: 'PATCH', body: {data}});
    await history();
    app.press('u');
    await app.see('only what you change');
    app.press(KEYS.ctrl('s'));
    await app.see('Nothing was changed');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('resumes a paused roll-out when u is pressed, then offers to pause it again', async () => {
    open({screen: 'version', versionId: await bench.idOf('com.example.steps', '3.1')});
    await app.see('h  Pause the roll-out');
    app.press('h');
    await app.see('↵ pause');
    app.press(KEYS.enter);
    await app.see('✓ Paused');
    app.press(KEYS.esc);
    await app.seeNot('✓ Paused');
    await history();
    await app.see('u  Resume the roll-out of 3.1 for iOS');
    app.press('u');
    await app.see('↵ resume');
    app.press(KEYS.enter);
    await app.see('✓ Resumed');
    app.press(KEYS.esc);
    await app.see('2 changes in this session');
    await app.see('u  Pause the roll-out of 3.1 for iOS');
    await app.see(/✓ done +resume roll-out[\s\S]*✓ done +pause roll-out/);
    expect(bench.line.writes()).toHaveLength(2);
  });

  const pauseSteps = async () => {
    const id = await bench.idOf('com.example.steps', '3.1');
    open({screen: 'version', versionId: id});
    await app.see('h  Pause the roll-out');
    app.press('h');
    await app.see('↵ pause');
    app.press(KEYS.enter);
    await app.see('✓ Paused');
    return id;
  };
  const completeByOthers = async (id: string) => {
    const path = `/v1/appStoreVersions/${id}/appStoreVersionPhasedRelease`;
    const {json} = await bench.sandbox.ask(path);
    await patch(bench.sandbox, 'appStoreVersionPhasedReleases', json.data.id, {phasedReleaseState: 'COMPLETE'});
  };

  test('offers no undo once the app has read that the roll-out is complete', async () => {
    await completeByOthers(await pauseSteps());
    app.press(KEYS.esc);
    await app.see('Nothing to do: it is on sale');
    await history();
    await app.see('Cannot be undone: the roll-out is complete, so there is nothing to resume.');
    app.press('u');
    await app.see('Undo the selected change: the roll-out is complete, so there is nothing to resume');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('explains that an undo is not possible if someone else has completed the roll-out', async () => {
    const id = await pauseSteps();
    app.press(KEYS.esc);
    await app.see('h  Resume the roll-out');
    await history();
    await app.see('u  Resume the roll-out of 3.1 for iOS');
    await completeByOthers(id);
    app.press('u');
    await app.see('Not possible now: the roll-out is complete, so there is nothing to resume. Nothing was sent.');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('names changes of a phased release in History as their dialogs do', async () => {
    open({screen: 'enable-phased', versionId: await bench.idOf('com.example.boats', '2.0')});
    await app.see('↵ set up');
    app.press(KEYS.enter);
    await app.see('✓ Set up a phased release');
    app.press(KEYS.esc);
    await history();
    await app.see(/✓ done +set up phased release/);
    app.press('u');
    await app.see('↵ remove');
    app.press(KEYS.enter);
    await app.see('✓ Removed');
    app.press(KEYS.esc);
    await app.see(/✓ done +remove phased release[\s\S]*✓ done +set up phased release/);
  });

  test('restores release notes on their own screen when u is pressed', async () => {
    const version = await bench.idOf('com.example.nearly', '1.1');
    const notes = async () => {
      const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${version}/appStoreVersionLocalizations`);
      const all = json.data as {attributes: {locale: string; whatsNew?: string}}[];
      return new Map(all.map(({attributes}) => [attributes.locale, attributes.whatsNew ?? '']));
    };
    const before = await notes();
    const locale = 'en-US';
    const old = before.get(locale);
    open({screen: 'release-notes', versionId: version});
    await app.see(locale);
    app.press(KEYS.up, KEYS.enter);
    await app.see('Ctrl+S review');
    app.press('New. ', KEYS.ctrl('s'));
    await app.see('↵ write');
    app.press(KEYS.enter);
    await app.see('✓ Wrote the release notes of 1 locale');
    expect((await notes()).get(locale)).not.toBe(old);
    await history();
    await app.see('u  Edit the release notes of 1.1 for iOS');
    app.press('u');
    await app.see('1 changed');
    app.press(KEYS.ctrl('s'));
    await app.see('↵ write');
    app.press(KEYS.enter);
    await app.until('it is written', () => bench.line.done === 2);
    expect(await notes()).toEqual(before);
    await app.see('✓ Wrote the release notes');
    await history();
    await app.see('2 changes in this session');
  });

  test('offers no undo for release notes that had no text before', async () => {
    open({screen: 'release-notes', versionId: await bench.idOf('com.example.nearly', '1.1')});
    await app.see('de-DE');
    app.press(KEYS.down, KEYS.enter);
    await app.see('Ctrl+S review');
    app.press('Neu', KEYS.ctrl('s'));
    await app.see('↵ write');
    app.press(KEYS.enter);
    await app.see('✓ Wrote the release notes of 1 locale');
    await history();
    await app.see('Cannot be undone: there were no release notes before, and a text cannot be removed.');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('asks for the version string before u deletes a created version', async () => {
    await releaseAurora(bench.sandbox);
    open({screen: 'create', app: AURORA});
    await app.see('Ctrl+S review');
    app.press(KEYS.ctrl('s'));
    await app.see('↵ create');
    app.press(KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
    await history();
    await app.see('u  Delete 3.4.0 for iOS');
    app.press('u');
    await app.see('Type the version to delete it');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('offers undo for a created version that only a later read has found', async () => {
    await releaseAurora(bench.sandbox);
    open({screen: 'create', app: AURORA});
    await app.see('Ctrl+S review');
    app.press(KEYS.ctrl('s'));
    await app.see('↵ create');
    bench.line.fate = (method) =>
      method === 'GET' ? {status: 404, body: {errors: [{title: 'Refused'}]}} : 'answer lost';
    app.press(KEYS.enter);
    await app.see('Could not read the current state');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('✓ Created 3.4.0 for iOS');
    await history();
    await app.see('✓ done');
    await app.see('u  Delete 3.4.0 for iOS');
    app.press('u');
    await app.see('Type the version to delete it');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('logs the app and the version of a write that only a later read has confirmed', async () => {
    await releaseAurora(bench.sandbox);
    open({screen: 'create', app: AURORA});
    await app.see('Ctrl+S review');
    app.press(KEYS.ctrl('s'));
    await app.see('↵ create');
    const refusal = {status: 404, body: {errors: [{title: 'Refused'}]}};
    bench.line.fate = (method) => (method === 'GET' ? refusal : 'answer lost');
    app.press(KEYS.enter);
    await app.see('Could not read the current state');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('✓ Created 3.4.0 for iOS');
    const lines = readFileSync(join(bench.home.path, '.tool/history.ndjson'), 'utf8').trim().split('\n');
    const id = await bench.idOf('com.example.aurora', '3.4.0');
    const about = {appId: AURORA, version: '3.4.0', platform: 'IOS', action: 'versions create'};
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({...about, outcome: 'unknown'}),
      expect.objectContaining({...about, versionId: id, outcome: 'settled-by-reading'}),
    ]);
  });

  test('offers no undo if a later read finds that the write was not done', async () => {
    open({screen: 'pause-phased', versionId: await bench.idOf('com.example.steps', '3.1')});
    await app.see('↵ pause');
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'reset');
    app.press(KEYS.enter);
    await app.see('It is not known whether the roll-out of 3.1 for iOS was paused.');
    app.press(KEYS.esc);
    await history();
    await app.see('Cannot be undone: a check found that it was not done.');
    await app.see('3.1 iOS: tried at');
    expect(app.shows(/u undo/)).toBe(false);
  });

  test('offers to attach the previous build when u is pressed, or says that it is attached already', async () => {
    const id = await bench.idOf('com.example.second', '1.1');
    const before = (await bench.version(id))?.buildId;
    open({screen: 'attach-build', versionId: id}, {rows: 30});
    await app.see(/▌ 13 .*yes/);
    app.press(KEYS.enter);
    await app.see('Replaces  build 12');
    app.press(KEYS.left, KEYS.enter);
    await app.see('✓ Attached build 13');
    await history();
    app.press('u');
    await app.see('Attach build 12 to 1.1 for iOS');
    await app.see('Replaces  build 13');
    app.press(KEYS.esc, KEYS.esc);
    await app.see('1 change in this session');
    const path = `/v1/appStoreVersions/${id}/relationships/build`;
    await bench.sandbox.ask(path, {method: 'PATCH', body: {data: {type: 'builds', id: before}}});
    app.press('u');
    await app.see('1.1 for iOS: build 12 is attached already');
    app.press(KEYS.enter);
    await app.see('1 change in this session');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('asks for the version string before u withdraws a submitted version', async () => {
    open({screen: 'submit', versionId: await bench.idOf('com.example.boats', '2.0')}, bench.waitless);
    await app.see('○ Submission');
    app.press('S');
    await app.see('Type the version');
    app.press('2.0');
    await app.see('↵ submit  ');
    app.press(KEYS.enter);
    await app.see('✓ Submitted 2.0 for iOS');
    app.press(KEYS.esc);
    await history();
    await app.see('u  Withdraw 2.0 for iOS');
    app.press('u');
    await app.see('Type the version to withdraw it');
    await app.see('Its review ends without a result.');
    app.press(KEYS.esc);
    await app.see('1 change in this session');
    expect(bench.line.writes().length).toBeGreaterThan(1);
  });

  test('does not withdraw a version when u is pressed if someone else has submitted it again', async () => {
    const id = await submitBoats();
    const theirs = await resubmitByOthers(id);
    await history();
    const {length} = bench.line.writes();
    app.press('u');
    await app.see('Not possible now: its submission has ended');
    expect(app.shows(theirs)).toBe(true);
    app.press(KEYS.enter);
    await app.see('1 change in this session');
    expect(bench.line.writes()).toHaveLength(length);
  });

  test('does not withdraw a version that someone else submits again while the question is open', async () => {
    const id = await submitBoats();
    await history();
    const {length} = bench.line.writes();
    app.press('u');
    await app.see('Type the version to withdraw it');
    await resubmitByOthers(id);
    app.press('2.0');
    await app.see('↵ withdraw  ');
    app.press(KEYS.enter);
    await app.see('Someone else has withdrawn 2.0 and submitted it again in the meantime');
    await app.see('Nothing was sent.');
    expect(bench.line.writes()).toHaveLength(length);
    expect((await bench.version(id))?.state).toBe('WAITING_FOR_REVIEW');
  });

  test('does not withdraw a version that was approved while the question was open', async () => {
    const id = await submitBoats();
    await history();
    const {length} = bench.line.writes();
    app.press('u');
    await app.see('Its review ends without a result.');
    bench.sandbox.advance(3 * REVIEW_MS);
    expect((await bench.version(id))?.state).toBe('PENDING_DEVELOPER_RELEASE');
    app.press('2.0');
    await app.see('↵ withdraw  ');
    app.press(KEYS.enter);
    await app.see('has changed since you were asked: it was approved');
    await app.see('Now: It loses its approval');
    await app.see('Nothing was sent.');
    expect(bench.line.writes()).toHaveLength(length);
  });

  test('says that someone else withdrew the version while the question was open, and offers no retry', async () => {
    await submitBoats();
    await history();
    const {length} = bench.line.writes();
    app.press('u');
    await app.see('Type the version to withdraw it');
    await withdrawByOthers();
    bench.sandbox.advance(10_000);
    app.press('2.0');
    await app.see('↵ withdraw  ');
    app.press(KEYS.enter);
    await app.see('Version 2.0 is already withdrawn');
    await app.see('Nothing was sent.');
    expect(app.stdout.text()).not.toMatch(/DEVELOPER_REJECTED|To check, run|try again/);
    expect(bench.line.writes()).toHaveLength(length);
  });

  test('says that nothing can be withdrawn once review has rejected the version', async () => {
    open({screen: 'submit', versionId: await bench.idOf('com.example.judge', '1.1')}, bench.waitless);
    await app.see('○ Submission');
    app.press('S');
    await app.see('Type the version');
    app.press('1.1');
    await app.see('↵ submit  ');
    app.press(KEYS.enter);
    await app.see('✓ Submitted 1.1 for iOS');
    bench.sandbox.advance(3 * REVIEW_MS);
    app.press(KEYS.esc);
    await history();
    const {length} = bench.line.writes();
    app.press('u');
    await app.see('there is nothing to withdraw');
    app.press(KEYS.enter);
    await app.see('1 change in this session');
    expect(app.stdout.text()).toMatch(/^ {3}u {2}Withdraw 1\.1 for iOS\n {3}tool versions submit/m);
    expect(bench.line.writes()).toHaveLength(length);
  });
});
