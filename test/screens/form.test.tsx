import {afterEach, describe, expect, test} from 'vitest';
import {commandLine} from '../../src/app/present/formats.ts';
import {shellWord} from '../../src/services/model/shell-word.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {fakeStore} from '../support/fake-store.ts';

let app: AppDriver;
afterEach(() => app.close());

/**
 * Opens the form of Create on its first field. The form has every kind of field: platform, version, copyright and
 * release, as well as `Not before` if the release is scheduled.
 */
async function openForm(): Promise<void> {
  app = new AppDriver({request: {screen: 'create', app: '1001'}});
  await app.see('Ctrl+S review');
  app.press(KEYS.up);
}

const clear = KEYS.ctrl('u');
const review = KEYS.ctrl('s');
/** The keys from the first field to the date, which appears once `scheduled` is selected. */
const toDate = [KEYS.tab, KEYS.tab, KEYS.tab, KEYS.right, KEYS.right, KEYS.right, KEYS.tab];

describe('a form', () => {
  test('fills in a form whose keys all arrive in one read, and shows the command in the review', async () => {
    await openForm();
    app.press(KEYS.right, KEYS.enter, clear, '5.2', KEYS.down, clear, "It's", KEYS.tab, review);
    await app.see('Create 5.2 for macOS');
    expect(
      app.shows(`tool versions create --app 1001 --platform MAC_OS --version 5.2 --copyright 'It'"'"'s' --sandbox`),
    ).toBe(true);
  });

  test('marks the focused field even without styles', async () => {
    app = new AppDriver({request: {screen: 'create', app: '1001'}, globals: {noColor: true}});
    await app.see('▌ Version');
    app.press(KEYS.tab, KEYS.tab);
    await app.see('▌ Release');
    await app.seeNot('▌ Version');
  });

  test('says that review needs the copyright of a first version', async () => {
    app = new AppDriver({store: fakeStore({versions: []}), request: {screen: 'create', app: '1001'}, columns: 100});
    await app.see(/Copyright .*needed for review/);
  });

  test('shows what is wrong with a value beside its field when the field is left, until the text changes', async () => {
    await openForm();
    app.press(...toDate, 'tomorrow');
    await app.see('tomorrow');
    expect(app.stdout.text()).not.toContain('must be a date');
    app.press(KEYS.shiftTab);
    await app.see('✕ must be a date');
    app.press(KEYS.tab, clear, '2030');
    await app.seeNot('must be a date');
  });

  test('focuses the first invalid field of a form when Ctrl+S is pressed', async () => {
    await openForm();
    app.press(KEYS.tab, clear, KEYS.shiftTab, ...toDate, 'tomorrow', review);
    await app.see('✕ is required');
    await app.see('✕ must be a date');
    app.press('5.0', review);
    await app.seeNot('is required');
    app.press(clear, '2030-12-01T10:00:00+01:00', review);
    await app.see('Create 5.0 for iOS');
  });

  test('shows a message about several fields beside the field to change', async () => {
    await openForm();
    app.press(KEYS.tab, clear, '3.2.1', review);
    await app.see('✕ is already taken on iOS');
    app.press(clear, '3.2.2', review);
    await app.see('Create 3.2.2 for iOS');
  });

  test('takes keys such as q and ? as text in a field', async () => {
    await openForm();
    app.press(KEYS.tab, 'q?/jk');
    await app.see('q?/jk');
  });

  test('asks on Esc whether to discard a form only if the form has changes', async () => {
    await openForm();
    app.press(KEYS.tab, KEYS.end, '1');
    await app.see(/Version +3\.4\.01/);
    app.press(KEYS.esc);
    await app.see('Discard the new version?');
    app.press(KEYS.esc);
    await app.seeNot('Discard the new');
    app.press(KEYS.backspace, KEYS.esc);
    await app.see('updated ');
  });

  test('asks on Ctrl+C whether to discard a changed form, and quits on a second Ctrl+C', async () => {
    await openForm();
    app.press(KEYS.tab, '1', KEYS.ctrl('c'));
    await app.see('Discard the new version?');
    app.press(KEYS.ctrl('c'));
    expect(await app.exitCode).toBe(130);
  });

  test('asks again on Ctrl+C after the user chose to keep a changed form', async () => {
    await openForm();
    app.press(KEYS.tab, '1', KEYS.ctrl('c'));
    await app.see('Discard the new');
    app.press(KEYS.esc);
    await app.seeNot('Discard the new');
    app.press(KEYS.ctrl('c'));
    await app.see('Discard the new');
    app.press(KEYS.enter);
    expect(await app.exitCode).toBe(130);
  });

  test('keeps the text of a field, and takes more text, while the terminal is too small', async () => {
    await openForm();
    app.press(KEYS.tab, clear, '3.1');
    await app.see(/Version +3\.1 /);
    app.stdout.resize(40, 10);
    await app.see('Too small');
    app.press('4');
    app.stdout.resize(80, 24);
    await app.see(/Version +3\.14 /);
  });
});

describe('a typed confirmation', () => {
  let deleted: string[];
  async function openConfirmation(): Promise<void> {
    deleted = [];
    app = new AppDriver({request: {screen: 'delete', versionId: 'v-400-tv'}});
    app.store.deleteVersion = async (id) => {
      deleted.push(String(id));
      return {versionId: String(id)};
    };
    await app.see('Type the version to delete it:');
  }

  test('ignores Enter in a dialog until exactly the required text is typed, then acts once', async () => {
    await openConfirmation();
    app.press(KEYS.enter, '4.0', KEYS.enter);
    await app.see('delete it: 4.0');
    expect(deleted).toEqual([]);
    app.press('.0 ', KEYS.enter);
    await app.see('↵ delete when it matches');
    app.press(KEYS.backspace);
    await app.see(/↵ delete(?! when)/);
    app.press(KEYS.enter, KEYS.enter);
    await app.see('✓ Deleted 4.0.0 for tvOS');
    expect(deleted).toEqual(['v-400-tv']);
  });

  test('accepts a pasted version string, and does not confirm on the pasted line break', async () => {
    await openConfirmation();
    app.press(KEYS.paste('4.0.0\n'));
    await app.see(/↵ delete(?! when)/);
    expect(deleted).toEqual([]);
  });

  test('cancels a typed confirmation on Esc, and gives the keys back to the screen below', async () => {
    await openConfirmation();
    app.press('q', KEYS.esc);
    await app.seeNot('Type the version');
    expect(app.stdout.text()).toContain('Prepare for submission');
    app.press('u');
    await app.see('only what you change is sent');
    expect(deleted).toEqual([]);
  });
});

describe('the equivalent command', () => {
  test.each([
    ['3.4.0', '3.4.0'],
    ['2026 Example Ltd', "'2026 Example Ltd'"],
    ["it's", `'it'"'"'s'`],
    ['$(rm -rf /)', "'$(rm -rf /)'"],
    ['', "''"],
  ])('quotes %j in a command as %s', (word, expected) => {
    expect(shellWord(word)).toBe(expected);
  });

  test("names the profile or the sandbox in the shown command, so that the command reaches the app's store", () => {
    const command = ['versions', 'update'];
    const flags = {'version-id': 'v1', copyright: '-x', confirm: true};
    expect(commandLine({command, flags}, {sandbox: false, profile: 'my work'})).toBe(
      "tool versions update --version-id v1 --copyright=-x --confirm --profile 'my work'",
    );
    expect(commandLine({command, flags: {}}, {sandbox: true, profile: undefined})).toBe(
      'tool versions update --sandbox',
    );
  });
});
