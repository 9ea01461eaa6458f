import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import type {Files} from '../../src/services/ports.ts';
import {type Agent, type AgentOptions, startAgent, textOf} from '../support/agent.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {holdTimeOuts} from '../support/held-time-outs.ts';
import {type NotesService, startNotes} from '../support/notes-service.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {environment, runTool} from '../support/run.ts';
import {json, raw, reset, type Service, silent, startService, wirePage, wireVersion} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
const closing: (() => unknown)[] = [];
beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  home.remove();
});

async function serve(...answers: Parameters<typeof startService>): Promise<Service> {
  const service = await startService(...answers);
  closing.push(service.close);
  return service;
}

async function notesOf(texts: Record<string, string | null>): Promise<NotesService> {
  const service = await startNotes({texts});
  closing.push(service.close);
  return service;
}

async function agent(argv: string[], options: AgentOptions = {}): Promise<{store: PracticeStore; agent: Agent}> {
  const store = new PracticeStore();
  const started = await startAgent((words, more) => store.run(words, more), argv, options);
  closing.push(() => started.end());
  await started.client.listTools();
  return {store, agent: started};
}

const LIST = ['versions', 'list', '--app', '42'];
const PAGE = json(200, wirePage([wireVersion('v1')]));
const UPDATE = ['versions', 'update', '--version-id', 'v1', '--copyright'];
const entry = (name: string, more: object = {}) => ({
  name,
  key_id: 'THEIRS',
  issuer_id: 'I',
  private_key_path: home.keyPath,
  ...more,
});
/** Returns the content of all files below the home except the key file. */
const written = () =>
  readdirSync(home.path, {recursive: true, encoding: 'utf8', withFileTypes: true})
    .filter((file) => file.isFile() && file.name !== 'AuthKey_K1.p8')
    .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    .join('\n');
const body = () => home.der.slice(20, 44);
const log = () => join(home.path, '.tool', 'history.ndjson');

describe('a key', () => {
  test('keeps the promise: A login stores the key in the system keychain.', async () => {
    expect((await home.login('A')).code).toBe(0);
    expect(home.keychain.items.get('A')).toContain(body());
    expect(written()).not.toContain(body());
  });

  test('keeps the promise: Without a keychain, a login stores the path of your key file, not the key.', async () => {
    home.keychain.state = 'missing';
    expect((await home.login('A')).code).toBe(0);
    expect(written()).toContain(home.keyPath);
    expect(written()).not.toContain(body());
  });

  test('keeps the promise: Without a keychain, a key that you paste goes to ~/.tool/keys, which only you can read.', async () => {
    home.keychain.state = 'missing';
    const env = {...environment('http://127.0.0.1:1'), TOOL_BYPASS_KEYCHAIN: '1'};
    const {createCredentials} = await import('../../src/services/credentials/index.ts');
    const {path: directory, keychain} = home;
    const clock = {now: Date.now, random: () => 0, sleep: async () => {}};
    const place = {cwd: directory, home: directory, platform: process.platform} as const;
    const credentials = createCredentials({audience: '', env, files: createFiles(), keychain, clock, ...place});
    const how = {bypassKeychain: true, local: false, skipValidation: false};
    await credentials.login({name: 'A', keyId: 'K', owner: {issuerId: 'I'}, privateKey: {pem: home.pem}, ...how});
    expect([home.mode(join(directory, '.tool/keys')), home.mode(join(directory, '.tool/keys/AuthKey_K.p8'))]).toEqual([
      0o700, 0o600,
    ]);
  });

  test('keeps the promise: A key from a variable is not written to any file.', async () => {
    const service = await serve(json(200, {data: wireVersion('v1')}));
    const env = {...environment(service.url), TOOL_PRIVATE_KEY: home.pem};
    expect((await home.run([...UPDATE, 'x'], {env})).code).toBe(0);
    expect(existsSync(log())).toBe(true);
    expect(written()).not.toContain(body());
  });

  test('keeps the promise: No output, error, log or --debug line has a key or a token in it.', async () => {
    for (const status of [200, 401, 500]) {
      const service = await serve((request, response) =>
        json(status, {errors: [{detail: `look: ${request.headers.authorization}`}]})(request, response),
      );
      const env = {...environment(service.url), TOOL_PRIVATE_KEY: home.pem};
      const {stdout, stderr} = await home.run([...UPDATE, 'x', '--debug'], {env});
      const token = service.requests[0]?.headers.authorization?.split(' ')[1] ?? '';
      expect(token.split('.')).toHaveLength(3);
      for (const secret of [body(), token, token.split('.')[2] ?? '']) {
        expect(`${stdout}${stderr}${written()}`).not.toContain(secret);
      }
    }
  });

  test('keeps the promise: Text with a private key in it is refused before a connection is made.', async () => {
    const service = await notesOf({'en-US': null});
    const env = environment(service.url);
    const notes = ['release-notes', 'set', '--version-id', 'v1', '--text', `New.\n${home.pem}`];
    for (const argv of [notes, [...UPDATE, home.pem], ['versions', 'create', '--app', '42', '--version', home.pem]]) {
      const {code, stderr} = await home.run(argv, {env});
      expect(code).toBe(2);
      expect(stderr).not.toContain(body());
    }
    expect(service.requests).toEqual([]);
  });

  test('keeps the promise: A key that you paste into a text field does not appear on the screen.', async () => {
    const app = new AppDriver({});
    closing.push(() => app.close());
    await app.see('3 apps');
    for (const key of ['/', KEYS.paste(home.pem)]) app.press(key);
    await app.see('A private key was left out');
    for (const line of home.pem.split('\n').slice(1, -2)) expect(app.stdout.bytes).not.toContain(line.slice(0, 12));
  });

  test('keeps the promise: Another program gets no key, neither as an argument nor in its environment.', async () => {
    const store = new PracticeStore();
    const seen = join(home.path, 'seen');
    const submit = ['versions', 'submit', '--version-id', 'com.example.boats@editable', '--confirm', '--wait'];
    const hook = `{ env; cat /proc/self/cmdline; } >>${seen}`;
    const {code} = await store.run([...submit, '--on-change', hook], {env: {PATH: process.env.PATH ?? ''}});
    expect(code).toBe(0);
    const text = readFileSync(seen, 'utf8');
    expect(text).toContain('TOOL_CHANGE_TO=');
    expect(text).not.toMatch(/TOOL_(?!CHANGE_)|PRIVATE KEY/);
  });
});

describe('the log of changes', () => {
  const change = async (env: Record<string, string> = {}, text = 'x') => {
    const service = await serve(json(200, {data: wireVersion('v1')}));
    return home.run([...UPDATE, text], {env: {...environment(service.url), ...env}});
  };

  test('keeps the promise: The log holds the commands that changed something, and never a key.', async () => {
    await change({}, '2027 Us');
    await change({}, home.pem);
    const lines = readFileSync(log(), 'utf8').trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('2027 Us');
  });

  test('keeps the promise: Only you can read the log.', async () => {
    const umask = process.umask(0);
    await change().finally(() => process.umask(umask));
    expect(home.mode(log())).toBe(0o600);
  });

  test('keeps the promise: With TOOL_HISTORY=off nothing is recorded.', async () => {
    await change({TOOL_HISTORY: 'off'});
    expect(existsSync(log())).toBe(false);
  });

  test('keeps the promise: The log is not written through a link.', async () => {
    const other = home.write('other', 'mine');
    mkdirSync(join(home.path, '.tool'), {mode: 0o700});
    symlinkSync(other, log());
    expect((await change()).stderr).toContain('This change is not in the history');
    expect(readFileSync(other, 'utf8')).toBe('mine');
  });
});

describe('a token', () => {
  test('keeps the promise: A token lasts ten minutes.', async () => {
    const {stdout} = await runTool(['auth', 'token', '--output', 'json'], {env: environment('http://127.0.0.1:1')});
    const {token, expiresAt} = JSON.parse(stdout);
    const {iat, exp} = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    // `iat` is one minute in the past, so that the service also accepts tokens from a machine whose clock is fast.
    expect(exp - iat).toBe(11 * 60);
    expect(Date.parse(expiresAt)).toBe(exp * 1000);
  });

  test('keeps the promise: A token is sent to one origin only.', async () => {
    const other = await serve(PAGE);
    const service = await serve(json(200, wirePage([wireVersion('v1')], {next: `${other.url}/v1/apps/42?cursor=2`})));
    const {code} = await runTool([...LIST, '--paginate'], {env: environment(service.url)});
    expect(code).toBe(8);
    expect(other.requests).toEqual([]);
  });

  test('keeps the promise: Redirects are not followed.', async () => {
    const other = await serve(PAGE);
    const service = await serve(raw(302, '', {location: `${other.url}/v1/apps`}));
    expect((await runTool(LIST, {env: environment(service.url)})).code).toBe(8);
    expect(other.requests).toEqual([]);
  });

  test('keeps the promise: tool auth token is the only command that prints a token.', async () => {
    const {commands} = await import('../../src/app/commands/index.ts');
    const JWT = /eyJ[\w-]+\.eyJ/;
    const service = await serve(PAGE);
    for (const {path, flags} of commands.filter(({effect}) => effect === 'none')) {
      const needed = Object.entries(flags).flatMap(([name, flag]) => (flag.required ? [`--${name}`, 'v1'] : []));
      const words = [...path.filter(Boolean), ...needed, '--no-input'];
      const {stdout, stderr} = await runTool(words, {env: {...environment(service.url), TOOL_DEBUG: '1'}});
      expect([words[1], JWT.test(`${stdout}${stderr}`)]).toEqual([words[1], words.join(' ').startsWith('auth token')]);
    }
  });
});

describe('a config file', () => {
  const signer = async (flags: string[] = [], files?: Files) => {
    const {code, stdout, stderr} = await home.run(['auth', 'token', ...flags], {host: files && {files}});
    const header = Buffer.from(stdout.split('.')[0] ?? '', 'base64url').toString();
    return {code, stderr, keyId: code === 0 ? JSON.parse(header).kid : undefined};
  };

  test('keeps the promise: A config that others can write is not used.', async () => {
    await home.login('A', ['--bypass-keychain']);
    expect(await signer()).toMatchObject({code: 0, keyId: 'K1'});
    chmodSync(home.configPath, 0o666);
    expect(await signer()).toMatchObject({code: 10});
  });

  test('keeps the promise: A config that came with a repository is not used until you trust it.', async () => {
    home.writeConfig({profiles: [entry('T')]}, 'work/.tool/config.json');
    expect(await signer()).toMatchObject({code: 3, stderr: expect.stringContaining('is not used: not trusted yet')});
    await home.trust();
    expect(await signer()).toMatchObject({code: 0, keyId: 'THEIRS'});
  });

  test('keeps the promise: A trusted config that has changed must be trusted again.', async () => {
    await home.writeLocal({profiles: [entry('T')]});
    home.writeConfig({profiles: [entry('T', {key_id: 'OTHER'})]}, 'work/.tool/config.json');
    expect(await signer()).toMatchObject({code: 3, stderr: expect.stringContaining('changed since it was trusted')});
  });

  test('keeps the promise: A config of another user than you or root cannot be trusted.', async () => {
    const path = home.writeConfig({profiles: [entry('T')]}, 'work/.tool/config.json');
    const files = createFiles();
    const owned = async (stat: ReturnType<Files['stat']>, name: string) => {
      const found = await stat;
      return found && name === path ? {...found, uid: 54_321} : found;
    };
    const foreign: Files = {
      ...files,
      stat: (name) => owned(files.stat(name), name),
      lstat: (name) => owned(files.lstat(name), name),
    };
    const {code} = await home.run(['auth', 'trust'], {host: {files: foreign}});
    expect(code).toBe(10);
    expect(await signer([], foreign)).toMatchObject({code: 3});
  });

  test('keeps the promise: A trusted config cannot lift read_only off a profile.', async () => {
    await home.login('A', ['--bypass-keychain', '--read-only']);
    await home.writeLocal({profiles: [entry('A', {read_only: false})]});
    const {code, stderr} = await home.run([...UPDATE, 'x', '--profile', 'A']);
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('read-only')});
  });

  test('keeps the promise: A trusted config can name no keychain item that your own config does not name.', async () => {
    home.keychain.items.set('B', JSON.stringify({key_id: 'B', issuer_id: 'I', private_key: home.der}));
    await home.writeLocal({profiles: [{name: 'B', key_id: 'B', stored_in: 'keychain'}]});
    expect(await signer(['--profile', 'B'])).toMatchObject({code: 3});
    expect(home.keychain.calls).not.toContain('get B');
  });

  test('keeps the promise: Release notes are read only from the folder that you name, and no link leads out of it.', async () => {
    const service = await notesOf({'en-US': null});
    home.write('secret/release_notes.txt', 'AKIA');
    mkdirSync(join(home.path, 'work/metadata'), {recursive: true});
    symlinkSync('../../secret', join(home.path, 'work/metadata/en-US'));
    const words = ['release-notes', 'push', '--version-id', 'v1', '--dir', 'metadata'];
    expect((await home.run(words, {env: environment(service.url)})).code).toBe(2);
    expect(service.requests).toEqual([]);
  });
});

describe('the service, or anyone in between', () => {
  test('keeps the promise: Texts from the network are cleaned before a terminal shows them.', async () => {
    const service = await serve(json(409, {errors: [{title: 'No\u001b[2J\u202eevil\u0007'}]}));
    const {stderr} = await runTool([...UPDATE, 'x'], {env: environment(service.url), tty: true});
    expect(stderr).toContain('\\x1b[2J');
    expect(stderr).not.toMatch(/[\u0007\u001b]\[?2?J?|\u202e/);
  });

  test('keeps the promise: An answer is limited in size and in time.', async () => {
    const timeUp = holdTimeOuts();
    const mute = await serve(silent);
    const waiting = runTool(LIST, {env: environment(mute.url)});
    await expect.poll(() => mute.requests.length).toBe(1);
    timeUp();
    expect((await waiting).code).toBe(7);
    const service = await serve(raw(200, ' '.repeat(65 * 1024 * 1024)));
    expect(await runTool(LIST, {env: environment(service.url)})).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('is too large'),
    });
  });

  test('keeps the promise: A change is not sent twice because its answer was lost.', async () => {
    const service = await serve(reset, json(200, {data: wireVersion('v1')}));
    await runTool(['versions', 'create', '--app', '42', '--version', '1', '--platform', 'IOS'], {
      env: environment(service.url),
    });
    expect(service.lines().filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });
});

describe('an agent', () => {
  const APPROVED = {version_id: 'com.example.aurora@approved'};

  test('keeps the promise: Without --allow-writes an agent can only read.', async () => {
    const {store, agent: reader} = await agent([]);
    const {tools} = await reader.client.listTools();
    expect(tools.filter(({annotations}) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect((await reader.call('versions_release', APPROVED)).isError).toBe(true);
    expect(store.writes()).toEqual([]);
  });

  test('keeps the promise: With --allow-writes, a change takes two calls, and the second is bound to the plan that the first one showed.', async () => {
    const {store, agent: writer} = await agent(['--allow-writes']);
    const first = await writer.call('versions_update', {version_id: 'com.example.boats@editable', copyright: 'A'});
    const {confirmation} = first.structuredContent;
    expect(store.writes()).toEqual([]);
    const other = {version_id: 'com.example.boats@editable', copyright: 'B', confirmation};
    expect((await writer.call('versions_update', other)).isError).toBe(true);
    expect(store.writes()).toEqual([]);
  });

  test('keeps the promise: The person is asked before anything that cannot be undone, if the client can ask.', async () => {
    const questions: string[] = [];
    const onQuestion = (question: string) => {
      questions.push(question);
      return {action: 'decline'} as const;
    };
    const {store, agent: writer} = await agent(['--allow-writes'], {onQuestion});
    expect((await writer.confirm('versions_release', APPROVED)).isError).toBe(true);
    expect(questions).toHaveLength(1);
    expect(store.writes()).toEqual([]);
  });

  test('keeps the promise: An agent gets no key and no token, and names no file and no hook.', async () => {
    const {agent: writer} = await agent(['--allow-writes']);
    const {tools} = await writer.client.listTools();
    expect(tools.map(({name}) => name).filter((name) => /token|login|logout|switch|init|trust/.test(name))).toEqual([]);
    const members = tools.flatMap(({inputSchema}) => Object.keys(inputSchema.properties ?? {}));
    expect(members.filter((name) => /file|dir|path|on_change|key/.test(name))).toEqual([]);
  });

  test('keeps the promise: Texts from the store are marked as data in what an agent reads.', async () => {
    const {agent: reader} = await agent([]);
    const result = await reader.call('versions_view', APPROVED);
    expect(textOf(result).split('\n')[0]).toMatch(/data/);
  });
});

describe('README.md', () => {
  const READY = 'com.example.boats@2.0';
  const SUBMIT = ['versions', 'submit', '--version-id', READY, '--confirm'];

  test.each([1, 2, 3])('keeps the promise: It never creates a second draft. (lost answer %i)', async (write) => {
    const store = new PracticeStore();
    store.disturb(write, 'lost after');
    await store.run(SUBMIT);
    const first = store.writes();
    expect((await store.run(SUBMIT)).code).toBe(0);
    const made = [...first, ...store.writes()].filter((line) => line === 'POST /v1/reviewSubmissions');
    expect(made).toHaveLength(1);
  });

  test('keeps the promise: A profile that you store with --read-only refuses all changes.', async () => {
    await home.login('A', ['--read-only']);
    const service = await serve(json(200, {data: wireVersion('v1')}));
    const notes = ['release-notes', 'set', '--version-id', 'v1', '--text', 'x'];
    for (const argv of [[...UPDATE, 'x'], ['versions', 'delete', '--version-id', 'v1', '--confirm'], notes]) {
      expect((await home.run(argv, {env: {TOOL_API_URL: service.url}})).code).toBe(2);
    }
    expect(service.requests).toEqual([]);
  });

  test('keeps the promise: Standard output holds the result and nothing else.', async () => {
    const store = new PracticeStore();
    const {code, stdout, stderr} = await store.run(['ship', '--version-id', READY, '--confirm', '--debug']);
    expect([code, stderr === '']).toEqual([0, false]);
    expect(JSON.parse(stdout)).toMatchObject({state: 'WAITING_FOR_REVIEW', reached: true});
  });

  test('keeps the promise: It only reads unless you start it with --allow-writes.', async () => {
    const {store, agent: reader} = await agent([]);
    expect((await reader.call('versions_submit', {version_id: READY})).isError).toBe(true);
    expect(store.writes()).toEqual([]);
  });

  test('keeps the promise: Your key is used only to sign: it is in no output, log or request.', async () => {
    const service = await serve(json(200, {data: wireVersion('v1')}));
    const env = {...environment(service.url), TOOL_PRIVATE_KEY: home.pem};
    const {stdout, stderr} = await home.run([...UPDATE, 'x', '--debug'], {env});
    expect(service.requests.length).toBeGreaterThan(0);
    expect(`${stdout}${stderr}${written()}${JSON.stringify(service.requests)}`).not.toContain(body());
  });

  test('keeps the promise: Nothing is submitted, released, withdrawn or deleted without --confirm, or your confirmation in the app.', async () => {
    const store = new PracticeStore();
    for (const [words, version] of [
      ['versions submit', READY],
      ['versions release', 'com.example.aurora@approved'],
      ['versions withdraw', 'com.example.harbor@5.1.0:IOS'],
      ['versions delete', 'com.example.fern@editable'],
      ['ship', READY],
    ] as const) {
      const {code} = await store.run([...words.split(' '), '--version-id', version]);
      expect([words, code, store.lines]).toEqual([words, 2, []]);
    }
  });
});

const WITHOUT_TEST = ['It can show you false data, or refuse.'];

/** Returns a line without backquotes, and without the case in parentheses at its end. */
const plain = (text: string) => text.replaceAll('`', '').replace(/ \(.*\)$/, '');

test('has a test for each line of SECURITY.md, and for each never and only of README.md', () => {
  const [, promised = ''] = /## What is promised\n([\s\S]*?)\n## /.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
  const lines = [...promised.matchAll(/^- (.*)$/gm)].map(([, line = '']) => plain(line));
  const prose = readFileSync('README.md', 'utf8').replace(/^```[\s\S]*?^```$|^[|#!].*$/gm, '');
  const sentences = prose.replaceAll(/\s+/g, ' ').match(/[A-Z][^.!?]*(?:\.\w[^.!?]*)*[.!?]/g) ?? [];
  const strong = sentences.filter((one) => /\b(?:never|only|nothing)\b/i.test(one)).map(plain);
  expect(strong.length).toBeGreaterThan(3);
  const own = readFileSync('test/commands/promises.test.ts', 'utf8');
  const names = [...own.matchAll(/^ {2}test(?:\.each\(.*\))?\('keeps the promise: (.*)', async/gm)].map(
    ([, name = '']) => plain(name),
  );
  expect(names).toEqual([...lines.filter((line) => !WITHOUT_TEST.includes(line)), ...strong]);
});
