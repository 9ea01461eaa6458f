import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, PENDING, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const running = () => bench.idOf('com.example.steps', '3.1');
const paused = () => bench.idOf('com.example.brake', '2.1');

async function stateOf(versionId: string): Promise<string | undefined> {
  const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${versionId}/appStoreVersionPhasedRelease`);
  return json.data?.attributes.phasedReleaseState;
}

async function changeByOthers(versionId: string, phasedReleaseState: string): Promise<void> {
  const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${versionId}/appStoreVersionPhasedRelease`);
  const body = {data: {type: json.data.type, id: json.data.id, attributes: {phasedReleaseState}}};
  await bench.sandbox.ask(`/v1/appStoreVersionPhasedReleases/${json.data.id}`, {method: 'PATCH', body});
  expect(await stateOf(versionId)).toBe(phasedReleaseState);
}

const PATCH = /^PATCH \/v1\/appStoreVersionPhasedReleases\//;

describe('a roll-out', () => {
  test('pauses a roll-out once, even if Enter is pressed again, and closes the result only on Esc', async () => {
    const id = await running();
    app = bench.open({screen: 'version', versionId: id});
    await app.see('day 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow · 0 of 30 pause days');
    await app.see('h  Pause the roll-out');
    expect(app.stdout.text()).not.toContain('Resume the roll-out');
    app.press('h');
    await app.see('↵ pause');
    await app.see('Roll-out: day 3 of 7, 5 %, next 10 % tomorrow');
    expect(app.stdout.text()).toContain('tool phased-release pause --version-id');
    expect(app.stdout.text()).toContain(`│   ${id}`);
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('✓ Paused the roll-out of 3.1 for iOS');
    app.press('y');
    await app.see('Command sent to the terminal');
    await app.see('✓ Paused');
    expect(bench.line.writes()).toEqual([expect.stringMatching(PATCH)]);
    expect(await stateOf(id)).toBe('PAUSED');
    app.press(KEYS.esc);
    await app.see('day 3 of 7 ▓▓▓░░░░ 5 % · paused · 0 of 30 pause days');
    await app.see('h  Resume the roll-out');
  });

  test('does not pause a roll-out if h and Enter arrive in one read, before the question is shown', async () => {
    const id = await running();
    app = bench.open({screen: 'version', versionId: id});
    await app.see('h  Pause the roll-out');
    app.press('h', KEYS.enter);
    await app.see('Pause: pressed before this was shown; press it again');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.left, KEYS.enter);
    await app.see('✓ Paused the roll-out of 3.1 for iOS');
  });

  test('does not pause a roll-out while Enter is held down', async () => {
    const id = await running();
    app = bench.open({screen: 'versions', app: 'com.example.steps', versionId: id});
    await app.see('3.1');
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('day 3 of 7');
    app.press(KEYS.ctrl('p'), 'pause the', KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('Pause: ignored a repeated Enter; press it again');
    expect(bench.line.writes()).toEqual([]);
    app.press('x', KEYS.enter);
    await app.see('✓ Paused');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('resumes a paused roll-out with the same key that pauses one', async () => {
    const id = await paused();
    app = bench.open({screen: 'version', versionId: id});
    await app.see('day 4 of 7 ▓▓▓▓░░░ 10 % · paused · 4 of 30 pause days');
    app.press('h');
    await app.see('↵ resume');
    await app.see('Roll-out: day 4 of 7, 10 %, paused, 4 of 30 pause days.');
    app.press(KEYS.enter);
    await app.see('✓ Resumed the roll-out of 2.1 for iOS');
    expect(await stateOf(id)).toBe('ACTIVE');
  });

  test('says in the pause dialog that the roll-out is already paused, and does not resume it on Enter', async () => {
    const id = await paused();
    app = bench.open({screen: 'pause-phased', versionId: id});
    await app.see('the roll-out is paused already');
    app.press(KEYS.enter);
    await app.see('paused · 4 of 30 pause days');
    expect(bench.line.writes()).toEqual([]);
    expect(await stateOf(id)).toBe('PAUSED');
  });

  test('offers to resume in the pause dialog if the roll-out is already paused, and asks first', async () => {
    const id = await paused();
    app = bench.open({screen: 'pause-phased', versionId: id}, {columns: 60, rows: 15});
    await app.see('h resume');
    app.press('h');
    await app.see('↵ resume');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.enter);
    await app.see('✓ Resumed the roll-out of 2.1 for iOS');
    expect(await stateOf(id)).toBe('ACTIVE');
  });

  test('offers to pause in the resume dialog if the roll-out is already running', async () => {
    app = bench.open({screen: 'resume-phased', versionId: await running()});
    await app.see('h pause');
    app.press('h');
    await app.see('↵ pause');
    expect(bench.line.writes()).toEqual([]);
  });

  test.each([80, 60])(
    'resumes a roll-out on the list of versions after it was paused there, at %i columns',
    async (columns) => {
      const id = await running();
      app = bench.open({screen: 'versions', app: 'com.example.steps'}, {columns, rows: columns / 4});
      await app.until('the live version', () => app.selected().includes('3.1'));
      app.press('h');
      await app.see('↵ pause');
      app.press(KEYS.enter);
      await app.see('✓ Paused the roll-out of 3.1 for iOS');
      app.press(KEYS.esc);
      await app.until('the roll-out in the row', () => app.selected().includes('paused day 3'));
      app.press('h');
      await app.see('↵ resume');
      app.press(KEYS.enter);
      await app.see('✓ Resumed the roll-out of 3.1 for iOS');
      expect(await stateOf(id)).toBe('ACTIVE');
      app.press(KEYS.esc);
      await app.until('the roll-out in the row', () => app.selected().includes('day 3 · 5 %'));
    },
  );

  test('lists roll-out actions last in the palette until the roll-out is read', async () => {
    app = bench.open({screen: 'versions', app: 'com.example.boats'}, {columns: 80, rows: 40});
    await app.until('the versions', () => app.selected().includes('2.0'));
    app.press(KEYS.down);
    await app.until('the live version', () => app.selected().includes('Ready for sale'));
    app.press(KEYS.ctrl('p'));
    await app.see('Ship the next iOS version');
    expect(app.shows('the roll-out')).toBe(false);
    app.press('roll-out of');
    await app.see('Resume the roll-out of 1.0 for iOS');
    const ends = app.stdout.lines().flatMap((line) => /the roll-out of 1\.0 for iOS +(\S.*?) *│/.exec(line)?.[1] ?? []);
    expect(ends.slice(0, 3)).toEqual(['h', 'phased-release resume', 'C']);
  });

  test('lists the roll-out action that is not possible last in the palette, with the reason', async () => {
    app = bench.open({screen: 'version', versionId: await running()});
    await app.see('h  Pause the roll-out');
    app.press(KEYS.ctrl('p'), 'roll-out of');
    await app.see('Resume the roll-out');
    const entries = app.stdout
      .lines()
      .flatMap((line) => /│ [ ▌]*(\w+ the roll-out) .*? {2,}(.*?) *│/.exec(line)?.slice(1) ?? []);
    expect(entries).toEqual([
      ...['Pause the roll-out', 'h', 'Complete the roll-out', 'C'],
      ...['Resume the roll-out', 'the roll-out is running already'],
    ]);
  });

  test("reads a version's page again if the roll-out to pause turns out to be paused already", async () => {
    const id = await running();
    app = bench.open({screen: 'version', versionId: id});
    await app.see('h  Pause the roll-out');
    await changeByOthers(id, 'PAUSED');
    app.press('h');
    await app.see('the roll-out is paused already');
    app.press(KEYS.esc);
    await app.see('h  Resume the roll-out');
    expect(bench.line.writes()).toEqual([]);
  });

  test('completes the roll-out once the version string is typed', async () => {
    const id = await running();
    app = bench.open({screen: 'version', versionId: id});
    await app.see('C  Complete the roll-out');
    app.press('C');
    await app.see('Type the version to complete it:');
    app.press(KEYS.enter, '3.', KEYS.enter, 'x');
    await app.see('complete it: 3.x');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.backspace, '1', KEYS.enter, KEYS.enter);
    await app.see('✓ Completed the roll-out of 3.1 for iOS');
    expect(bench.line.writes()).toEqual([expect.stringMatching(PATCH)]);
    expect(await stateOf(id)).toBe('COMPLETE');
  });

  test('answers each roll-out key with the message that the roll-out is complete', async () => {
    const id = await running();
    await changeByOthers(id, 'COMPLETE');
    app = bench.open({screen: 'version', versionId: id});
    await app.see('updated');
    app.press('h');
    await app.see('the roll-out is complete, so there is nothing to pause');
    app.press('C');
    await app.see('the roll-out is complete already');
    expect(bench.line.writes()).toEqual([]);
  });

  test('sends no pause if someone else completes the roll-out while the question is open', async () => {
    const id = await running();
    app = bench.open({screen: 'pause-phased', versionId: id});
    await app.see('↵ pause');
    await changeByOthers(id, 'COMPLETE');
    app.press(KEYS.enter);
    await app.see('the roll-out is complete, so there is nothing to pause');
    await app.see('Nothing was sent.');
    expect(app.shows('try again')).toBe(false);
    expect(bench.line.writes()).toEqual([]);
  });

  test('says that nothing was sent if someone else completes the roll-out while the dialog to complete it is open', async () => {
    const id = await running();
    app = bench.open({screen: 'complete-phased', versionId: id});
    await app.see('Type the version to complete it:');
    await changeByOthers(id, 'COMPLETE');
    app.press('3.1');
    await app.see('↵ complete  ');
    app.press(KEYS.enter);
    await app.see('✓ The roll-out is complete; nothing was sent');
    expect(app.shows('✓ Completed')).toBe(false);
    expect(bench.line.writes()).toEqual([]);
  });

  test('reads the outcome of a pause automatically if its answer is lost', async () => {
    const id = await running();
    app = bench.open({screen: 'pause-phased', versionId: id});
    await app.see('↵ pause');
    bench.line.fate = (method) => (method === 'PATCH' ? 'answer lost' : 'pass');
    app.press(KEYS.enter);
    await app.see('✓ Paused the roll-out of 3.1 for iOS');
    expect(app.stdout.text()).toContain('The answer was lost');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('breaks the roll-out line after a dot in the smallest terminal', async () => {
    app = bench.open({screen: 'version', versionId: await running()}, {columns: 60, rows: 15});
    await app.see('day 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow ·');
    await app.see(/^ {4}0 of 30 pause days$/m);
    app.press('h');
    await app.see('↵ pause');
    expect(app.stdout.text()).toContain('Esc cancel');
    expect(app.stdout.text()).toContain('tool phased-release pause');
  });

  test('explains when h is pressed that a live version has no phased release', async () => {
    app = bench.open({screen: 'version', versionId: await bench.idOf('com.example.boats', '1.0')});
    await app.see('Ready for sale');
    await app.see('updated');
    expect(app.stdout.text()).not.toContain('roll-out');
    app.press('h');
    await app.see('Pause the roll-out of 1.0 for iOS: it has no phased release');
  });
});

describe('before the release', () => {
  test('sets up a phased release before the release, and removes it again', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'version', versionId: id});
    await app.see('H  Set up a phased release');
    app.press('H');
    await app.see('↵ set up');
    app.press(KEYS.enter, KEYS.enter);
    await app.see('✓ Set up a phased release of 2.0 for iOS');
    expect(await stateOf(id)).toBe('INACTIVE');
    app.press(KEYS.esc);
    await app.see('H  Remove the phased release');
    app.press('H');
    await app.see('↵ remove');
    expect(app.stdout.text()).toContain('--confirm');
    app.press(KEYS.enter);
    await app.see('✓ Removed the phased release of 2.0 for iOS');
    expect(bench.line.writes()).toEqual([
      'POST /v1/appStoreVersionPhasedReleases',
      expect.stringMatching(/^DELETE \/v1\/appStoreVersionPhasedReleases\//),
    ]);
    expect(await stateOf(id)).toBeUndefined();
  });

  test('refuses a phased release for a first version, and writes nothing', async () => {
    app = bench.open({screen: 'enable-phased', versionId: await bench.idOf('com.example.seedling', '1.0')});
    await app.see('↵ set up');
    app.press(KEYS.enter);
    await app.see('first version');
    expect(app.stdout.text()).not.toContain('r try again');
    expect(bench.line.done).toBe(0);
  });

  test('says in the release dialog that there is no phased release, and how to set one up', async () => {
    const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${PENDING}?include=appStoreVersionPhasedRelease`);
    const {id} = json.data.relationships.appStoreVersionPhasedRelease.data;
    await bench.sandbox.ask(`/v1/appStoreVersionPhasedReleases/${id}`, {method: 'DELETE'});
    app = bench.open({screen: 'version', versionId: PENDING});
    await app.see('R  Release');
    await app.see('updated');
    app.press('R');
    await app.see('No phased release: Esc, then H sets one up.');
    app.press(KEYS.esc);
    await app.seeNot('Type the version');
    app.press('H');
    await app.see('Set up a phased release of 3.3.0 for iOS');
    app.press(KEYS.esc);
    await app.until('the page again', () => app.selected().includes('Release'));
    app.press(KEYS.esc);
    await app.see(/need you/);
    app.press('/Aurora', KEYS.enter);
    await app.see('1 of');
    app.press(KEYS.esc);
    await app.see('Fern');
    app.press('n');
    await app.see('No phased release: Esc, then L (ship) sets one up.');
  });

  test('offers in the palette to remove a phased release, and explains why a roll-out key is too early', async () => {
    app = bench.open({screen: 'version', versionId: PENDING});
    await app.see('R  Release');
    await app.see('updated');
    app.press('C');
    await app.see('Complete the roll-out of 3.3.0 for iOS: only once it is live');
    app.press(KEYS.ctrl('p'), 'remove');
    await app.see('Remove the phased release of 3.3.0 for iOS');
  });
});
