import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {FIRST_WORDS, PROGRAM} from '../support/cli.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

const PENDING = '97a3d8cd-95fa-567b-86b5-00018036e473';
const PREPARING = '55c9b126-17c4-59ab-8de9-000180372251';

describe.skipIf(!hasTmux)('the flows in a terminal', () => {
  let terminal: Tmux;
  const start = (columns = 80, rows = 24) => {
    terminal = new Tmux({columns, rows});
  };
  beforeEach(() => start());
  afterEach(() => terminal.close());

  /** Runs a scripted command on the sandbox of a home, and returns its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
  async function scriptIn(home: string, ...words: string[]): Promise<any> {
    const env = {PATH: process.env.PATH, HOME: home, TOOL_BYPASS_KEYCHAIN: '1'};
    const {stdout} = await promisify(execFile)(PROGRAM, [...FIRST_WORDS, ...words, '--sandbox'], {
      env,
    });
    return JSON.parse(stdout);
  }
  const script = (...words: string[]) => scriptIn(terminal.home, ...words);
  const view = (id: string, {home} = terminal) =>
    scriptIn(home, 'versions', 'view', '--version-id', id, '--include-build');

  test.each([
    [80, 24],
    [60, 15],
    [120, 40],
  ])('creates a version, attaches a build and gets ready to submit, in a terminal of %dx%d', async (columns, rows) => {
    await terminal.close();
    start(columns, rows);
    // A platform does not accept version 3.4.0 before 3.3.0 is on sale.
    await script('versions', 'release', '--version-id', 'com.example.aurora@approved:IOS', '--confirm');
    terminal.run('tool --sandbox');
    await terminal.see('▌ Morning Paper');
    terminal.keys('/', 'aurora', 'Enter');
    await terminal.see('▌ Aurora Notes');
    terminal.keys('c');
    await terminal.see('3.4.0');
    terminal.keys('C-s');
    await terminal.see('Create 3.4.0 for iOS');
    terminal.keys('Enter', 'Enter');
    await terminal.see('✓ Created 3.4.0 for iOS');
    terminal.keys('b');
    await terminal.see(/▌ 413 /);
    terminal.keys('Enter');
    await terminal.see('Attach build 413 to 3.4.0 for iOS');
    // Without a key in between, an Enter right after the one that selected the build would not confirm.
    terminal.keys('Left', 'Enter', 'Enter');
    await terminal.see('✓ Attached build 413');
    terminal.keys('v');
    await terminal.see('○ Prepare for submission');
    const {data} = await script('versions', 'list', '--app', 'com.example.aurora', '--version', '3.4.0');
    expect(data).toHaveLength(1);
    expect(await view(data[0].id)).toMatchObject({
      versionString: '3.4.0',
      platform: 'IOS',
      buildVersion: '413',
      copyright: '2026 Example Ltd',
    });
  });

  test('creates the same version in the app as the command that the app shows', async () => {
    terminal.run('tool tui create --app com.example.aurora --platform TV_OS --sandbox');
    await terminal.see('as on iOS');
    terminal.keys('Tab', 'C-u');
    terminal.keys('-l', "it's 2026 & more");
    terminal.keys('C-s');
    await terminal.see('Create 3.3.0 for tvOS');
    const [, shown = ''] = /Equivalent command:\n((?: .*\n)+)/.exec(terminal.screen()) ?? [];
    const command = shown.replace(/\\\n/g, '').replace(/\s+/g, ' ').trim();
    terminal.keys('q');
    await terminal.see('Discard the new version?');
    terminal.keys('Enter');
    expect(await terminal.exitCode()).toBe(0);
    terminal.run(`${command} | cat`);
    await terminal.see('PREPARE_FOR_SUBMISSION');
    const {data} = await script('versions', 'list', '--app', 'com.example.aurora', '--version', '3.3.0');
    const made = data.find(({attributes}: {attributes: {platform: string}}) => attributes.platform === 'TV_OS');
    expect(await view(made.id)).toMatchObject({copyright: "it's 2026 & more"});
  });

  test("sends only the fields that were changed in the app's update form", async () => {
    terminal.run(`tool tui update --version-id ${PREPARING} --sandbox`);
    await terminal.see('only what you change is sent');
    terminal.keys('C-u');
    terminal.keys('-l', '1.2');
    terminal.keys('C-s');
    await terminal.see('1.0.0 → 1.2');
    terminal.keys('Enter', 'Enter');
    await terminal.see('✓ Updated 1.2 for iOS');
    expect(await view(PREPARING)).toMatchObject({versionString: '1.2', copyright: '2026 Fern Works'});
  });

  async function releaseIn(one: Tmux): Promise<void> {
    one.run(`tool tui release --version-id ${PENDING} --sandbox`);
    await one.see('Type the version to release it:');
    one.keys('Enter', '3', '.', '3', 'Enter');
    await one.see('release it: 3.3 ');
    expect((await view(PENDING, one)).state).toBe('PENDING_DEVELOPER_RELEASE');
    one.keys('.', '0', 'Enter', 'Enter');
    await one.see('✓ Released 3.3.0 for iOS');
    await one.see('● Ready for sale');
    expect((await view(PENDING, one)).state).toBe('READY_FOR_SALE');
    one.keys('Escape');
    await one.see('live in the store');
  }

  // Both terminals run at the same time, because the store takes half a minute.
  test('requires the typed version before a release in the app, then follows the state, at any terminal size', async () => {
    const small = new Tmux({columns: 60, rows: 15});
    try {
      await Promise.all([terminal, small].map(releaseIn));
    } finally {
      await small.close();
    }
  });

  test('requires the typed version before a deletion in the app, and deletes nothing on Esc', async () => {
    terminal.run('tool tui versions --app com.example.fern --sandbox');
    await terminal.see('Prepare for submission');
    terminal.keys('D');
    await terminal.see('Type the version to delete it:');
    terminal.keys('1', '.', '0', '.', '0');
    await terminal.see('↵ delete  ');
    terminal.keys('Escape');
    await terminal.see('L ship');
    expect((await view(PREPARING)).state).toBe('PREPARE_FOR_SUBMISSION');
    terminal.keys('D');
    await terminal.see('↵ delete when it matches');
    terminal.keys('1', '.', '0', '.', '0', 'Enter', 'Enter');
    await terminal.see('✓ Deleted 1.0.0 for iOS');
    terminal.keys('Escape');
    await terminal.see('No versions yet');
    expect((await script('versions', 'list', '--app', 'com.example.fern')).data).toEqual([]);
  });

  test('asks for missing flags of a bare command in the app', async () => {
    terminal.run('tool versions release --sandbox');
    await terminal.see('Release a version › choose an app');
    await terminal.see('Fern');
    terminal.keys('/');
    terminal.keys('-l', 'fern');
    terminal.keys('Enter', 'Enter');
    await terminal.see('Prepare for submission');
    terminal.keys('Enter');
    await terminal.see('only in pending developer release');
    terminal.keys('Escape');
    await terminal.see('choose an app');
  });
});
