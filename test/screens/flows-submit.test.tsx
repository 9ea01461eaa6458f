import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Clock} from '../../src/services/ports.ts';
import {submitForReview} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, type Fate, PENDING, REVIEW_MS, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const stateOf = async (id: string) => (await bench.version(id))?.state;

const DRAFT = 'POST /v1/reviewSubmissions';
const ITEM = 'POST /v1/reviewSubmissionItems';
const SUBMIT = /^PATCH \/v1\/reviewSubmissions\//;

describe('Submit', () => {
  test('shows the submit dialog on Enter if the version is complete, then sends each request once', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'version', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    app.press(KEYS.enter);
    await app.see('Type the version to submit it:');
    expect(app.stdout.text()).toContain('tool versions submit --version-id');
    app.press(KEYS.enter, '2', KEYS.enter);
    await app.see("'2' is not the version 2.0");
    app.press('x');
    await app.see('submit it: 2x');
    expect(app.stdout.text()).not.toContain('is not the version');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.backspace, '.0', KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('✓ Submitted 2.0 for iOS');
    await app.see('Waiting for review');
    app.press('y');
    await app.see('Command sent to the terminal');
    expect(bench.line.writes()).toEqual([DRAFT, ITEM, expect.stringMatching(SUBMIT)]);
    expect(await stateOf(id)).toBe('WAITING_FOR_REVIEW');
    app.press(KEYS.esc);
    await app.see('W  Withdraw');
  });

  test('names the current stage while a submission is being sent', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    bench.line.fate = (_, path) => (path.endsWith('/reviewSubmissionItems') ? 'done, no answer' : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.see('Submitting 2.0 for iOS: adding the version · 2 of 3');
    bench.line.fate = () => 'pass';
    app.press(KEYS.esc);
    await app.seeNot('2 of 3');
  });

  test('says in the submit dialog that missing parts are not known while they are still being read', async () => {
    const id = await bench.idOf('com.example.nearly', '1.1');
    bench.line.fate = (_, path) => (path.includes('/appInfos') ? 'no answer' : 'pass');
    app = bench.open({screen: 'version', versionId: id});
    await app.see('what is missing is being read');
    app.press('S');
    await app.see('What is missing is not known: submit it anyway?');
    expect(bench.line.writes()).toEqual([]);
  });

  test('selects the first missing part with its fix, and still lets the user submit', async () => {
    const id = await bench.idOf('com.example.nearly', '1.1');
    app = bench.open({screen: 'submit', versionId: id});
    await app.see('4 done');
    expect(app.selected()).toMatch(/✕ What's New +missing: de-DE +edit notes$/);
    app.press('S');
    await app.see("1 thing missing (What's New): submit it anyway?");
    app.press(KEYS.esc);
    await app.seeNot('submit it anyway?');
    expect(bench.line.writes()).toEqual([]);
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('1.1', KEYS.enter);
    await app.see('This version is not ready for review:');
    await app.see("What's New is missing (de-DE)");
    app.press(KEYS.enter, KEYS.esc);
    await app.see('started earlier; reuses an empty draft');
    expect(bench.line.writes()).toEqual([DRAFT, ITEM]);
    expect(await stateOf(id)).toBe('PREPARE_FOR_SUBMISSION');
  });

  test('uses one line for a text that several locales lack, and counts it once', async () => {
    const id = await bench.idOf('com.example.nearly', '1.1');
    const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${id}/appStoreVersionLocalizations`);
    for (const {id: own, type} of json.data) {
      const body = {data: {type, id: own, attributes: {whatsNew: ''}}};
      await bench.sandbox.ask(`/v1/appStoreVersionLocalizations/${own}`, {method: 'PATCH', body});
    }
    app = bench.open({screen: 'submit', versionId: id});
    await app.see('4 done');
    expect(app.selected()).toMatch(/✕ What's New +missing: de-DE, en-US/);
    app.press('S');
    await app.see("1 thing missing (What's New): submit it anyway?");
  });

  test('leads from a missing part to the flow that fixes it, and back to a reloaded list', async () => {
    const id = await bench.idOf('com.example.cipher', '1.1');
    app = bench.open({screen: 'submit', versionId: id});
    await app.see('4 done');
    expect(app.selected()).toMatch(/✕ Encryption +question not answered/);
    app.press(KEYS.enter);
    await app.see('Does build 12 use encryption');
    app.press(KEYS.ctrl('s'));
    await app.see('is required');
    app.press(KEYS.right, KEYS.right, KEYS.ctrl('s'));
    await app.see('The answer is final');
    await app.see('no, or exempt only');
    await app.see('↵ answer  y copy command');
    app.press(KEYS.enter, KEYS.enter);
    await app.see('✓ Answered the encryption question for build 12');
    expect(bench.line.writes()).toEqual([expect.stringMatching(/^PATCH \/v1\/builds\//)]);
    expect(bench.line.bodies[0].data.attributes).toEqual({usesNonExemptEncryption: false});
    await app.until('to submit is next', () => app.selected().includes('○ Submission'));
    expect(app.shows('Not checked      privacy answers, agreements, prices (not in the API)')).toBe(true);
    app.press('x', KEYS.enter);
    await app.see('Type the version to submit it:');
  });

  test('reads the outcome of a submission automatically if the answer to its last write is lost', async () => {
    const id = await bench.idOf('com.example.lost', '1.1');
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    bench.line.fate = (method) => (method === 'PATCH' ? 'answer lost' : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('1.1', KEYS.enter);
    await app.see('✓ Submitted 1.1 for iOS');
    await app.see('The answer was lost');
    expect(bench.line.writes()).toEqual([ITEM, expect.stringMatching(SUBMIT)]);
  });

  test('shows a submission as done if Esc stops its last write after the write has taken effect', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    bench.line.fate = (method) => (method === 'PATCH' ? 'done, no answer' : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.until('it is submitted', () => bench.line.done === 3);
    app.press(KEYS.esc);
    await app.see(/┌ Submit 2\.0 for iOS [─ ]+┐\s+│ ✓ Submitted 2\.0 for iOS/);
    await app.see('version 2.0 is waiting for review');
    expect(app.stdout.text()).not.toMatch(/✕|tool versions view|PATCH/);
  });

  test('says that a submission is not finished if Esc interrupts the request that has just created its draft', async () => {
    app = bench.open({screen: 'submit', versionId: await bench.idOf('com.example.boats', '2.0')}, bench.waitless);
    await app.see('○ Submission');
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'done, no answer');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.until('the draft is there', () => bench.line.done === 1);
    app.press(KEYS.esc);
    await app.see(/[^—] Not finished: a draft was created for it\./);
    expect(app.shows(/│ ✓|may or may not/)).toBe(false);
  });

  test('says in the submit dialog that the version goes on sale by itself once it is approved', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    const body = {data: {type: 'appStoreVersions', id, attributes: {releaseType: 'AFTER_APPROVAL'}}};
    await bench.sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'PATCH', body});
    app = bench.open({screen: 'submit', versionId: id});
    await app.see('○ Submission');
    app.press('S');
    await app.see('It goes on sale by itself once approved.');
  });

  test('states each fact about a submission with an unknown outcome only once', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    const failure = {status: 500, body: {errors: [{status: '500', code: 'UNEXPECTED_ERROR', title: 'Out of order'}]}};
    bench.line.fate = (method, path) => (method === 'POST' && path.endsWith('Items') ? failure : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.see('r try again  Esc back');
    for (const once of [
      'It is not known whether 2.0 for iOS was submitted',
      'Sent, without a clear answer: add version 2.0 to the draft',
      'Out of order',
      'was left behind',
      'may still take effect',
      'is not in its draft',
    ]) {
      expect(app.stdout.text().match(new RegExp(once.replaceAll(' ', '\\s[│\\s]*'), 'gi')), once).toHaveLength(1);
    }
    expect(app.stdout.text()).not.toMatch(/Not submitted|unknown|may or may not|tool versions view/);
  });

  test.each([
    [DRAFT, 'There is no draft yet.', 'create a draft'],
    [ITEM, 'The version is not in its draft yet.', 'add version 2.0 to the draft'],
    ['PATCH /v1/reviewSubmissions/', 'Version 2.0 is not submitted yet.', 'submit version 2.0'],
  ])(
    'says what a submission lacks if %s fails, and continues there when r is pressed',
    async (failing, missing, step) => {
      const id = await bench.idOf('com.example.boats', '2.0');
      app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
      await app.see('○ Submission');
      const failure = {status: 503, body: {errors: [{status: '503', code: 'UNAVAILABLE', title: 'Later'}]}};
      bench.line.fate = (method, path) =>
        `${method} ${path}`.startsWith(failing) && (failing !== DRAFT || path.endsWith('Submissions'))
          ? failure
          : 'pass';
      app.press('S');
      await app.see('Type the version to submit it:');
      app.press('2.0', KEYS.enter);
      await app.see('It is not known whether 2.0 for iOS was submitted. Later');
      await app.see(`Sent, without a clear answer: ${step}`);
      await app.see(missing);
      bench.line.fate = () => 'pass';
      const before = bench.line.writes();
      app.press('r');
      await app.see('✓ Submitted 2.0');
      const after = [DRAFT, ITEM, expect.stringMatching(SUBMIT)].slice(before.length - 1);
      expect(bench.line.writes()).toEqual([...before, ...after]);
    },
  );

  test('names the failed step of a submission after a second failure, and says that the draft still exists', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    const failure = {status: 503, body: {errors: [{status: '503', code: 'UNAVAILABLE', title: 'Later'}]}};
    const refusal = {status: 409, body: {errors: [{status: '409', code: 'CONFLICT', title: 'Not like this'}]}};
    let fate: Fate = failure;
    bench.line.fate = (method, path) => (`${method} ${path}` === ITEM ? fate : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.see(/Draft \S+\s+was\s+[│\s]*left\s+[│\s]*behind/);
    app.press('r');
    await app.until('it is sent again', () => bench.line.writes().filter((one) => one === ITEM).length === 2);
    await app.see(/Draft \S+\s+is\s+[│\s]*still\s+[│\s]*there;/);
    await app.see('Sent, without a clear answer: add version 2.0 to the draft');
    fate = refusal;
    app.press('r');
    await app.see('Not submitted. Not like this');
    await app.see(/Draft \S+\s+is\s+[│\s]*still\s+[│\s]*there,\s+[│\s]*empty;/);
    await app.see('Refused: add version 2.0 to the draft.');
    await app.see('r try again  Esc back');
  });

  test('says that a rejected version is still rejected if the resubmission fails', async () => {
    const id = await bench.idOf('com.example.judge', '1.1');
    await submitForReview(bench.sandbox, id);
    bench.sandbox.advance(3 * REVIEW_MS);
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    const failure = {status: 503, body: {errors: [{status: '503', code: 'UNAVAILABLE', title: 'Later'}]}};
    bench.line.fate = (method, path) => (method === 'PATCH' && path.includes('Submissions/') ? failure : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('1.1', KEYS.enter);
    await app.see(/Version 1\.1 is still rejected, as before: the\s+[│\s]*resubmission\s+[│\s]*has\s+[│\s]*not/);
    expect(app.shows('Version 1.1 was rejected')).toBe(false);
  });

  test('says that the draft remains after a refused submission, and continues from it when r is pressed', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open({screen: 'submit', versionId: id}, bench.waitless);
    await app.see('○ Submission');
    const body = {errors: [{status: '429', code: 'RATE_LIMIT_EXCEEDED', title: 'Too many'}]};
    const refusal = {status: 429, body, headers: {'retry-after': '90'}};
    bench.line.fate = (method) => (method === 'PATCH' ? refusal : 'pass');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.see('Not submitted. Too many');
    await app.see('only submitting it is missing.');
    await app.see('r continues from there.');
    expect(app.stdout.text()).not.toMatch(/Run it again|Nothing was changed/);
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('✓ Submitted 2.0');
    expect(bench.line.writes()).toEqual([DRAFT, ITEM, expect.stringMatching(SUBMIT), expect.stringMatching(SUBMIT)]);
  });

  test('says what is left to do if Esc stops a submission between two writes', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    // The service is never ready, and the pause before the next read never ends.
    const {clock} = bench.waitless.host;
    const sleep: Clock['sleep'] = (_, signal) => clock.sleep(60_000, signal);
    app = bench.open({screen: 'submit', versionId: id}, {host: {clock: {...clock, sleep}}});
    await app.see('○ Submission');
    app.press('S');
    await app.see('Type the version to submit it:');
    app.press('2.0', KEYS.enter);
    await app.see('submitting it · 3 of 3');
    app.press(KEYS.esc);
    await app.see('only submitting it is missing.');
    expect(app.stdout.text()).not.toContain('Nothing was sent');
    expect(bench.line.writes()).toEqual([DRAFT, ITEM]);
  });

  test('says why an approved version cannot be submitted, and sends nothing', async () => {
    app = bench.open({screen: 'submit', versionId: PENDING});
    await app.see('Not possible now: only before review');
    expect(bench.line.writes()).toEqual([]);
  });

  test('fits the list of missing parts and the submit dialog into the smallest terminal', async () => {
    app = bench.open(
      {screen: 'submit', versionId: await bench.idOf('com.example.seedling', '1.0')},
      {columns: 60, rows: 15},
    );
    await app.see(/✕ Keywords +missing: en-US/);
    await app.see(/✕ Review contact +missing or incomplete/);
    app.press('S');
    await app.see('Type the version to submit it:');
    expect(app.stdout.text()).toContain('Esc cancel');
    expect(app.stdout.text()).toContain('--confirm');
  });
});

describe('Withdraw', () => {
  test('withdraws an approved version once its version string is typed', async () => {
    app = bench.open({screen: 'version', versionId: PENDING}, bench.waitless);
    await app.see('W  Withdraw');
    app.press('W');
    await app.see('Type the version to withdraw it:');
    await app.see('It loses its approval');
    app.press('3.3.0', KEYS.enter, KEYS.enter);
    await app.see('✓ Withdrawn 3.3.0 for iOS');
    await app.see(/Developer rejected[\s\S]*it can be changed and submitted again/);
    expect(bench.line.writes()).toEqual([expect.stringMatching(/^DELETE \/v1\/appStoreVersionSubmissions\//)]);
    app.press(KEYS.enter, KEYS.esc);
    await app.see('○ Submission');
  });

  test("limits the footer to the actions that the version's state allows, even on a large screen", async () => {
    app = bench.open({screen: 'version', versionId: PENDING}, {...bench.waitless, columns: 160, rows: 45});
    await app.see('W  Withdraw');
    const footer = app.stdout.lines().at(-1);
    expect(footer).toContain('W withdraw');
    expect(footer).not.toMatch(/attach build|edit notes|submit/);
  });

  test('stops reading the state on Esc after a withdrawal, and says what was done', async () => {
    app = bench.open({screen: 'withdraw', versionId: PENDING}, bench.waitless);
    await app.see('Type the version to withdraw it:');
    let isHeld = false;
    bench.line.fate = (method) => {
      if (isHeld || method !== 'GET' || bench.line.done === 0) return 'pass';
      isHeld = true;
      return 'no answer';
    };
    app.press('3.3.0', KEYS.enter);
    await app.until('its state is read', () => isHeld);
    app.press(KEYS.esc);
    await app.see('✓ Withdrawn 3.3.0 for iOS');
    await app.see('You stopped waiting');
    await app.see('Developer rejected');
    expect(app.stdout.text()).not.toMatch(/Nothing was sent|try again|✕/);
    expect(await stateOf(PENDING)).toBe('DEVELOPER_REJECTED');
    bench.line.fate = () => 'pass';
    app.press(KEYS.esc, '@');
    await app.see('✓ done');
    expect(app.stdout.text()).not.toContain('Cancelled');
  });

  describe('with other items in the submission', () => {
    let id: string;
    let submission: string;
    const inReview = async () => {
      id = await bench.idOf('com.example.boats', '2.0');
      submission = await submitForReview(bench.sandbox, id);
    };
    /** Makes the service list purchases next to the version in the submission. */
    const withPurchases = (more: number) => {
      const own = {type: 'reviewSubmissionItems', id: 'own', relationships: {appStoreVersion: {data: ref()}}};
      const purchases = Array.from({length: more}, (_, index) => ({
        type: 'reviewSubmissionItems',
        id: `purchase-${index}`,
        relationships: {inAppPurchaseVersion: {data: {type: 'inAppPurchaseVersions', id: `p${index}`}}},
      }));
      const items = [own, ...purchases];
      const data = items.map(({type, id: item}) => ({type, id: item}));
      const attributes = {state: 'WAITING_FOR_REVIEW', platform: 'IOS'};
      const relationships = {items: {data}, appStoreVersionForReview: {data: ref()}};
      const body = {
        data: [{type: 'reviewSubmissions', id: submission, attributes, relationships}],
        included: items,
        links: {self: `${bench.line.url}/v1/reviewSubmissions`},
      };
      bench.line.fate = (method, path) =>
        method === 'GET' && path === '/v1/reviewSubmissions' ? {status: 200, body} : 'pass';
    };
    const ref = () => ({type: 'appStoreVersions', id});

    test('names the other items of a submission before a withdrawal, and withdraws all items', async () => {
      await inReview();
      withPurchases(2);
      app = bench.open({screen: 'withdraw', versionId: id}, bench.waitless);
      await app.see('Type the version to withdraw it:');
      expect(
        app.shows(`Review submission ${submission} also holds 2 other items, withdrawn with it: an in-app purchase.`),
      ).toBe(true);
      await app.see('--all --confirm');
      app.press('2.0', KEYS.enter);
      await app.until('sends it', () => bench.line.done > 0);
      bench.sandbox.advance(REVIEW_MS);
      await app.see('✓ Withdrawn 2.0 for iOS');
      expect(bench.line.writes()).toEqual([`PATCH /v1/reviewSubmissions/${submission}`]);
      expect(bench.line.bodies[0].data.attributes).toEqual({canceled: true});
      expect(await stateOf(id)).toBe('DEVELOPER_REJECTED');
    });

    test('withdraws nothing if items were added to the submission after the read, and names them on the next try', async () => {
      await inReview();
      app = bench.open({screen: 'withdraw', versionId: id}, bench.waitless);
      await app.see('Type the version to withdraw it:');
      expect(app.shows('--all')).toBe(false);
      withPurchases(1);
      app.press('2.0', KEYS.enter);
      await app.see('has changed since you were asked');
      expect(bench.line.writes()).toEqual([]);
      app.press('r');
      await app.see('also holds 1 other item');
      await app.see('--all --confirm');
    });
  });

  test('offers no withdrawal for a version that was not submitted', async () => {
    app = bench.open({screen: 'withdraw', versionId: await bench.idOf('com.example.boats', '2.0')});
    await app.see('only from submission to release');
    app.press(KEYS.esc);
    await app.see('Prepare for submission');
    expect(bench.line.writes()).toEqual([]);
  });
});

test('does not ask about encryption if the build already has an answer', async () => {
  app = bench.open({screen: 'encryption', versionId: await bench.idOf('com.example.boats', '2.0')});
  await app.see('the encryption question is answered');
  expect(bench.line.writes()).toEqual([]);
});
