import {afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {INCLUDES} from '../../src/services/model/version.ts';
import type {HttpRequest, HttpResponse} from '../../src/services/ports.ts';
import {ACTED_UPON, EVIL, MEANINGFUL, spoilt} from '../support/hostile.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {environment, type Outcome, runTool} from '../support/run.ts';
import {json, startService} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

function expectHarmless({stdout, stderr}: Outcome, of: string): void {
  // The tool itself erases its progress line on a terminal with this sequence.
  for (const text of [stdout, stderr.replaceAll('\r\u001b[K', '')]) {
    expect(ACTED_UPON.exec(text)?.[0], `${of}: ${JSON.stringify(text)}`).toBeUndefined();
    expect(text, of).not.toMatch(/^\s*(?:Error|Hint|Warning): forged/m);
  }
}

describe('texts of the service', () => {
  /** A sandbox store that appends control characters to every text in its answers. */
  class EvilStore extends PracticeStore {
    kept = MEANINGFUL;

    override async send(request: HttpRequest): Promise<HttpResponse> {
      const response = await super.send(request);
      return {...response, body: spoilt(response.body, this.kept)};
    }
  }

  const AURORA = '6446048371';
  const LIST = ['versions', 'list', '--app', AURORA];
  const SUBMIT = ['versions', 'submit', '--confirm', '--version-id', 'v1'];
  /** Commands for sample apps that together contain everything that can be shown. */
  const QUESTIONS: Record<string, string[][]> = {
    'boats@editable': [
      ['versions', 'view', '--include-build', '--include-submission', '--include', INCLUDES.join(',')],
      ['versions', 'check'],
      ['versions', 'history'],
      ['release-notes', 'list'],
      ['release-notes', 'pull', '--dir', '.'],
      ['release-notes', 'set', '--text', 'x'],
      ['versions', 'update', '--copyright', 'x'],
      ['versions', 'attach-build', '--build', 'latest'],
      ['versions', 'submit', '--confirm'],
      ['versions', 'wait', '--until', 'in_review', '--max-wait', '1m'],
      ['versions', 'withdraw', '--confirm'],
      ['versions', 'release', '--confirm'],
      ['versions', 'delete', '--confirm'],
    ],
    'seedling@editable': [
      ['versions', 'check'],
      ['versions', 'submit', '--confirm'],
    ],
    'second@1.1': [
      ['versions', 'view', '--include-submission'],
      ['versions', 'submit', '--confirm'],
    ],
    'house@1.1': [['versions', 'withdraw', '--confirm']],
    'steps@live': [
      ['phased-release', 'view'],
      ['phased-release', 'pause'],
      ['phased-release', 'resume'],
    ],
  };
  const commands: string[][] = [
    ['apps', 'list'],
    LIST,
    ['builds', 'list', '--app', AURORA],
    ['versions', 'create', '--app', AURORA, '--version', '9.9'],
    ['versions', 'view', '--version-id', `${AURORA}@editable`],
  ];
  beforeAll(async () => {
    const plain = new PracticeStore();
    for (const [reference, questions] of Object.entries(QUESTIONS)) {
      const {result} = await plain.run(['versions', 'view', '--version-id', `com.example.${reference}`]);
      for (const words of questions) commands.push([...words, '--version-id', result.id]);
    }
  });

  it.each<[string, RegExp]>([
    ['names and words', MEANINGFUL],
    ['all texts', /^$/],
  ])('escapes service text (%s) in every command and output format', async (_, kept) => {
    let shown = 0;
    for (const words of commands) {
      for (const output of [[], ['--output', 'json', '--pretty'], ['--output', 'table'], ['--debug']]) {
        const store = new EvilStore();
        store.kept = kept;
        const outcome = await store.run([...words, ...output], {tty: output.includes('table')});
        expectHarmless(outcome, [...words, ...output].join(' '));
        if (output.length === 0 && (outcome.stdout + outcome.stderr).includes('1b[2J')) shown += 1;
      }
    }
    expect(shown).toBeGreaterThan(commands.length / 2);
  });

  it('escapes control characters in every member of an error', async () => {
    const entry = {
      id: EVIL,
      status: EVIL,
      code: `STATE_ERROR${EVIL}`,
      title: `Title${EVIL}`,
      detail: `Detail${EVIL}`,
      source: {pointer: `/data${EVIL}`, parameter: EVIL},
    };
    const errors = [{...entry, meta: {associatedErrors: {[`/v1/x/${EVIL}`]: [entry, {code: EVIL}]}}}, {code: EVIL}];
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500]) {
      for (const words of [LIST, SUBMIT]) {
        const service = await startService(json(status, {errors}));
        const outcome = await runTool([...words, '--debug'], {env: environment(service.url)});
        await service.close();
        expectHarmless(outcome, `${status} ${words.join(' ')}`);
        expect(outcome.stderr).toContain('Detail\\x1b[2J');
      }
    }
  });

  it('escapes control characters in page links', async () => {
    for (const next of [EVIL, `https://evil.example/${EVIL}`, 'https://ev\u202eil.example/']) {
      const service = await startService(json(200, {data: [], links: {self: EVIL, first: EVIL, next}}));
      for (const flags of [['--paginate'], ['--output', 'table'], ['--output', 'json']]) {
        const outcome = await runTool([...LIST, ...flags], {env: environment(service.url)});
        expectHarmless(outcome, `${next} ${flags}`);
      }
      await service.close();
    }
  });
});

describe('texts of this machine', () => {
  let home: TempHome;
  beforeEach(() => {
    home = new TempHome();
  });
  afterEach(() => home.remove());

  const VARIABLES = [
    'TOOL_PROFILE',
    'TOOL_API_URL',
    'TOOL_APP_ID',
    'TOOL_TIMEOUT',
    'TOOL_DEBUG',
    'TOOL_DEFAULT_OUTPUT',
    'TOOL_NO_INPUT',
    'TOOL_NO_PROFILE',
    'TOOL_STRICT_AUTH',
    'TOOL_READ_ONLY',
    'TOOL_BYPASS_KEYCHAIN',
    'TOOL_KEY_ID',
    'TOOL_ISSUER_ID',
    'TOOL_KEY_TYPE',
    'TOOL_PRIVATE_KEY_PATH',
    'TOOL_PRIVATE_KEY',
    'TOOL_PRIVATE_KEY_B64',
    'HTTPS_PROXY',
    'NO_PROXY',
    'LANG',
    'TERM',
    'TZ',
    'CI',
  ];
  it.each(VARIABLES)('escapes control characters in the variable %s', async (name) => {
    const env = {...environment('http://127.0.0.1:9'), [name]: `x${EVIL}`};
    for (const words of [
      ['versions', 'list', '--app', '1'],
      ['auth', 'status', '--verbose'],
      ['auth', 'doctor'],
      ['auth', 'token'],
    ]) {
      expectHarmless(await home.run(words, {env}), words.join(' '));
      expectHarmless(await home.run(words, {env, tty: true}), words.join(' '));
    }
  });

  it('escapes control characters in every command-line argument', async () => {
    const key = ['--key-id', 'K', '--issuer-id', 'I', '--private-key'];
    for (const words of [
      [EVIL],
      [`--${EVIL}`],
      [`-${EVIL}`],
      ['help', EVIL],
      ['versions', EVIL],
      ['completion', EVIL],
      ['tui', EVIL],
      ['--profile', EVIL, 'auth', 'token'],
      ['versions', 'list', '--app', EVIL],
      ['versions', 'list', '--app', '1', '--state', EVIL],
      ['versions', 'list', '--app', '1', '--version', EVIL],
      ['versions', 'list', '--app', '1', '--limit', EVIL],
      ['versions', 'list', '--next', EVIL],
      ['versions', 'list', '--app', '1', '--output', EVIL],
      ['versions', 'view', '--version-id', EVIL],
      ['versions', 'view', '--version-id', `1@${EVIL}`],
      ['versions', 'create', '--app', '1', '--version', EVIL, '--dry-run'],
      ['versions', 'update', '--version-id', '1', '--copyright', EVIL, '--dry-run'],
      ['release-notes', 'set', '--version-id', '1', '--file', EVIL],
      ['release-notes', 'push', '--version-id', '1', '--dir', EVIL],
      ['release-notes', 'set', '--version-id', '1', '--text', 'x', '--locales', EVIL],
      ['sandbox', '--data', EVIL],
      ['sandbox', '--public-url', EVIL],
      ['auth', 'switch', '--name', EVIL],
      ['auth', 'logout', '--name', EVIL],
      ['auth', 'login', '--name', EVIL, ...key, home.keyPath],
      ['auth', 'login', '--name', 'A', '--key-id', EVIL, '--issuer-id', EVIL, '--private-key', home.keyPath],
      ['auth', 'login', '--name', 'A', ...key, EVIL],
    ]) {
      for (const tty of [false, true]) {
        const env = environment('http://127.0.0.1:9');
        const outcome = await home.run(words, {env, tty});
        expectHarmless(outcome, words.join(' '));
      }
    }
  });

  it('escapes control characters in file names, folder names and config values', async () => {
    // File names may contain every character of EVIL but the slash.
    const name = EVIL.replaceAll('/', '');
    const key = home.write(`${name}.p8`, home.pem);
    home.write(`work/${name}/xx${name}/release_notes.txt`, EVIL);
    home.write(`work/${name}/de-DE/release_notes.txt`, Buffer.from([0xff]));
    const entry = {key_id: `K${EVIL}`, issuer_id: EVIL, private_key_path: key, key_type: EVIL, note: EVIL};
    for (const profiles of [
      [{name: `evil${EVIL}`, ...entry}],
      [{name: `evil${EVIL}`, key_id: 'K', issuer_id: 'I', private_key_path: key}],
      [{name: EVIL, stored_in: 'keychain', key_id: EVIL}],
      [{name: EVIL}, {name: EVIL}, EVIL],
    ]) {
      home.writeConfig({default_profile: profiles.length > 1 ? EVIL : `evil${EVIL}`, profiles, [EVIL]: EVIL});
      for (const words of [
        ['auth', 'status', '--verbose'],
        ['auth', 'status', '--verbose', '--output', 'json'],
        ['auth', 'doctor'],
        ['auth', 'token'],
        ['auth', 'switch', '--name', 'none'],
        ['versions', 'list', '--app', '1'],
        ['release-notes', 'push', '--version-id', '1', '--dir', name],
        ['release-notes', 'set', '--version-id', '1', '--file', `${name}/xx${name}/release_notes.txt`],
      ]) {
        const env = {TOOL_API_URL: 'http://127.0.0.1:9'};
        for (const tty of [false, true]) {
          const outcome = await home.run(words, {env, tty});
          // `auth token` also passes, because the key ID in a token is base64-encoded.
          expectHarmless(outcome, words.join(' '));
        }
      }
    }
    home.write(`work/${name}/.git/HEAD`, '');
    home.write(`work/${name}/.tool/config.json`, '{"profiles":[]}');
    for (const words of [
      ['auth', 'status'],
      ['auth', 'doctor'],
      ['auth', 'trust'],
      ['auth', 'init', '--local', '--force'],
    ]) {
      expectHarmless(await home.run(words, {cwd: `work/${name}`}), words.join(' '));
    }
  });
});

it('escapes control characters in the URL of an unreachable proxy, and hides its password', async () => {
  const outcome = await runTool(['versions', 'list', '--app', '1'], {
    env: {
      ...environment('https://store.test'),
      HTTPS_PROXY: `http://me:hunter2@127.0.0.1:9/${encodeURIComponent(EVIL)}`,
    },
  });
  expectHarmless(outcome, 'proxy');
  expect(outcome.stderr).not.toContain('hunter2');
});
