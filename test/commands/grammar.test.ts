import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {GROUPS} from '../../src/app/command.ts';
import {GLOBAL_FLAGS} from '../../src/app/command-line/globals.ts';
import {commands} from '../../src/app/commands/index.ts';
import {formatHelp} from '../../src/app/present/help.ts';
import {environment, runTool} from '../support/run.ts';

const PEM = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----';

const usage = async (...argv: string[]) => {
  const outcome = await runTool(argv);
  expect(outcome.stdout).toBe('');
  expect(outcome.code).toBe(2);
  return outcome.stderr;
};

it.each(['Ready for Sale', 'ready-for-sale', 'READY_FOR_SALE'])(
  'accepts a state in upper or lower case, with spaces, dashes or underscores: %j',
  async (state) => {
    const {code} = await runTool(['versions', 'list', '--app', '6446048371', '--state', state, '--read-only']);
    expect(code).toBe(3);
  },
);

describe('a word of another program', () => {
  it.each([
    ['version list', 'versions list'],
    ['version rm', 'versions delete'],
    ['version', '--version'],
    ['app list', 'apps list'],
    ['app info', 'apps list'],
    ['apps get', 'apps list'],
    ['build show', 'builds list'],
    ['build', 'builds'],
    ['list versions', 'versions list'],
    ['get apps', 'apps list'],
    ['describe version', 'versions view'],
    ['release-notes get', 'release-notes list'],
    ['release-notes show', 'release-notes list'],
    ['release-notes edit', 'release-notes set'],
    ['notes push', 'release-notes push'],
    ['metadata push', 'release-notes push'],
    ['release_notes psuh', 'release-notes push'],
    ['versions info', 'versions view'],
    ['versions status', 'versions view'],
    ['versions add', 'versions create'],
    ['versions set', 'versions update'],
    ['versions publish', 'versions release'],
    ['versions reject', 'versions withdraw'],
    ['versions validate', 'versions check'],
    ['versions watch', 'versions wait'],
    ['versions attach', 'versions attach-build'],
    ['versions pause', 'phased-release pause'],
    ['phased status', 'phased-release view'],
    ['rollout halt', 'phased-release pause'],
    ['review submit', 'versions submit'],
    ['submissions cancel', 'versions withdraw'],
    ['auth list', 'auth status'],
    ['auth ls', 'auth status'],
    ['auth whoami', 'auth status'],
    ['auth add', 'auth login'],
    ['auth remove', 'auth logout'],
    ['auth use', 'auth switch'],
    ['profile list', 'auth status'],
    ['accounts', 'auth'],
    ['whoami', 'auth status'],
    ['login', 'auth login'],
    ['submit', 'versions submit'],
    ['release', 'versions release'],
    ['publish', 'ship'],
    ['deliver', 'ship'],
    ['deploy now', 'ship'],
    ['logs', 'history'],
    ['open', 'tui'],
    ['autocomplete bash', 'completion'],
    ['completions', 'completion'],
  ])('answers the unknown command "%s" with the suggestion "%s"', async (typed, meant) => {
    const {code, stderr} = await runTool(typed.split(' '));
    expect({code, stderr}).toEqual({code: 2, stderr: expect.stringContaining(`. Did you mean 'tool ${meant}'?`)});
  });

  it.each([
    'list',
    'update',
    'rollback',
    'builds attach',
    'builds expire',
    'apps delete',
    'testflight list',
    'serve',
    'x',
  ])('suggests nothing for %s, which could mean several things or none', async (typed) => {
    const {code, stderr} = await runTool(typed.split(' '));
    expect({code, stderr}).toEqual({code: 2, stderr: expect.stringMatching(/^Error: Unknown command((?!mean).)*$/m)});
    expect(stderr).not.toContain('Did you mean');
  });

  it('refuses a very long unknown command without a suggestion', async () => {
    const {code, stderr} = await runTool(['y'.repeat(100_000)]);
    expect({code, stderr}).toEqual({code: 2, stderr: expect.stringMatching(/^Error: Unknown command 'y{79}…'\n/)});
  });

  it.each(['upload', 'builds upload', 'build upload app.ipa', 'pilot upload'])(
    'explains how to upload builds if the command is %s',
    async (typed) => {
      const {code, stderr} = await runTool(typed.split(' '));
      expect({code, stderr}).toEqual({
        code: 2,
        stderr: expect.stringContaining('Builds are uploaded with Xcode, Transporter or altool'),
      });
      expect(stderr).not.toContain('Did you mean');
    },
  );
});

describe('a command line that is wrong', () => {
  it.each([
    [['verions', 'list'], "Unknown command 'verions'. Did you mean 'tool versions list'?"],
    [['login', '--name', 'x'], "Unknown command 'login'. Did you mean 'tool auth login'?"],
    [['list'], "Unknown command 'list'\n"],
    [['version'], "Unknown command 'version'. Did you mean 'tool --version'?"],
    [['-v'], "Unknown flag '-v'. Did you mean 'tool --version'?"],
    [['versions', 'ls'], "Unknown command for 'tool versions': 'ls'. Did you mean 'tool versions list'?"],
    [['versions', 'rm'], "Unknown command for 'tool versions': 'rm'. Did you mean 'tool versions delete'?"],
    [['versions', 'list', '--json'], "Unknown flag '--json'. Did you mean --output json?"],
    [['versions', 'list', '--format', 'json'], "Unknown flag '--format'. Did you mean --output?"],
    [['versions', 'list', '-ojson'], "Unknown flag '-ojson'. Did you mean --output?"],
    [['versions', 'list', '-o', 'json'], "Unknown flag '-o'. Did you mean --output?"],
    [['versions', 'list', '--all'], "Unknown flag '--all' for 'tool versions list'. Did you mean --paginate?"],
    [['versions', 'release', '--yes'], "Unknown flag '--yes'. Did you mean --confirm?"],
    [['versions', 'check', '--app', 'com.x', '--version', '2.0'], 'Did you mean --version-id APP@VERSION?'],
    [['versions', 'update', '--release-date', '2030-01-01T00:00:00Z'], 'Did you mean --earliest-release-date?'],
    [['versions', 'release', '-y'], "Unknown flag '-y'. Did you mean --confirm?"],
    [['help', 'versions', '--output', 'yaml'], "--output 'yaml' is not one of text, json"],
    [['auht', 'status'], "Unknown command 'auht'. Did you mean 'tool auth status'?"],
    [['versions', 'veiw'], "Unknown command for 'tool versions': 'veiw'. Did you mean 'tool versions view'?"],
    [['versions', 'list', '--lmiit', '5'], "Unknown flag '--lmiit'. Did you mean --limit?"],
    [['versions', 'delete', '--version-id', '1', '--confirm', 'false'], "Unexpected argument 'false'"],
    [['versions', 'delete', '--version-id', '1', '--confirm', 'true'], "Unexpected argument 'true'"],
    [['versions', '--no-input', 'false', 'list'], "Unknown command for 'tool versions': 'false'"],
    [['auth', 'logout', '--all', 'false'], "Unexpected argument 'false' for 'tool auth logout'"],
    [['auth', 'init', '--force', 'no'], "Unexpected argument 'no' for 'tool auth init'"],
    [['auth', 'doctor', '--fix', '--confirm', 'false'], "Unexpected argument 'false' for 'tool auth doctor'"],
    [['versions', 'lst'], "Unknown command for 'tool versions': 'lst'. Did you mean 'tool versions list'?"],
    [['versions', 'list', '--limt', '5'], "Unknown flag '--limt'. Did you mean --limit?"],
    [['versions', 'list', '--build', 'x', '--app', '1'], "Unknown flag '--build' for 'tool versions list'"],
    [['versions', 'list', '--versionId', 'x'], "Unknown flag '--versionId'"],
    [['versions', 'list', '--no-app'], "Unknown flag '--no-app'"],
    [['versions', 'list', '-x'], "Unknown flag '-x'"],
    [['versions', 'list', '--__proto__', 'x'], "Unknown flag '--__proto__'"],
    [['--sandbx', 'versions', 'list'], "Unknown flag '--sandbx'. Did you mean --sandbox?"],
    [['--prfile', 'Work', 'auth', 'status'], "Unknown flag '--prfile'. Did you mean --profile?"],
    [['auth', '-x', 'status'], "Unknown flag '-x'\n"],
    [['auth', 'switch', '--name', '-x', 'auth', 'lgin'], "Unknown flag '-x'\n"],
    [['auth', 'status', '--nam'], "Unknown flag '--nam'\n"],
    [['versions', 'list', '--vers', '1'], "Unknown flag '--vers'. Did you mean --version?"],
    [['versions', 'lst', '--bogus'], "Unknown command for 'tool versions': 'lst'. Did you mean 'tool versions list'?"],
    [['versions', 'get', '--id', '1'], "'tool versions get' was removed: use 'tool versions view'"],
    [['release-notes', 'set', '--version-id', '1', '--', '--text', '-'], "Unexpected argument '-' for"],
    [['release-notes', 'set', '--version-id', '1', '--text', '-Fixes'], "Unknown flag '-Fixes'"],
    [['release-notes', 'set', '--version-id', '1', '--text', '--'], '--text needs a value'],
    [['release-notes', 'set', '--version-id', '1', '--text', '--locale', 'en-US'], '--text needs a value'],
    [['release-notes', 'set', '--version-id', '1', '- Fixes'], "Unexpected argument '- Fixes' for"],
    [['- Fixes'], "Unknown command '- Fixes'"],
    [
      ['versions', 'view', 'com.example.app@live'],
      "Unexpected argument 'com.example.app@live' for 'tool versions view'. Did you mean --version-id com.example.app@live?",
    ],
    [['versions', 'list', '—app', '1'], "Unknown flag '—app'. Did you mean --app?"],
    [['versions', 'list', '–app=1'], "Unknown flag '–app'. Did you mean --app?"],
    [['—sandbox', 'versions', 'list'], "Unknown flag '—sandbox'. Did you mean --sandbox?"],
    [['auth', 'switch', 'Work'], "Unexpected argument 'Work' for 'tool auth switch'. Did you mean --name 'Work'?"],
    [['auth', 'login', 'Work'], "Unexpected argument 'Work' for 'tool auth login'. Did you mean --name 'Work'?"],
    [['auth', 'logout', 'Work'], "Unexpected argument 'Work' for 'tool auth logout'. Did you mean --name 'Work'?"],
    [['auth', 'logout', '--all', 'false'], "Unexpected argument 'false' for 'tool auth logout'\n"],
    [['ship', '--until', 'released'], 'is not one of ready, submitted, approved, live, complete. Did you mean live?'],
    [['ship', '--until', 'in-review'], 'complete. Did you mean submitted?'],
    [['ship', '--until', 'sale'], 'complete. Did you mean live?'],
    [['ship', '--release-type', 'automatic'], 'SCHEDULED. Did you mean AFTER_APPROVAL?'],
    [['versions', 'update', '--release-type', 'auto'], 'SCHEDULED. Did you mean AFTER_APPROVAL?'],
    [['versions', 'view', 'foo'], "Unexpected argument 'foo' for 'tool versions view'"],
    [['versions', 'view', '--version-id', '1', 'a@live'], "Unexpected argument 'a@live' for 'tool versions view'"],
    [['versions', 'list', 'a@live'], "Unexpected argument 'a@live' for 'tool versions list'"],
    [['help', 'versions', 'list', 'foo'], "Unexpected argument 'foo' for 'tool help versions list'"],
    [['help', 'tui', 'home'], "Unexpected argument 'home' for 'tool help tui'"],
    [['help', 'versions', 'foo'], "Unknown command for 'tool versions': 'foo'"],
    [['versions', 'view', '--version-id', 'ver-1\n'], '--version-id must be an ID'],
    [['versions', 'view', '--version-id', ' ver-1'], '--version-id must be an ID'],
    [['auth', 'status', '--', '--verbose'], "Unexpected argument '--verbose' for 'tool auth status'"],
    [['versions', 'list', '--app', '1', 'extra'], "Unexpected argument 'extra' for 'tool versions list'"],
    [['versions', 'list', '--app', '1', '--app', '2'], '--app is given more than once'],
    [
      ['versions', 'create', '--app', '1', '--version', '1', '--platform', 'IOS', '--platform=MAC_OS'],
      '--platform is given more than once',
    ],
    [
      ['versions', 'list', '--app', '1', '--state', 'IN_REVIEW', '--state='],
      '--state has an empty member between commas',
    ],
    [['versions', 'list', '--app', '1', '--paginate', '--paginate'], '--paginate is given more than once'],
    [['auth', 'switch', '--name', 'x', '--output', 'json'], "--output is not supported by 'tool auth switch'"],
    [['auth', 'init', '--output', 'table'], "--output 'table' is not one of json"],
    [['versions', 'list', '--app'], '--app needs a value'],
    [['versions', 'list', '--app', '--limit', '5'], '--app needs a value'],
    [['versions', 'update', '--version-id', '1', '--copyright'], '--copyright needs a value'],
    [['versions', 'list', '--app', ''], '--app must not be empty'],
    [['versions', 'list', '--app='], '--app must not be empty'],
    [['versions', 'list'], "'tool versions list' needs --app (or TOOL_APP_ID)"],
    [['versions', 'view'], "'tool versions view' needs --version-id"],
    [['ship', '--app', '42', '--confirm'], "'tool ship' needs --version, or --version-id"],
    [
      ['auth', 'login'],
      "'tool auth login' needs --name, --key-id (or --from), --issuer-id (or --individual), --private-key (or --from)\n",
    ],
    [
      ['auth', 'login', '--individual'],
      "'tool auth login' needs --name, --key-id (or --from), --private-key (or --from)\n",
    ],
    [['versions', 'get', '--version-id', '1'], "'tool versions get' was removed: use 'tool versions view'"],
    [['versions', 'list', '--app', '1', '--limit', '0'], '--limit must be a whole number from 1 to 200'],
    [['versions', 'list', '--app', '1', '--limit', '1e2'], '--limit must be a whole number from 1 to 200'],
    [['versions', 'list', '--app', '1', '--limit', '-5'], '--limit must be a whole number from 1 to 200'],
    [['versions', 'list', '--app', '1', '--limit=201'], '--limit must be a whole number from 1 to 200'],
    [
      ['versions', 'list', '--app', '1', '--state', 'REJECTED'],
      "--state 'REJECTED' is not one of PREPARE_FOR_SUBMISSION",
    ],
    [['versions', 'list', '--app', '1', '--platform', 'IOS,,TV_OS'], '--platform has an empty member'],
    [['versions', 'list', '--app', '1/2'], '--app must be an ID'],
    [['versions', 'view', '--version-id', '..'], '--version-id must be an ID'],
    [['versions', 'view', '--version-id', '1', '--include', 'builds'], "--include 'builds' is not one of"],
    [['versions', 'create', '--app', '1', '--version', '1', '--platform', 'IOS,TV_OS'], '--platform '],
    [
      ['versions', 'create', '--app', '1', '--version', '1', '--earliest-release-date', '2026-02-30T10:00:00Z'],
      'is not a date and time that exists',
    ],
    [
      [
        'versions',
        'create',
        '--app',
        '1',
        '--version',
        '1',
        '--release-type',
        'MANUAL',
        '--earliest-release-date',
        '2031-02-03T10:00:00Z',
      ],
      '--earliest-release-date requires --release-type SCHEDULED',
    ],
    [['versions', 'update', '--version-id', '1'], 'Nothing to update: give one or more of --copyright'],
    [['versions', 'delete', '--version-id', '1'], 'needs --confirm'],
    [['versions', 'release', '--version-id', '1', '--confirm=false'], 'needs --confirm'],
    [['versions', 'delete', '--version-id', '1', '--confirm=perhaps'], '--confirm must be true or false'],
    [['versions', 'list', '--app', '1', '--output', 'xml'], "--output 'xml' is not one of json, table, ndjson"],
    [['versions', 'view', '--version-id', '1', '--output', 'ndjson'], "--output 'ndjson' is not one of json, table"],
    [['versions', 'list', '--app', '1', '--output', 'table', '--pretty'], '--pretty requires JSON output'],
    [
      [
        'versions',
        'list',
        '--next',
        'https://api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions',
        '--limit',
        '5',
      ],
      '--limit cannot be combined with --next',
    ],
    [['--timeout', 'soon', 'versions', 'list', '--app', '1'], '--timeout must be a number'],
    [['--limit', '5'], '--limit requires a command'],
    [['tui'], "'tool tui' needs a terminal"],
  ])('refuses the command line %j: %s', async (argv, message) => {
    const stderr = await usage(...argv);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/\nHint: .*\n$/);
  });

  it.each([
    'https://evil.example/v1/apps/1/appStoreVersions',
    'https://api.appstoreconnect.apple.com.evil.example/v1/apps/1/appStoreVersions',
    'https://api.appstoreconnect.apple.com@evil.example/v1/apps/1/appStoreVersions',
    'https://user:pw@api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions',
    'https://@api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions',
    'https://api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions#x',
    'https://api.appstoreconnect.apple.com/v1/apps/1/builds',
    'https://api.appstoreconnect.apple.com/v1/apps/../apps/1/appStoreVersions',
    'https://api.appstoreconnect.apple.com/v1/apps/%2e%2e/appStoreVersions',
    'https://api.appstoreconnect.apple.com:444/v1/apps/1/appStoreVersions',
    'http://api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions',
    'https:\\\\api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions',
    '//api.appstoreconnect.apple.com/v1/apps/1/appStoreVersions',
    '/v1/apps/1/appStoreVersions',
    'nonsense',
  ])('refuses --next %s before looking for a credential', async (link) => {
    expect(await usage('versions', 'list', '--next', link)).toMatch(/^Error: --next /);
  });

  it.each(['"Acme"', "'Acme'", "''", '"', '=', '--x'])('accepts --copyright=%s verbatim', async (text) => {
    const argv = ['versions', 'update', '--version-id', '1', '--dry-run', `--copyright=${text}`];
    const {stdout} = await runTool(argv, {env: environment('http://127.0.0.1:1')});
    expect(JSON.parse(stdout).requests[0].body.data.attributes).toEqual({copyright: text});
  });

  it.each(['- Bug fixes', '-20 % off', '-20%', '-', '-- Bug fixes', '--- a\n+++ b', '-•- new', "-it's\nnew"])(
    'accepts a copyright that begins with a dash: %j',
    async (text) => {
      for (const words of [['--copyright', text], [`--copyright=${text}`]]) {
        const argv = ['versions', 'update', '--version-id', '1', ...words, '--dry-run'];
        const {stdout, stderr} = await runTool(argv, {env: environment('http://127.0.0.1:1')});
        expect(stderr).toBe('');
        expect(JSON.parse(stdout).requests[0].body.data.attributes).toEqual({copyright: text});
      }
    },
  );

  it('refuses a private key on the command line without echoing it', async () => {
    const pem = PEM;
    for (const argv of [
      ['versions', 'list', '--app', pem],
      ['versions', 'list', `--app=${pem}`],
      [pem],
      ['versions', 'list', '--app', '1', pem],
    ]) {
      const stderr = await usage(...argv);
      expect(stderr).toMatch(/private key.*: pass the path of its file/);
      expect(stderr).not.toContain('MIGHAgEA');
    }

    // A shell passes these words if the key is in a variable without quotes.
    const stderr = await usage('auth', 'login', '--name', 'W', '--private-key', ...pem.split(/\s/));
    expect(stderr).toBe(
      "Error: --private-key does not take a private key: pass the path of its file\nHint: See 'tool auth login --help'.\n",
    );
  });

  it.each([
    [['versions', 'list', '--ap', '1'], "See 'tool versions list --help'."],
    [['versions', 'list', '--app'], "See 'tool versions list --help'."],
    [['versions', 'list', '--app', '1', '--timeout', 'x'], "See 'tool versions list --help'."],
    [['versions', 'delete', '--version-id', '1'], "See 'tool versions delete --help'."],
    [['versions', 'list', '--next', 'x'], "See 'tool versions list --help'."],
    [['auth', 'lgin'], "See 'tool auth --help'."],
    [['tui'], "See 'tool tui --help'."],
    [['tui', 'nowhere', '--limit', '1'], "See 'tool tui --help'."],
    [['auth', 'switch', '--name', 'login', '--x'], "See 'tool auth switch --help'."],
    [['auth', 'switch', '--name', 'doctor', '--name', 'x'], "See 'tool auth switch --help'."],
    [['versions', 'get'], "See 'tool versions --help'."],
    [['nothing'], "See 'tool --help'."],
  ])('ends the error for %j with the command that prints the right help', async (argv, hint) => {
    expect((await usage(...argv)).trimEnd().endsWith(hint)).toBe(true);
  });

  it.each([
    [['versions', 'list', '--app', '1'], {TOOL_PROFILE: PEM}, 3],
    [['versions', 'list', '--app', '1'], {TOOL_API_URL: PEM}, 2],
    [['versions', 'list', '--app', '1'], {TOOL_DEFAULT_OUTPUT: PEM}, 3],
    [['versions', 'list', '--app', '1'], {TOOL_DEBUG: PEM, TOOL_TIMEOUT: PEM}, 3],
    [[`--${PEM.split('\n')[1]}`], {}, 2],
  ] as [string[], Record<string, string>, number][])(
    'does not echo a private key in the wrong variable or flag (case %#)',
    async (argv, env, code) => {
      const outcome = await runTool(argv, {env});
      expect(outcome.code).toBe(code);
      expect((outcome.stdout + outcome.stderr).toLowerCase()).not.toContain('mighageamb');
    },
  );

  it('does not let a profile name forge an error line', async () => {
    const {stderr} = await runTool(['versions', 'list', '--app', '1'], {env: {TOOL_PROFILE: 'a\nError: forged'}});
    expect(stderr).toContain("'a\\nError: forged'");
  });

  it('escapes control characters in a command line', async () => {
    expect(await usage('versions', '\u001b[31mlist\u202e')).toContain("'\\x1b[31mlist\\u{202e}'");
  });
});

describe('help', () => {
  it.each([
    [['--help'], 'Usage: tool [COMMAND] [FLAGS]'],
    [['help'], 'Usage: tool [COMMAND] [FLAGS]'],
    [[], 'Usage: tool [COMMAND] [FLAGS]'],
    [['versions', '--help'], 'Usage: tool versions COMMAND [FLAGS]'],
    [['versions'], 'Usage: tool versions COMMAND [FLAGS]'],
    [['versions', 'list', '-h'], 'Usage: tool versions list (--app APP | --next) [FLAGS]'],
    [['help', 'versions', 'list'], 'Usage: tool versions list (--app APP | --next) [FLAGS]'],
    [['tui', '--help'], 'Usage: tool tui [SCREEN] [FLAGS]'],
    [['completion', '--help'], 'Usage: tool completion bash|zsh|fish\n'],
    [['versions', 'delete', '--help'], 'Usage: tool versions delete --version-id VERSION [FLAGS]'],
  ])('prints help for %j', async (argv, usageLine) => {
    // `--help` must work with a broken environment.
    const {code, stdout, stderr} = await runTool(argv, {env: {TOOL_API_URL: 'ftp://x'}});
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toContain(usageLine);
  });

  it('lists the same exit codes in help as in docs/reference.md', () => {
    const help = formatHelp([], commands, 200);
    const [, listed = ''] = /^Exit codes:\n((?: {2}.*\n)+)/m.exec(help) ?? [];
    const ofHelp = [...listed.matchAll(/^ {2}(\d+(?:, \d+)*) +(.*)$/gm)].map(([, codes, words]) => [codes, words]);
    const [, section = ''] = readFileSync('docs/reference.md', 'utf8').split('## Exit codes');
    const [table = ''] = section.split('\n#');
    const ofReference = [...table.matchAll(/^\| (\d[\d, ]*) \| (.*) \|$/gm)].map(([, codes, words]) => [
      codes,
      words?.replaceAll('`', ''),
    ]);
    expect(ofReference).toEqual(ofHelp);
    expect(ofHelp.flatMap(([codes]) => codes?.split(', ').map(Number))).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      ...[129, 130, 143],
    ]);
  });

  it.each(commands.map(({path}) => path))('lists each flag of %s %s once in its help', async (...path) => {
    const {stdout} = await runTool([...path.filter(Boolean), '--help']);
    const listed = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    expect(listed).toEqual([...new Set(listed)]);
  });
});

describe('on a terminal', () => {
  const opened: unknown[] = [];
  const openApp = async (request: unknown) => {
    opened.push(request);
    return 0;
  };
  const openedBy = async (argv: string[], env: Record<string, string> = {}) => {
    opened.length = 0;
    const {stdout} = await runTool(argv, {tty: true, openApp, env});
    return opened.length > 0 ? opened[0] : stdout.split('\n')[0];
  };

  it('opens the screen of a bare command on a terminal', async () => {
    expect(await openedBy([])).toMatchObject({screen: 'start'});
    expect(await openedBy(['--sandbox'])).toMatchObject({screen: 'start'});
    expect(await openedBy(['versions'])).toMatchObject({screen: 'home'});
    expect(await openedBy(['versions', 'list'], {TOOL_APP_ID: '42'})).toMatchObject({screen: 'versions', app: '42'});
    // The command opens the screen, which shows what is missing, instead of submitting.
    expect(await openedBy(['versions', 'check'])).toMatchObject({screen: 'version'});
    expect(await openedBy(['auth', 'logout'])).toEqual({screen: 'profiles', logoutAll: true});
    expect(await openedBy(['versions', '--no-input=false', 'list'])).toMatchObject({screen: 'versions'});
    expect(await openedBy(['--profile', 'x', 'versions', 'create', '--timeout=5'])).toMatchObject({screen: 'create'});
    expect(await openedBy(['tui', 'versions', '--app', '1', '--state', 'in_review'])).toMatchObject({
      screen: 'versions',
      app: '1',
      states: ['IN_REVIEW'],
    });
  });

  it.each([
    [['--no-input'], {}],
    [['--pretty'], {}],
    [[], {CI: 'true'}],
    [[], {CI: ' true\n'}],
    [[], {CI: 'woodpecker'}],
    [[], {TERM: 'dumb'}],
    [[], {TOOL_NO_INPUT: 'yes'}],
  ] as [string[], Record<string, string>][])(
    'opens no screen with the flags %j and the variables %j',
    async (argv, env) => {
      expect(await openedBy(argv, env)).toBe('Manage App Store Connect credentials and versions from a terminal.');
    },
  );

  it.each(['', ' ', 'false', '0'])('opens the app with CI=%j', async (CI) => {
    expect(await openedBy([], {CI})).toEqual({screen: 'start'});
  });

  it('opens no screen for a command with a flag of its own', async () => {
    const {code} = await runTool(['versions', 'list', '--limit', '5'], {tty: true, openApp});
    expect(code).toBe(2);
  });

  it.each([['versions', 'list'], ['versions', 'create'], ['tui']])(
    'refuses a wrong TOOL_APP_ID before opening a screen: %s %s',
    async (...argv) => {
      const outcome = await runTool(argv, {tty: true, openApp, env: {TOOL_APP_ID: '64 1'}});
      expect(outcome).toMatchObject({code: 2, stdout: ''});
      expect(outcome.stderr).toContain('Error: TOOL_APP_ID must be an ID');
    },
  );

  it.each([
    [['release-notes', 'list'], "'tool release-notes list' needs --version-id"],
    [['builds', 'list', '--timeout', '5'], "'tool builds list' needs --app (or TOOL_APP_ID)"],
    [['builds', 'wait'], "'tool builds wait' needs --build-id, or --app (or TOOL_APP_ID) and --build-number"],
    [['completion'], "'tool completion' needs a shell: bash, zsh, fish"],
  ])('prints the help of %j, which has no screen', async (argv, message) => {
    const outcome = await runTool(argv, {tty: true, openApp});
    const {stdout: help} = await runTool(['help', ...argv]);
    expect(outcome).toMatchObject({code: 2, stdout: help, stderr: `Error: ${message}\n`});
    for (const options of [{}, {tty: true, openApp, env: {CI: '1'}}]) {
      const {code, stdout, stderr} = await runTool(argv, options);
      expect({code, stdout}).toEqual({code: 2, stdout: ''});
      expect(stderr).toMatch(/^Error: .*\nHint: See 'tool .* --help'\.\n$/);
    }
  });

  it('refuses an unknown screen of tool tui', async () => {
    const {code, stderr} = await runTool(['tui', 'nowhere'], {tty: true, openApp});
    expect(code).toBe(2);
    expect(stderr).toContain("'nowhere' is not one of home, versions");
  });

  it.each([
    ['notes', 'release-notes'],
    ['shipp', 'ship'],
  ])('suggests the nearest screen for tool tui %s', async (typed, meant) => {
    const {code, stderr} = await runTool(['tui', typed], {tty: true, openApp});
    expect(code).toBe(2);
    expect(stderr).toContain(`. Did you mean ${meant}?`);
  });
});

describe('the command table', () => {
  it('defines each flag as a switch in all commands or in none', () => {
    const kinds = new Map<string, Set<string>>();
    for (const {flags} of commands) {
      for (const [name, {type}] of Object.entries({...flags, ...GLOBAL_FLAGS})) {
        kinds.set(name, (kinds.get(name) ?? new Set()).add(type === 'boolean' ? 'switch' : 'value'));
      }
    }
    expect([...kinds].filter(([, found]) => found.size > 1)).toEqual([]);
  });

  it('describes every command group', () => {
    const groups = commands.filter(({path}) => path.length > 1).map(({path}) => path[0] ?? '');
    expect(Object.keys(GROUPS)).toEqual(expect.arrayContaining([...new Set(groups)]));
  });
});

describe('variables', () => {
  it.each([
    [[], ' (or TOOL_DEFAULT_OUTPUT)'],
    [['versions', 'view'], ' (or TOOL_DEFAULT_OUTPUT): json, table'],
    [['builds', 'list'], ' (or TOOL_DEFAULT_OUTPUT): json, table,'],
    [['auth', 'init'], ' (or TOOL_DEFAULT_OUTPUT): json'],
    [['auth', 'switch'], ''],
  ])('says in the help of %j whether the command obeys TOOL_DEFAULT_OUTPUT', async (path, words) => {
    const {stdout} = await runTool([...path, '--help']);
    expect(/--output FORMAT +Output format(.*)/.exec(stdout)?.[1]).toBe(words);
  });

  it('ignores spaces around TOOL_APP_ID', async () => {
    const env = {...environment('http://127.0.0.1:1'), TOOL_APP_ID: ' 42\n'};
    const {stdout} = await runTool(['versions', 'create', '--version', '1.0', '--platform', 'IOS', '--dry-run'], {env});
    expect(JSON.parse(stdout).requests[0].body.data.relationships.app.data.id).toBe('42');
  });

  it.each(['', ' ', ' 5\n'])(
    'accepts a TOOL_TIMEOUT that is empty or has spaces around it: %j',
    async (TOOL_TIMEOUT) => {
      expect(await runTool(['versions'], {env: {TOOL_TIMEOUT}})).toMatchObject({code: 0, stderr: ''});
    },
  );

  it('warns once about a boolean variable with a value that is neither true nor false', async () => {
    const {code, stderr} = await runTool(['versions'], {env: {TOOL_DEBUG: 'maybe', TOOL_STRICT_AUTH: 'Yes'}});
    expect(code).toBe(0);
    expect(stderr).toBe("Warning: TOOL_DEBUG='maybe' is neither true nor false: ignored\n");
  });
});
