import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {messageQueue} from '../../src/app/session/messages.ts';
import {MESSAGE_MS, NO_TOASTS, type ToastAction, toastReducer} from '../../src/screens/shell/toasts.ts';
import {AppDriver} from '../support/app-driver.ts';
import {openInHome} from '../support/app-in-home.ts';
import {ManualClock} from '../support/manual-clock.ts';
import {json, type Service, startService} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

describe('messages of the services while the app has the screen', () => {
  let home: TempHome;
  let service: Service;
  let app: AppDriver;
  let stderr = '';
  beforeEach(async () => {
    home = new TempHome();
    service = await startService(json(200, {data: [], links: {self: ''}, meta: {paging: {total: 0, limit: 100}}}));
    stderr = '';
  });
  afterEach(async () => {
    await app.close();
    await service.close();
    home.remove();
  });

  const open = (env: Record<string, string> = {}) => {
    app = openInHome(home, {
      url: service.url,
      env,
      host: {
        cwd: `${home.path}/work`,
        terminal: {
          stdinIsTty: true,
          stdoutIsTty: true,
          stderrIsTty: true,
          showsLinks: async () => false,
          readInput: async () => new Uint8Array(),
          async *input() {},
          write: async () => {},
          writeError(text) {
            stderr += text;
          },
        },
      },
    });
  };
  const profile = {name: 'L', key_id: 'K1', issuer_id: 'I1', private_key_path: ''};

  test('names the local config in use on the screen, and writes nothing to stderr', async () => {
    await home.writeLocal({default_profile: 'L', profiles: [{...profile, private_key_path: home.keyPath}]});
    open();
    await app.see("Using profile 'L' from the local config");
    expect(stderr + app.stderr.bytes).toBe('');
    expect(app.stdout.lines()[0]).toMatch(/^ tool › Apps/);
    expect(app.stdout.lines()).toHaveLength(24);
  });

  test('shows the warning about mixed credentials on the screen, not on stderr', async () => {
    await home.writeLocal({profiles: [{name: 'L', key_id: 'K1', private_key_path: home.keyPath}]});
    open({TOOL_ISSUER_ID: 'I2'});
    await app.see('Warning: ');
    await app.see('TOOL_ISSUER_ID');
    expect(stderr + app.stderr.bytes).toBe('');
  });
});

test.each(['a word', `a long story ${'and so on '.repeat(12)}`])(
  'passes keys to a field while a message is shown: %j',
  async (text) => {
    const messages = messageQueue();
    const clock = new ManualClock();
    const app = new AppDriver({messages, clock});
    await app.see('Aurora Notes');
    app.press('/', 'au');
    await app.see('/au');
    messages.warn(text);
    await app.see(text.slice(0, 12));
    app.press('r', 'o');
    clock.advance(MESSAGE_MS);
    app.press('r', 'a');
    await app.see('/aurora');
    await app.close();
  },
);

test('counts down the wait for a rate limit', async () => {
  const messages = messageQueue();
  const clock = new ManualClock();
  const app = new AppDriver({messages, clock});
  await app.see('Aurora Notes');
  messages.onEvent?.({kind: 'retry', ms: 9000, why: 'limited'});
  await app.see('Rate limited: retrying in 9 s');
  await app.pass(clock, 1000);
  await app.see('Rate limited: retrying in 8 s');
  messages.onEvent?.({kind: 'retry', ms: 0, why: 'limited'});
  await app.seeNot('Rate limited');
  await app.close();
});

test('names the key that does the same as the command that a warning advises', async () => {
  const messages = messageQueue();
  const app = new AppDriver({messages, clock: new ManualClock()});
  await app.see('Aurora Notes');
  messages.warn("The key of 'work' is damaged. Log in again with 'tool auth login'.");
  await app.see("Warning: The key of 'work' is damaged. Log in again with l in Profiles (P).");
  await app.close();
});

test('reports a failure of the service before the request is retried', async () => {
  const messages = messageQueue();
  const app = new AppDriver({messages, clock: new ManualClock()});
  await app.see('Aurora Notes');
  messages.onEvent?.({kind: 'retry', ms: 2000, why: 'failed'});
  await app.see('The service failed: retrying in 2 s');
  messages.onEvent?.({kind: 'retry', ms: 9000, why: 'limited'});
  messages.onEvent?.({kind: 'retry', ms: 0, why: 'failed'});
  await app.see('Rate limited: retrying in 9 s');
  await app.close();
});

test('counts down to the next retry while several requests are rate-limited', async () => {
  const messages = messageQueue();
  const clock = new ManualClock();
  const app = new AppDriver({messages, clock});
  await app.see('Aurora Notes');
  messages.onEvent?.({kind: 'retry', ms: 4000, why: 'limited'});
  messages.onEvent?.({kind: 'retry', ms: 9000, why: 'limited'});
  await app.see('Rate limited: retrying in 4 s');
  messages.onEvent?.({kind: 'retry', ms: 0, why: 'limited'});
  await app.see('Rate limited: retrying in 9 s');
  messages.onEvent?.({kind: 'retry', ms: 0, why: 'limited'});
  await app.seeNot('Rate limited');
  await app.close();
});

test('covers the last rows with a long message until the next key, without moving any row', async () => {
  const messages = messageQueue();
  const clock = new ManualClock();
  const app = new AppDriver({messages, clock, columns: 60, rows: 15});
  await app.see(/updated \d/);
  const before = app.stdout.lines();
  const address = `https://appstoreconnect.apple.com/${'a-long-path/'.repeat(8)}end`;
  messages.note(`Open ${address}`);
  await app.see('-path/end');
  const lines = app.stdout.lines();
  expect(lines.slice(0, 10)).toEqual(before.slice(0, 10));
  expect(lines[14]).toBe(before[14]);
  expect(
    lines
      .slice(10, 14)
      .map((line) => line.trim())
      .join(''),
  ).toContain(address);
  clock.advance(MESSAGE_MS);
  app.press('j');
  await app.seeNot('-path/');
  await app.close();
});

describe('the line of toasts', () => {
  const message = (text: string, at = 0): ToastAction => ({type: 'message', toast: {text}, at});
  const answer = (text: string): ToastAction => ({type: 'answer', toast: {text}});
  const key = (at: number): ToastAction => ({type: 'key', at});
  const refusal = {text: 'not yet'};
  const refused: ToastAction = {type: 'answer', toast: refusal};
  const over: ToastAction = {type: 'over', toast: refusal, at: 1};
  const shown = (...actions: ToastAction[]) => actions.reduce(toastReducer, NO_TOASTS).queue[0]?.text;

  test.each<[string, ToastAction[], string | undefined]>([
    ['no answer after the next key', [answer('copied'), key(1)], undefined],
    ['a message while the user types', [message('a'), key(MESSAGE_MS - 1)], 'a'],
    ['no message after a key once there was time to read it', [message('a'), key(MESSAGE_MS)], undefined],
    ['the first message before the next', [message('a'), message('b')], 'a'],
    ['the second message after the first', [message('a'), message('b'), key(MESSAGE_MS)], 'b'],
    ['each message for the same time', [message('a'), message('b'), key(MESSAGE_MS), key(MESSAGE_MS + 1)], 'b'],
    ['a repeated message once', [message('a'), message('a'), key(MESSAGE_MS)], undefined],
    ['an answer before a message', [message('a'), answer('copied')], 'copied'],
    ['a message again after an answer', [message('a'), answer('copied'), key(9000)], 'a'],
    ['no refusal once its reason is over', [refused, over], undefined],
    ['a later answer after a refusal is over', [refused, answer('copied'), over], 'copied'],
    ['an earlier message after a refusal is over', [message('a'), refused, over], 'a'],
    ['no answer after a key, if one replaced another', [answer('copied'), answer('opened'), key(1)], undefined],
  ])('shows the right text in the message line: %s', (_, actions, expected) =>
    expect(shown(...actions)).toBe(expected),
  );
});
