import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {EditedText, Host} from '../../src/services/ports.ts';
import {patch, submitForReview} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, startBench} from '../support/flow-bench.ts';
import {TempHome} from '../support/temp-home.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const ctrlS = KEYS.ctrl('s');

/** Returns the newest version of a sample app. */
async function newest(bundle: string): Promise<string> {
  const apps = await bench.sandbox.ask(`/v1/apps?filter[bundleId]=com.example.${bundle}`);
  const versions = await bench.sandbox.ask(`/v1/apps/${apps.json.data[0].id}/appStoreVersions`);
  return versions.json.data[0].id;
}

/** Creates a version in forty locales without any release notes. */
async function emptyVersion(): Promise<string> {
  const apps = await bench.sandbox.ask('/v1/apps?filter[bundleId]=com.example.tongues');
  const {id} = apps.json.data[0];
  await bench.sandbox.ask(`/v1/appStoreVersions/${await newest('tongues')}`, {method: 'DELETE'});
  const body = {
    data: {
      type: 'appStoreVersions',
      attributes: {platform: 'IOS', versionString: '1.2'},
      relationships: {app: {data: {type: 'apps', id}}},
    },
  };
  return (await bench.sandbox.ask('/v1/appStoreVersions', {method: 'POST', body})).json.data.id;
}

async function textsOf(versionId: string): Promise<Record<string, string | null>> {
  const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${versionId}/appStoreVersionLocalizations?limit=200`);
  return Object.fromEntries(
    json.data.map(({attributes}: {attributes: {locale: string; whatsNew: string | null}}) => [
      attributes.locale,
      attributes.whatsNew,
    ]),
  );
}

/** Changes the notes of en-US as someone else would: directly in the sandbox, so that the bench does not record it. */
async function changedByOthers(versionId: string, whatsNew = 'Of someone else.') {
  const path = `/v1/appStoreVersions/${versionId}/appStoreVersionLocalizations?limit=200`;
  const {json} = await bench.sandbox.ask(path);
  const {id} = json.data.find((one: {attributes: {locale: string}}) => one.attributes.locale === 'en-US');
  await patch(bench.sandbox, 'appStoreVersionLocalizations', id, {whatsNew});
}

async function open(versionId: string, host: Partial<Host> = {}, size: {columns?: number; rows?: number} = {}) {
  app = bench.open({screen: 'release-notes', versionId}, {host, ...size});
  await app.see('updated');
}

test('counts the locales without release notes in the row for all locales', async () => {
  await open(await newest('nearly'));
  expect(app.stdout.text()).toMatch(/All \d+ .* Text for 1 missing/);
  app.press('g', KEYS.enter);
  await app.see('0 of 4000 characters');
  expect(app.stdout.text()).toContain('de-DE');
});

test('selects the first locale without release notes', async () => {
  await open(await newest('nearly'));
  app.press(KEYS.enter);
  await app.see('0 of 4000 characters');
  expect(app.stdout.text()).toContain('de-DE');
});

test('shows release notes on the smallest screen with the whole hint, and says that more are below', async () => {
  await open(await newest('tongues'), {}, {columns: 60, rows: 15});
  expect(app.stdout.text()).toMatch(/All 40 .* One text for all 40$/m);
  expect(app.stdout.lines()[1]).toBe(' 40 unchanged · more below');
  const titles = app.stdout.lines()[3];
  app.press(KEYS.down, KEYS.enter);
  await app.see('25 of 4000 characters');
  app.press(' And much more of it.', ctrlS);
  await app.see('Write the release notes');
  app.press(KEYS.esc);
  await app.see('1 changed · 39 unchanged');
  expect(app.stdout.lines()[3]).toBe(titles);
  await app.see(/Now: Small things work better\., /);
});

test('says that more release notes are below a banner until the last row is visible', async () => {
  await open(await newest('tongues'), {}, {columns: 60, rows: 15});
  bench.line.fate = () => ({status: 500, body: {errors: []}});
  app.press('r');
  await app.see('r retries.');
  const isLastShown = () => app.stdout.text().includes('zh-Hant');
  for (let press = 0; press < 40; press++) {
    expect(app.stdout.lines()[1]).toMatch(isLastShown() ? /^((?!below).)*$/ : /below/);
    if (isLastShown()) return;
    const before = app.selected();
    app.press(KEYS.down);
    await app.until('the next is selected', () => app.selected() !== before);
  }
  throw new Error(`not at the end:\n${app.stdout.text()}`);
});

test('does not overwrite release notes that someone else has changed, and shows the changed text', async () => {
  const id = await newest('tongues');
  await open(id, {}, {columns: 120});
  app.press(KEYS.enter);
  await app.see('25 of 4000 characters');
  app.press(' Mine.', ctrlS);
  await app.see('Write the release notes');
  app.press(KEYS.esc);
  await app.see('1 changed');
  await changedByOthers(id);
  app.press(ctrlS);
  await app.see('+ Small things work better. Mine.');
  app.press(KEYS.enter);
  await app.see("Someone else changed the release notes of 'en-US' in the meantime");
  // No retry is offered, because it would fail in the same way.
  expect(app.shows('try again')).toBe(false);
  expect(bench.line.writes()).toEqual([]);
  app.press(KEYS.esc);
  await app.see(/Of someone else\. +Small things work better\. Mine\./);
  app.press(ctrlS);
  await app.see('- Of someone else.');
  app.press(KEYS.enter);
  await app.see('✓ Wrote');
  expect((await textsOf(id))['en-US']).toBe('Small things work better. Mine.');
});

test('compares the edited notes in the review with what someone else wrote during the edit', async () => {
  const id = await newest('tongues');
  await open(id, {}, {columns: 120});
  const goOn = bench.line.holdReads();
  app.press('r');
  await app.see('Esc stops waiting');
  app.press(KEYS.enter);
  await app.see('25 of 4000 characters');
  await changedByOthers(id);
  const before = bench.line.seen.length;
  goOn();
  await app.until('it is read', () => bench.line.seen.length > before);
  app.press(' Mine.', ctrlS);
  await app.see('Write the release notes');
  app.press(KEYS.esc);
  await app.see(/Of someone else\. +Small things work better\. Mine\./);
  app.press(ctrlS);
  await app.see('- Of someone else.');
});

test('does not overwrite release notes that someone else changed during the review', async () => {
  const id = await newest('tongues');
  await open(id, {}, {columns: 120});
  app.press(KEYS.enter);
  await app.see('25 of 4000 characters');
  app.press(' Mine.', ctrlS);
  await app.see('Write the release notes');
  app.press(KEYS.esc);
  await app.see('1 changed');
  const goOn = bench.line.holdReads();
  app.press('r');
  await app.see('Esc stops waiting');
  app.press(ctrlS);
  await app.see('- Small things work better.');
  await changedByOthers(id);
  const before = bench.line.seen.length;
  goOn();
  // The release notes of the version on sale are read last.
  await app.until('it is read', () => bench.line.seen.slice(before).some((one) => one.endsWith('Localizations')));
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  app.press(KEYS.enter);
  await app.see("Someone else changed the release notes of 'en-US' in the meantime");
  expect(bench.line.writes()).toEqual([]);
});

test('sends no release notes if someone else has submitted the version, and says so', async () => {
  const id = await newest('tongues');
  await open(id);
  app.press(KEYS.enter);
  await app.see('25 of 4000 characters');
  app.press(' Mine.', ctrlS);
  await app.see('+ Small things work better. Mine.');
  expect(app.shows('1.1 for iOS,')).toBe(false);
  await submitForReview(bench.sandbox, id);
  app.press(KEYS.enter);
  await app.see('Someone else changed the state of 1.1 for iOS to waiting for review in the meantime');
  await app.see('Nothing was sent');
  expect(bench.line.writes()).toEqual([]);
  app.press(KEYS.esc);
  await app.see('1 changed');
  app.press(ctrlS);
  await app.see('of 1.1 for iOS, waiting for review');
  app.press(KEYS.enter);
  await app.see('✓ Wrote');
  expect((await textsOf(id))['en-US']).toBe('Small things work better. Mine.');
});

describe('a text edited in place', () => {
  let versionId: string;
  beforeEach(async () => {
    versionId = await newest('tongues');
    await open(versionId);
  });

  test('breaks a line of release notes on Enter, shows the diff on Ctrl+S, and sends one request', async () => {
    await app.see('40 unchanged');
    app.press(KEYS.down, KEYS.enter);
    await app.see('25 of 4000 characters');
    app.press(KEYS.enter, 'Und mehr.', ctrlS);
    await app.see('  Small things work better.');
    await app.see('+ Und mehr.');
    await app.see("--text 'Small things work");
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.enter, KEYS.enter);
    await app.see('✓ Wrote the release notes of 1 locale');
    expect(bench.line.writes()).toHaveLength(1);
    const {'ar-SA': own, ...others} = await textsOf(versionId);
    expect(own).toBe('Small things work better.\nUnd mehr.');
    expect(new Set(Object.values(others))).toEqual(new Set(['Small things work better.']));
  });

  test('shows the limit and the length of release notes that are too long, and does not send them', async () => {
    app.press(KEYS.enter);
    await app.see('of 4000');
    app.press(KEYS.paste('ä'.repeat(4000)));
    await app.see('4025 of 4000 characters: too long');
    app.press(ctrlS);
    await app.see('4025 > 4000');
    await app.see('en-US is too long: 4025 characters (UTF-16 units); the limit is 4000');
    app.press(KEYS.down);
    await app.seeNot('is too long:');
    app.press(ctrlS);
    await app.see('en-US is too long: 4025 characters (UTF-16 units); the limit is 4000');
    expect(app.selected()).toContain('en-US');
    expect(bench.line.writes()).toEqual([]);
  });

  test('asks on Esc before a changed text is dropped, and before all unsent texts are dropped', async () => {
    app.press(KEYS.enter);
    await app.see('of 4000');
    app.press('More.');
    await app.see('30 of 4000');
    app.press(KEYS.esc);
    await app.see('Discard the changes to this text?');
    app.press(KEYS.esc);
    await app.seeNot('Discard');
    app.press(ctrlS);
    await app.see('Write the release notes');
    app.press(KEYS.esc);
    await app.see('1 changed');
    app.press(KEYS.esc);
    await app.see('Discard the new text?');
    app.press(KEYS.esc);
    await app.seeNot('Discard');
    app.press('u');
    await app.see('40 unchanged');
    app.press(KEYS.esc);
    await app.see("What's New  ");
    expect(bench.line.writes()).toEqual([]);
  });

  test('closes an unchanged text without asking, even if another locale has unsent changes', async () => {
    app.press(KEYS.enter);
    await app.see('of 4000');
    app.press(KEYS.esc);
    await app.see('40 unchanged');
    app.press(ctrlS);
    await app.see('no text has changed');
    app.press(KEYS.enter);
    await app.see('of 4000');
    app.press('More.', ctrlS);
    await app.see('Write the release notes');
    app.press(KEYS.esc);
    await app.see('1 changed · 39 unchanged');
    app.press(KEYS.down, KEYS.enter);
    await app.see('25 of 4000');
    app.press(KEYS.esc);
    await app.see('1 changed · 39 unchanged');
  });

  test("puts the primary locale first in the release notes, as on the version's page", () => {
    expect(app.selected()).toContain('en-US');
  });

  test.each([
    ['Enter on the row for all', ['g', KEYS.enter]],
    ['the key a', ['a']],
  ])('takes one text for all locales with %s, and shows the replaced texts in the review', async (_, keys) => {
    app.press(...keys);
    await app.see('0 of 4000 characters');
    await app.see('One text for all 40 locales');
    app.press('Faster.', ctrlS);
    await app.see('- Small things work better.');
    await app.see('+ Faster.');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.enter);
    await app.see('✓ Wrote the release notes of 40 locales');
    await app.see('Updated  all 40');
    expect(new Set(Object.values(await textsOf(versionId)))).toEqual(new Set(['Faster.']));
  });
});

describe('forty locales without a text', () => {
  let versionId: string;
  beforeEach(async () => {
    versionId = await emptyVersion();
    await open(versionId);
    await app.see('40 missing');
  });

  test('sends one text for forty locales, lists the failed locales, and retries only these', async () => {
    app.press('a');
    await app.see('One text for the 40 locales without one');
    await app.see(/Ctrl\+S review .* Esc cancel/);
    app.press('New notes.', ctrlS);
    await app.see('Write the release notes of 40 locales');
    await app.see("--text 'New notes.'");
    expect(app.stdout.text()).not.toContain('--locale');
    let count = 0;
    bench.line.fate = (method) => {
      if (method !== 'PATCH') return 'pass';
      count += 1;
      return [5, 6, 40].includes(count) ? refusal : 'pass';
    };
    app.press(KEYS.enter);
    await app.see('✕ 3 of 40 locales were not updated');
    await app.see('el');
    await app.see(/↵ back .* Esc back/);
    expect(bench.line.writes()).toHaveLength(40);
    app.press(KEYS.esc);
    await app.see('3 changed · 37 unchanged');
    await app.see('✕ New notes.');
    await app.until('the first failed text is selected', () => /✕ New notes\./.test(app.selected()));
    await app.see(/✕ \S+: Not now: Not this one\./);
    bench.line.fate = () => 'pass';
    app.press(ctrlS);
    await app.see('Write the release notes of 3 locales');
    app.press(KEYS.enter);
    await app.see('✓ Wrote the release notes of 3 locales');
    expect(bench.line.writes()).toHaveLength(43);
    expect(new Set(Object.values(await textsOf(versionId)))).toEqual(new Set(['New notes.']));
  });

  test('shows no failure for release notes that a later read finds written', async () => {
    app.press(KEYS.enter);
    await app.see('0 of 4000');
    app.press('New.', ctrlS);
    await app.see('Write the release notes');
    bench.line.fate = (method) => (method === 'PATCH' ? 'no answer' : 'pass');
    app.press(KEYS.enter);
    await app.until('it is sent', () => bench.line.writes().length === 1);
    app.press(KEYS.esc);
    await app.see('Cancelled while it was being written');
    await changedByOthers(versionId, 'New.');
    app.press(KEYS.esc);
    await app.see('39 missing · 1 unchanged');
    expect(app.shows('✕')).toBe(false);
  });

  test('drops the failed release notes when u is pressed, after a question', async () => {
    app.press('l');
    await app.see('Copied 40 texts from 1.0.');
    app.press(ctrlS);
    await app.see('Write the release notes of 40 locales');
    let count = 0;
    bench.line.fate = (method) => (method === 'PATCH' && ++count === 2 ? refusal : 'pass');
    app.press(KEYS.enter);
    await app.see('1 of 40 locales was not updated');
    app.press(KEYS.esc);
    await app.see('1 changed · 39 unchanged');
    app.press('u');
    await app.see('Discard 1 unsent text?');
    app.press('x', KEYS.enter);
    await app.see('1 missing · 39 unchanged');
    expect(bench.line.writes()).toHaveLength(40);
  });

  test('resends only the failed release notes when r is pressed', async () => {
    app.press('l');
    await app.see('Copied 40 texts from 1.0.');
    app.press(ctrlS);
    await app.see('Write the release notes of 40 locales');
    let count = 0;
    bench.line.fate = (method) => (method === 'PATCH' && ++count === 2 ? refusal : 'pass');
    app.press(KEYS.enter);
    await app.see('1 of 40 locales was not updated');
    app.press('r');
    await app.see('✓ Wrote the release notes of 1 locale');
    expect(bench.line.writes()).toHaveLength(41);
    expect(Object.values(await textsOf(versionId))).not.toContain(null);
  });

  test('copies one text, or all missing texts, from the live version when l is pressed, and undoes that with u', async () => {
    app.press(KEYS.enter);
    await app.see('0 of 4000');
    app.press('Own.', ctrlS);
    await app.see('Write the release notes');
    app.press(KEYS.esc);
    await app.see('1 changed · 39 missing');
    app.press('l');
    await app.see('Copied 1 text from 1.0.');
    expect(app.selected()).not.toContain('Own.');
    app.press('u');
    await app.until('undone', () => app.selected().includes('Own.'));
    app.press(KEYS.down, 'l');
    await app.see('Copied 39 texts from 1.0.');
    app.press('u');
    await app.see('1 changed · 39 missing');
  });

  test('writes the remaining release notes when r is pressed after Esc has stopped the writes', async () => {
    app.press('a');
    await app.see('One text');
    app.press('New.', ctrlS);
    await app.see('Write the release notes');
    let count = 0;
    bench.line.fate = (method) => (method === 'PATCH' && ++count > 2 ? 'no answer' : 'pass');
    app.press(KEYS.enter);
    await app.until('eight are waited for', () => bench.line.writes().length === 10);
    await app.see(' · 10 of 40');
    app.press(KEYS.esc);
    await app.see('✕ 38 of 40 locales were not updated');
    await app.see('Cancelled while it was being written');
    await app.see('30 not written yet: ');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('✓ Wrote the release notes of 38 locales');
    expect(bench.line.writes()).toHaveLength(10 + 38);
  });

  test('shows that the writes are stopping from the moment Esc is pressed until they end', async () => {
    app.press('a');
    await app.see('One text');
    app.press('New.', ctrlS);
    await app.see('Write the release notes');
    bench.line.fate = (method) => (method === 'PATCH' && bench.line.writes().length > 2 ? 'no answer' : 'pass');
    app.press(KEYS.enter);
    await app.see(' · 10 of 40');
    const goOn = bench.line.holdReads();
    app.press(KEYS.esc);
    await app.see('Stopping after ');
    app.press(KEYS.esc);
    await app.see('it is stopping already');
    goOn();
    await app.see('✕ 38 of 40 locales were not updated');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('✓ Wrote the release notes of 38 locales');
  });

  test('distinguishes refused, unanswered and unsent release notes after Esc has stopped the writes', async () => {
    app.press('a');
    await app.see('One text');
    app.press('New.', ctrlS);
    await app.see('Write the release notes');
    let count = 0;
    bench.line.fate = (method) => (method !== 'PATCH' || ++count === 1 ? 'pass' : count === 2 ? refusal : 'no answer');
    app.press(KEYS.enter);
    await app.until('eight are waited for', () => bench.line.writes().length === 10);
    app.press(KEYS.esc);
    await app.see('✕ 39 of 40 locales were not updated');
    await app.see('Not now: Not this one.');
    await app.see('Cancelled while it was being written: it may still take effect');
    await app.see('30 not written yet: ');
    expect(app.stdout.text().indexOf('Cancelled while')).toBeLessThan(app.stdout.text().indexOf('30 not'));
  });

  test('stops after one request if its error affects all release notes, and shows the error once', async () => {
    app.press('a');
    await app.see('One text');
    app.press('New.', ctrlS);
    await app.see('Write the release notes');
    const {body} = refusal;
    let isHeld = false;
    bench.line.fate = (method) => (method !== 'PATCH' ? 'pass' : isHeld ? 'no answer' : {status: 403, body});
    app.press(KEYS.enter);
    await app.see('✕ 40 of 40 locales were not updated');
    await app.see('all 40: Not now: Not this one.');
    await app.see('Esc back');
    expect(bench.line.writes()).toHaveLength(1);
    app.press(KEYS.esc);
    await app.see('40 changed');
    app.press('g', KEYS.down);
    await app.see('en-US: Not now: Not this one.');
    app.press(ctrlS);
    await app.see('Write the release notes of 40 locales');
    isHeld = true;
    app.press(KEYS.enter);
    await app.until('it is sent again', () => bench.line.writes().length === 2);
    app.press(KEYS.ctrl('c'));
    await app.see('Stop after ar-SA (1 of 40)?');
    // A second Enter within half a second would not count.
    app.press(KEYS.down, KEYS.enter);
    await app.exitCode;
    expect(app.stderr.text()).toContain('40 of 40 locales were not updated:');
    expect(app.stderr.text()).toMatch(/39 not written yet: ca, cs/);
  });

  /** Starts to write all forty texts. The service gets five and holds the next eight. */
  async function writingThirteen(): Promise<() => void> {
    app.press('a');
    await app.see('One text');
    app.press('New.', ctrlS);
    await app.see('Write the release notes');
    const goOn = bench.line.holdWrites(5);
    app.press(KEYS.enter);
    await app.until('eight are under way', () => bench.line.writes().length === 13);
    await app.see(/13 of 40/);
    return goOn;
  }

  /** Returns to the notes during the first write, and opens the review of another text for all locales. */
  async function reviewNewer(): Promise<void> {
    app.press('P');
    await app.see('Profiles');
    app.press(KEYS.esc);
    await app.see(/texts not sent on/);
    app.press('u');
    await app.see(/Discard \d+ unsent texts/);
    app.press('x', KEYS.enter);
    await app.see('missing');
    app.press('a');
    await app.see('One text');
    app.press('Newer.', ctrlS);
    await app.see('Write the release notes');
  }

  test('finishes writing release notes behind another screen, which shows progress and result', async () => {
    const goOn = await writingThirteen();
    app.press('P');
    await app.see('Profiles');
    await app.see(/\S+ \(13 of 40\)/);
    goOn();
    await app.see('Done: tool release-notes set');
    expect(bench.line.writes()).toHaveLength(40);
    await app.seeNot('of 40)');
    app.press('q');
    expect(await app.exitCode).toBe(0);
  });

  test('asks before quitting while release notes are being written, and exits with 130', async () => {
    const goOn = await writingThirteen();
    app.press('P');
    await app.see('Profiles');
    app.press('q');
    await app.see(/Stop after \S+ \(13 of 40\)\?/);
    await app.see('The other 27 will not be sent.');
    app.press(KEYS.esc);
    await app.seeNot('Stop after');
    app.press('q');
    await app.see('Stop after');
    app.press(KEYS.down, KEYS.enter);
    await app.until('it has ended', () => !app.stdout.alternate);
    goOn();
    expect(await app.exitCode).toBe(130);
    expect(app.stderr.text()).toMatch(/27 not written yet/);
    expect(bench.line.writes()).toHaveLength(13);
  });

  test('does not start a second write of release notes while the first runs behind another screen', async () => {
    const goOn = await writingThirteen();
    await reviewNewer();
    app.press(KEYS.enter);
    await app.see('Not sent: another change of this version is still being written.');
    expect(bench.line.writes()).toHaveLength(13);
    goOn();
    await app.until('all are written', () => bench.line.done === 40);
  });

  test('quits on a second Ctrl+C even if the write has ended since the first and other texts are unsent', async () => {
    const goOn = await writingThirteen();
    await reviewNewer();
    app.press(KEYS.ctrl('c'));
    await app.see('Stop after');
    goOn();
    await app.seeNot('Esc stay');
    app.press(KEYS.ctrl('c'));
    await app.until('it has ended', () => !app.stdout.alternate);
    expect(await app.exitCode).toBe(130);
  });

  test('scrolls release notes on the smallest screen', async () => {
    app.stdout.resize(60, 15);
    app.press('G');
    await app.until('the last locale', () => app.selected().includes('zh-Hant'));
    await app.see('40 missing');
  });
});

const refusal = {
  status: 409,
  body: {errors: [{status: '409', code: 'ENTITY_ERROR', title: 'Not now', detail: 'Not this one.'}]},
};

describe("the user's own editor", () => {
  const editor = (edit: (text: string) => Promise<EditedText>) => ({editor: {edit}});

  test('gives the terminal to the editor, and uses the edited text', async () => {
    let during: unknown;
    let count = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const edit = async (text: string) => {
      count += 1;
      during = [app.stdout.alternate, app.stdin.isRaw, text];
      await ended;
      return {text: 'From the editor.\n'};
    };
    await open(await newest('tongues'), editor(edit));
    app.press('eeo');
    await app.until('it runs', () => during !== undefined);
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    expect(during).toEqual([false, false, 'Small things work better.']);
    const {length} = app.stdout.bytes;
    app.stdout.resize(100, 30);
    expect(app.stdout.bytes).toHaveLength(length);
    end();
    await app.see('From the editor.');
    await app.see('1 changed · 39 unchanged');
    expect([app.stdout.alternate, app.stdin.isRaw]).toEqual([true, true]);
    expect(app.stdout.lines()).toHaveLength(30);
    expect(count).toBe(1);
    expect(app.shows('Read texts from a folder')).toBe(false);
  });

  function leaving(left: EditedText) {
    const removed: string[] = [];
    const path = '/tmp/tool-edit-1/notes.txt';
    const edit = async () => ({...left, kept: {path, remove: async () => void removed.push(path)}});
    return {removed, host: {editor: {edit}}};
  }

  test('asks before using text that a failed editor saved, and removes the file only afterwards', async () => {
    const {removed, host} = leaving({text: 'Rescued.', problem: 'The editor ended with code 1.'});
    await open(await newest('tongues'), host);
    app.press('e');
    await app.see('Use the text from the editor?');
    await app.see('The editor ended with code 1.');
    app.press(KEYS.esc);
    await app.see('The text was not used. Its file is kept: /tmp/tool-edit-1/notes.txt');
    await app.see('40 unchanged');
    expect(removed).toEqual([]);
    app.press('e');
    await app.see('Use the text from the editor?');
    app.press('x', KEYS.enter);
    await app.see('1 changed · 39 unchanged');
    expect(app.shows('Rescued.')).toBe(true);
    await expect.poll(() => removed).toHaveLength(1);
  });

  test("leaves the editor's file in place if it is not UTF-8, and names the file again on exit", async () => {
    const {removed, host} = leaving({problem: 'The edited text is not UTF-8.'});
    await open(await newest('tongues'), host);
    app.press('e');
    await app.see('The edited text is not UTF-8. Its file is kept: /tmp/tool-edit-1/notes.txt');
    app.press(KEYS.ctrl('c'));
    await app.exitCode;
    expect(app.stderr.bytes).toContain('The text from your editor is kept in /tmp/tool-edit-1/notes.txt\n');
    expect(removed).toEqual([]);
  });

  test("leaves the editor's file in place if it holds a private key, and does not use the text", async () => {
    const {removed, host} = leaving({
      text: '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n',
    });
    await open(await newest('tongues'), host);
    app.press('e');
    await app.see('it was left out. Its file is kept: /tmp/tool-edit-1/notes.txt');
    expect(removed).toEqual([]);
  });

  test('waits for the editor before exiting on a signal', async () => {
    let end = (_: EditedText) => {};
    const edit = () => new Promise<EditedText>((resolve) => (end = resolve));
    await open(await newest('tongues'), editor(edit));
    app.press('e');
    await app.until('the editor has the terminal', () => !app.stdout.alternate);
    const {length} = app.stdout.bytes;
    app.signals.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGHUP'}}));
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    expect(app.ended).toBe(false);
    expect(app.stdout.bytes).toHaveLength(length);
    end({problem: 'The editor ended with SIGHUP.', kept: {path: '/tmp/tool-edit-1/notes.txt', remove: async () => {}}});
    expect(await app.exitCode).toBe(129);
    expect(app.stderr.bytes).toContain('kept in /tmp/tool-edit-1/notes.txt\n');
    expect(app.stdout.alternate).toBe(false);
  });

  test.each([
    ['ends without saving', async (text: string) => ({text: `${text}\n`}), 'Nothing was changed.'],
    ['fails', async () => ({problem: 'The editor ended with code 1.'}), 'The editor ended with code 1.'],
    ['empties the text', async () => ({text: '\n'}), 'An empty text is not sent'],
  ])('leaves the text unchanged if the editor %s', async (_, edit, words) => {
    await open(await newest('tongues'), editor(edit));
    app.press('e');
    await app.see(words);
    app.press(KEYS.down);
    await app.see('40 unchanged');
    expect(app.stdout.alternate).toBe(true);
  });
});

describe('unsent texts', () => {
  const hangUp = () => app.signals.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGHUP'}}));
  const file = (versionId: string) => join(bench.home.path, '.tool', 'drafts', `${versionId}.json`);
  const inFile = (versionId: string) => JSON.parse(readFileSync(file(versionId), 'utf8')).texts;

  test('keeps unsent release notes in a file if the terminal goes away, and offers them in the next run', async () => {
    const versionId = await newest('tongues');
    await open(versionId);
    app.press(KEYS.enter);
    await app.see('characters');
    app.press(' One.', ctrlS);
    await app.see('Write the release notes');
    app.press(KEYS.esc);
    await app.see('1 changed');
    app.press(KEYS.down, KEYS.enter);
    await app.see('ar-SA');
    app.press(' Two.');
    await app.see('better. Two.');
    hangUp();
    await app.exitCode;
    expect(inFile(versionId)).toEqual({
      'en-US': 'Small things work better. One.',
      'ar-SA': 'Small things work better. Two.',
    });
    expect(statSync(file(versionId)).mode & 0o777).toBe(0o600);

    app = bench.open({screen: 'release-notes', versionId});
    await app.see('2 texts not sent on');
    await app.see('2 changed · 38 unchanged');
    app.press('u');
    await app.see('Discard 2 unsent texts?');
    app.press(KEYS.esc);
    await app.seeNot('Discard 2 unsent texts?');
    expect(app.shows('2 changed · 38 unchanged')).toBe(true);
    expect(Object.keys(inFile(versionId))).toHaveLength(2);
    app.press('u');
    await app.see('Discard 2 unsent texts?');
    app.press('x', KEYS.enter);
    await app.see('40 unchanged');
    app.press('q');
    await app.exitCode;
    expect(existsSync(file(versionId))).toBe(false);
  });

  test('removes the file of unsent release notes if the user agrees to discard them', async () => {
    const versionId = await newest('tongues');
    await open(versionId);
    app.press(KEYS.enter);
    await app.see('characters');
    app.press(' One.', ctrlS);
    await app.see('Write the release notes');
    app.press(KEYS.esc);
    await app.see('1 changed');
    await expect.poll(() => existsSync(file(versionId))).toBe(true);
    app.press('q');
    await app.see('Discard the new text?');
    app.press('x', KEYS.enter);
    await app.exitCode;
    expect(existsSync(file(versionId))).toBe(false);
  });

  test('removes the file of unsent release notes once they are sent', async () => {
    const versionId = await newest('tongues');
    await open(versionId);
    app.press(KEYS.enter);
    await app.see('characters');
    app.press(' One.', ctrlS);
    await app.see('Write the release notes');
    app.press(KEYS.esc);
    await app.see('1 changed');
    await expect.poll(() => existsSync(file(versionId))).toBe(true);
    app.press(ctrlS);
    await app.see('Write the release notes of 1 locale of');
    app.press(KEYS.enter);
    await app.see('✓ Wrote the release notes of 1 locale');
    await expect.poll(() => existsSync(file(versionId))).toBe(false);
  });
});

describe('all locales in one file', () => {
  /** Creates an editor that answers each call with the next function, and records the texts that it was given. */
  function editing(...edits: ((text: string) => EditedText)[]) {
    const got: string[] = [];
    const edit = async (text: string): Promise<EditedText> => {
      got.push(text);
      return edits[got.length - 1]?.(text) ?? {text};
    };
    return {got, host: {editor: {edit}}};
  }

  async function openAll(host: Partial<Host>): Promise<string> {
    const versionId = await newest('tongues');
    await open(versionId, host);
    app.press('g');
    await app.until('the row of all', () => app.selected().includes('All 40'));
    return versionId;
  }

  test('reads the edited file of all locales back, and shows one diff before writing', async () => {
    const {got, host} = editing((text) => ({
      text: text
        .replace('# de-DE\n\nSmall things work better.', '# de-DE\n\nSchneller.\n\\# Mehr')
        .replace('# ja\n\nSmall things work better.', '# ja'),
    }));
    const versionId = await openAll(host);
    app.press('e');
    await app.see('Write the release notes of 1 locale of');
    await app.see('+ # Mehr');
    expect(got[0]?.startsWith('# en-US\n\nSmall things work better.\n\n# ar-SA\n')).toBe(true);
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.enter);
    await app.see('✓ Wrote the release notes of 1 locale');
    const {'de-DE': german, ...others} = await textsOf(versionId);
    expect(german).toBe('Schneller.\n# Mehr');
    expect(new Set(Object.values(others))).toEqual(new Set(['Small things work better.']));
  });

  test('lists the problems of an edited file of all locales, and opens the same file again when e is pressed', async () => {
    const broken = (text: string) =>
      `Lost words\n${text}\n\n# xx-YY\n\nNobody\u001b]0;x\u0007\n\n# de-DE\n\nZweimal\n`.replace(
        '# fr-FR\n\nSmall',
        `# fr-FR\n\n${'a'.repeat(4000)}`,
      );
    const {got, host} = editing(
      (text) => ({text: broken(text)}),
      () => ({problem: 'The editor ended with code 1.'}),
      (text) => ({
        text: text
          .slice(0, text.indexOf('# xx-YY'))
          .replace('Lost words\n', '')
          .replace(/a{4000}/, 'New:'),
      }),
    );
    await openAll(host);
    app.press('e');
    await app.see('The file has 4 problems');
    await app.see('Line 1: this text has no heading above it, e.g. # en-US');
    await app.see("'# xx-YY' is not a locale of this version");
    await app.see("'# de-DE' appears twice (first on line");
    await app.see('fr-FR is too long: 4020 characters');
    app.press(KEYS.esc);
    await app.see('Discard the edited file?');
    app.press(KEYS.esc);
    await app.seeNot('Discard the');
    app.press('e');
    await app.see('The editor ended with code 1.');
    await app.see('The file has 4 problems');
    app.press('e');
    await app.see('+ New: things work better.');
    expect(got[1]).toBe(broken(got[0] ?? ''));
    expect(got[2]).toBe(got[1]);
    app.press(KEYS.esc);
    await app.see('1 changed · 39 unchanged');
    app.press('u');
    await app.see('40 unchanged');
    expect(bench.line.writes()).toEqual([]);
  });

  test('keeps every text if the file of all locales is discarded, left unchanged or emptied', async () => {
    const {host} = editing(
      (text) => ({text: `# nothing\n${text}`}),
      (text) => ({text: `\n${text.replaceAll('\n', '\r\n')}\n\n`}),
      () => ({text: '# en-US\n\n# ca\n'}),
      () => ({text: ''}),
    );
    await openAll(host);
    app.press('e');
    await app.see('The file has 1 problem');
    app.press(KEYS.esc);
    await app.see('Discard the edited file?');
    app.press(KEYS.enter);
    await app.see('40 unchanged');
    app.press('e');
    await app.see('Nothing was changed.');
    app.press('e');
    await app.see('Empty texts are not sent: en-US, ca.');
    app.press('e');
    await app.see('Nothing was changed.');
    app.press(KEYS.down);
    await app.see('40 unchanged');
  });
});

describe('a folder as fastlane keeps it', () => {
  let home: TempHome;
  beforeEach(async () => {
    home = new TempHome();
    home.write('project/fastlane/metadata/de-DE/release_notes.txt', 'Schneller.\n');
    home.write('project/fastlane/metadata/default/release_notes.txt', 'Small things work better.\n');
    await open(await newest('tongues'), {files: createFiles(), cwd: join(home.path, 'project'), home: home.path});
  });
  afterEach(async () => {
    // The app must end first, because it may still write a draft and so create the folder again.
    await app.close();
    home.remove();
  });

  test('reads release notes from a fastlane folder, and shows them in the review', async () => {
    app.press('o');
    await app.see('fastlane/metadata');
    app.press(KEYS.enter);
    await app.see('Read 40 texts from fastlane/metadata, 39 of them from default/: 1 new.');
    app.press(ctrlS);
    await app.see('+ Schneller.');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.esc);
    await app.see('1 changed · 39 unchanged');
    app.press('u');
    await app.see('40 unchanged');
  });

  test('completes the path of a folder on Tab, and says what is wrong with the folder', async () => {
    home.write('project/fastlane/metadata/xx-YY/release_notes.txt', 'Nobody.');
    home.write('project/fastlane/metadata/fi/release_notes.txt', '\n');
    home.write('project/fastlane/metadata/ja/release_notes.txt', 'x'.repeat(4001));
    app.press('o');
    await app.see('Folder');
    app.press(KEYS.enter);
    await app.see("'fastlane/metadata/fi/release_notes.txt' is empty");
    await app.see("'fastlane/metadata/ja/release_notes.txt' is too long: 4001");
    await app.see("'fastlane/metadata' has a release_notes.txt for xx-YY, but 1.1 has no such locale");
    expect(app.shows('ar-SA, ca')).toBe(false);
    app.press(KEYS.ctrl('u'), '~/pro', KEYS.tab);
    await app.see('~/project/');
    app.press(KEYS.enter);
    await app.see('has no LOCALE/release_notes.txt');
    app.press('fastlane/metadata/', KEYS.tab);
    await app.see('de-DE/  default/  fi/  ja/  xx-YY/');
    app.press(KEYS.ctrl('u'), '~/project/none', KEYS.tab);
    await app.see('No folder starts with this.');
    app.press(KEYS.ctrl('u'), '~/project/');
    await app.seeNot('No folder starts');
    app.press('nowhere', KEYS.enter);
    await app.see("/project/nowhere' does not exist");
    app.press(KEYS.esc);
    await app.see('40 unchanged');
    expect(bench.line.writes()).toEqual([]);
  });
});

describe('a version that takes no text', () => {
  test('says why a first version takes no release notes', async () => {
    app = bench.open({screen: 'release-notes', versionId: await newest('seedling')});
    await app.see('is the first version');
    await app.see("What's New describes an update");
    expect(app.shows('Edit the release notes')).toBe(false);
    expect(bench.line.writes()).toEqual([]);
  });

  test('says why a version takes no release notes once review has started', async () => {
    app = bench.open({screen: 'release-notes', versionId: await newest('steps')});
    await app.see('only until review begins');
    expect(bench.line.writes()).toEqual([]);
  });

  test('offers to try again if the connection breaks before release notes are sent, and keeps the texts', async () => {
    await open(await newest('tongues'));
    app.press(KEYS.enter);
    await app.see('of 4000');
    app.press('More.', ctrlS);
    await app.see('+ Small things');
    bench.line.fate = () => 'reset';
    app.press(KEYS.enter);
    await app.see('r try again');
    expect(bench.line.writes()).toEqual([]);
    bench.line.fate = () => 'pass';
    app.press(KEYS.esc);
    await app.see('1 changed');
  });
});
