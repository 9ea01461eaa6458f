import {execFileSync, spawn} from 'node:child_process';
import {generateKeyPairSync} from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {type CliOutcome, COMMAND, outcomeOf} from '../support/cli.ts';
import {json, NO_APPS, startService} from '../support/service.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

/**
 * Runs the commands in the documents unchanged, in an empty home and a new repository, against a served sandbox, and
 * expects each to exit with 0. test/commands/docs.test.ts does the same for docs/mcp.md and docs/agents.md.
 */

const FASTLANE = readFileSync('docs/from-fastlane.md', 'utf8');

interface Block {
  /** The heading above the block, and the number of the block below that heading. */
  name: string;
  text: string;
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let heading = '';
  for (const [, title, text] of markdown.matchAll(/^#+ (.*)$|^```\w*\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (text !== undefined) {
      blocks.push({name: `${heading} ${blocks.filter(({name}) => name.startsWith(heading)).length + 1}`, text});
    }
  }
  return blocks;
}

const DOCUMENTS = ['README.md', 'docs/reference.md', 'docs/ci.md', 'docs/install.md'];
const blocks = new Map(
  DOCUMENTS.flatMap((file) => blocksOf(readFileSync(file, 'utf8'))).map(({name, text}) => [name, text]),
);
const block = (name: string) => blocks.get(name) ?? '';

/** Returns a script that stops at the first line that does not exit with 0. A continued line counts as one. */
function checked(script: string): string {
  return script
    .replace(/\\\n\s*/g, '')
    .replace(/\|\n\s*/g, '| ')
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .map((line) => `${line}\nstatus=$?; [ $status = 0 ] || { echo "exit code $status" ${quoted(line)} >&2; exit 1; }`)
    .join('\n');
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Creates a home with an app's repository, and a `PATH` with `tool` and the other programs that README.md calls. */
function workplace() {
  const home = mkdtempSync(join(tmpdir(), 'readme-'));
  const [repository, bin, pids] = [join(home, 'app'), join(home, 'bin'), join(home, 'pids')];
  mkdirSync(join(repository, 'fastlane/metadata/en-US'), {recursive: true});
  mkdirSync(bin);
  writeFileSync(join(repository, 'fastlane/metadata/en-US/release_notes.txt'), 'Small fixes.\n');
  const program = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const note = `[ "$1" = sandbox ] && echo $$ >> ${quoted(pids)}`;
  program('tool', `${note}\nexec ${COMMAND} "$@"`);
  program('git-cliff', 'echo "- A change"');
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ''}`,
    HOME: home,
    TOOL_BYPASS_KEYCHAIN: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
  execFileSync('git', ['init', '-q'], {cwd: repository, env});
  onTestFinished(async () => {
    const running = existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : [];
    for (const pid of running) await end(pid);
    rmSync(home, {recursive: true});
  });
  let runs = 0;
  const run = async (
    script: string,
    {more = {}, cwd = repository, flags = [] as string[]} = {},
  ): Promise<CliOutcome> => {
    // stderr goes to a file, because a pipe would stay open as long as a background process runs.
    runs += 1;
    const errors = join(home, `stderr-${runs}`);
    const file = openSync(errors, 'w');
    const words = [...flags, '-c', script];
    const child = spawn('bash', words, {cwd, env: {...env, ...more}, stdio: ['ignore', 'pipe', file]});
    closeSync(file);
    return {...(await outcomeOf(child)), stderr: readFileSync(errors, 'utf8')};
  };
  return {home, repository, env, run};
}

/** Ends a process, and waits until it is gone or a zombie. */
async function end(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGTERM');
    while (!/^Z/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], {encoding: 'utf8'}))) {
      await new Promise((done) => setTimeout(done, 20));
    }
  } catch {
    // The process is gone.
  }
}

/** Serves a sandbox, and returns the variables that it prints. */
async function serve(
  {run}: ReturnType<typeof workplace>,
  reviewSeconds: number,
  flags = '',
): Promise<Record<string, string>> {
  const {stdout} = await run(`tool sandbox --review-seconds ${reviewSeconds} ${flags} &`);
  const more = Object.fromEntries(
    [...stdout.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
  );
  // A platform does not accept version 3.4.0 before 3.3.0 is on sale.
  const released = 'tool versions release --version-id com.example.aurora@approved --confirm';
  await expectDone(
    run(`${released} && tool versions wait --version-id com.example.aurora@3.3.0:IOS --until live --every 5s`, {more}),
  );
  return more;
}

/** Shortens the interval of `tool ship` to its minimum. */
const often = (script: string) => script.replaceAll('tool ship', 'tool ship --every 5s');

async function expectDone(outcome: Promise<CliOutcome>): Promise<string> {
  const {code, stdout, stderr} = await outcome;
  expect({code, stderr: code === 0 ? '' : stderr}).toEqual({code: 0, stderr: ''});
  return stdout;
}

test('tests every code block of README.md', () => {
  expect([...blocks.keys()]).toEqual([
    'Try it 1',
    'Try it 2',
    'Set up your account 1',
    'Set up your account 2',
    'In scripts 1',
    'In scripts 2',
    'In CI 1',
    'The sandbox 1',
    'Input and output 1',
    'Profiles 1',
    'Hooks 1',
    'Hooks 2',
    'Hooks 3',
    'Hooks 4',
    'The workflow 1',
    'In a pull request 1',
    'The executable 1',
    'From source 1',
    'The keychain 1',
  ]);
  // The commands of this document are in tables.
  expect(blocksOf(FASTLANE)).toEqual([]);
});

describe.concurrent('README.md', () => {
  test.skipIf(!hasTmux)('opens the app as README.md says in "Try it"', async () => {
    // `npm ci` would replace the packages that this test runs on, and `npm test` would run these tests.
    const [line, tests] = block('Try it 1').trim().replaceAll('npm ci && ', '').split('\n');
    expect([line, tests]).toEqual(['npm start', 'npm test']);
    const terminal = new Tmux();
    onTestFinished(() => terminal.close());
    terminal.run(`cd ${resolve('.')}; ${line}`);
    await terminal.see('SANDBOX');
    await terminal.see('Aurora Notes');
  });

  test('runs the commands of "Try it" in README.md', async () => {
    const {run} = workplace();
    expect(await expectDone(run(checked(block('Try it 2')), {cwd: resolve('.')}))).toContain('3.3.0');
  });

  test('sets up an account as in README.md', async () => {
    const {run, home} = workplace();
    await expectDone(run(checked(block('Set up your account 1'))));
    // The real service does not know a generated key, so a loopback service answers.
    const service = await startService(json(200, NO_APPS));
    onTestFinished(() => service.close());
    writeFileSync(join(home, 'AuthKey_ABC1234567.p8'), newKey(), {mode: 0o600});
    const stdout = await expectDone(run(checked(block('Set up your account 2')), {more: {TOOL_API_URL: service.url}}));
    expect(stdout).toContain("Registered API key 'work'");
    expect(stdout).toContain('works');
    expect(service.requests).toHaveLength(2);
  });

  test('installs the completions for bash and fish as in README.md', async () => {
    const {run} = workplace();
    const [bash = '', fish = ''] = block('Profiles 1').trim().split('\n');
    await expectDone(run(`${checked(bash)}\ncomplete -p tool`));
    const hasFish = (await run('command -v fish')).code === 0;
    if (hasFish) await expectDone(run(`fish -c ${quoted(`${fish}\ncomplete -c tool | string length -q`)}`));
  });

  test('releases with one command as in README.md, and continues where an earlier run stopped', async () => {
    const place = workplace();
    const more = await serve(place, 1);
    const script = block('In scripts 1');
    await expectDone(place.run(checked(script.replace('--until live', '--until ready')), {more}));
    const stdout = await expectDone(place.run(checked(often(script)), {more}));
    expect(JSON.parse(stdout)).toMatchObject({state: 'READY_FOR_SALE', reached: true});
    const view = await expectDone(place.run('tool phased-release view --version-id @live:IOS', {more}));
    expect(JSON.parse(view)).toMatchObject({state: 'ACTIVE', day: 1});
  });

  test('releases step by step as in README.md, from attaching a build to pausing the roll-out', async () => {
    const place = workplace();
    const more = await serve(place, 1);
    await expectDone(place.run(checked(block('In scripts 2')), {more}));
    const view = await expectDone(place.run('tool phased-release view --version-id @live:IOS', {more}));
    expect(JSON.parse(view)).toMatchObject({state: 'PAUSED'});
  });

  test('runs the other lines for scripts in README.md', async () => {
    const place = workplace();
    const more = await serve(place, 1);
    await expectDone(place.run(checked(block('Input and output 1')), {more}));
    const notes = await expectDone(
      place.run('tool release-notes list --version-id com.example.boats@editable', {more}),
    );
    expect(JSON.parse(notes).data).toMatchObject([{whatsNew: '- A change'}, {whatsNew: '- A change'}]);
  });

  test('runs both hooks in README.md: the webhook and the Git tag', async () => {
    const place = workplace();
    const more = await serve(place, 1);
    const service = await startService(json(200, {}));
    onTestFinished(() => service.close());
    const webhook = block('Hooks 1').replace('https://hooks.example.com', service.url);
    await expectDone(place.run(checked(often(webhook)), {more}));
    expect(service.lines()[0]).toBe('POST /releases');
    expect(service.requests[0]?.body).toMatchObject({appName: 'Paper Boats', to: 'WAITING_FOR_REVIEW', day: null});
    const author = '-c user.name=x -c user.email=x@example.com';
    await expectDone(place.run(`git ${author} commit -q --allow-empty -m x`));
    await expectDone(place.run(checked(often(block('Hooks 2'))), {more}));
    expect(await expectDone(place.run('git tag'))).toBe('v2.0\n');
  });

  test('runs the hook of README.md that pauses a roll-out', async ({onTestFinished}) => {
    const place = workplace();
    const more = await serve(place, 1, '--day-seconds 6');
    const service = await startService((_, response) => response.end('2.4\n'));
    onTestFinished(() => service.close());
    writeFileSync(
      join(place.repository, 'brake.sh'),
      block('Hooks 3')
        .replace('https://metrics.example.com', service.url)
        // A hook gets the URL of the real service, so the test gives it the sandbox's URL instead.
        .replace('tool phased', `TOOL_API_URL=${more.TOOL_API_URL} tool phased`),
    );
    const key = Buffer.from(more.TOOL_PRIVATE_KEY_B64 ?? '', 'base64').toString();
    writeFileSync(join(place.home, 'work.p8'), key, {mode: 0o600});
    const login = `tool auth login --name work --key-id ${more.TOOL_KEY_ID} --issuer-id ${more.TOOL_ISSUER_ID}`;
    await expectDone(place.run(`${login} --private-key ~/work.p8`));
    const {code, stderr} = await place.run(often(block('Hooks 4')), {more});
    expect({code, stderr}).toEqual({code: 5, stderr: expect.stringContaining('its roll-out is paused')});
    expect(service.lines()[0]).toBe('GET /error-rate');
    const view = await expectDone(place.run('tool phased-release view --version-id com.example.steps@live', {more}));
    expect(JSON.parse(view)).toMatchObject({state: 'PAUSED'});
  });

  test('runs the served sandbox as in README.md', async () => {
    const {run} = workplace();
    const gone = 'while kill -0 "$TOOL_SANDBOX_PID" 2>/dev/null; do sleep 0.1; done';
    const stdout = await expectDone(run(`${checked(block('The sandbox 1'))}\n${gone}`));
    expect(JSON.parse(stdout).data.length).toBeGreaterThan(1);
  });

  test('releases in CI as in README.md, also if the job runs again', async () => {
    const place = workplace();
    const more = {...(await serve(place, 20)), VERSION: '3.4.0', BUILD: '413'};
    for (const resumed of [false, true]) {
      const {state, steps} = JSON.parse(await expectDone(place.run(checked(block('In CI 1')), {more})));
      expect([state, steps.some(({did}: {did: boolean}) => did)]).toEqual(['WAITING_FOR_REVIEW', !resumed]);
    }
    const plan = await expectDone(place.run(checked(block('In a pull request 1')), {more}));
    expect(plan).toMatch(/^submission +open/m);
  });
});

/** Returns the steps of a workflow with their jobs and variables. */
function stepsOf(yaml: string): {job: string; text: string; script?: string; env: Record<string, string>}[] {
  const [, jobs = ''] = yaml.split(/^jobs:\n/m);
  return jobs.split(/^ {2}(?=\w+:\n)/m).flatMap((job) =>
    job
      .split(/^ {6}- /m)
      .slice(1)
      .map((text) => {
        const [, line, lines] = /^run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/m.exec(text) ?? [];
        const script = (line ?? lines)?.replace(/^ {10}/gm, '');
        return {job: job.split(':')[0] ?? '', text, script, env: envOf(text, 10)};
      }),
  );
}

function envOf(text: string, indent: number): Record<string, string> {
  const [, lines = ''] = new RegExp(`^ {${indent - 2}}env:\\n((?: {${indent}}\\w.*\\n)+)`, 'm').exec(text) ?? [];
  return Object.fromEntries(
    [...lines.matchAll(/^ *(\w+): (?:'(.*?)'|(\$\{\{.*?\}\}|[^\s#]+)).*$/gm)].map(([, name, one, other]) => [
      name,
      one ?? other,
    ]),
  );
}

describe.concurrent('the workflow', () => {
  const yaml = block('The workflow 1');
  const steps = stepsOf(yaml);

  test('passes the key only to the steps of the documented workflow that run tool', () => {
    expect(steps.map(({job}) => job)).toEqual([...Array(5).fill('submit'), ...Array(4).fill('release')]);
    expect(yaml).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
    expect(envOf(yaml, 2)).toMatchObject({TOOL_STRICT_AUTH: '1', TOOL_NO_PROFILE: '1'});
    for (const {text, script} of steps) {
      if (!script?.startsWith('tool ')) expect(text).not.toMatch(/secrets\.|env:/);
      if (!script) expect(text).toMatch(/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n/);
      if (text.includes('actions/checkout')) expect(text).toContain('persist-credentials: false');
    }
    expect(yaml.split(/^ {4}steps:/m)[0]).not.toContain('secrets');
  });

  test('submits and releases in the documented workflow', async () => {
    const place = workplace();
    const {TOOL_API_URL = '', ...given} = await serve(place, 1);
    const secrets: Record<string, string | undefined> = {
      KEY_ID: given.TOOL_KEY_ID,
      ISSUER_ID: given.TOOL_ISSUER_ID,
      KEY_P8_BASE64: given.TOOL_PRIVATE_KEY_B64,
    };
    const filled = (env: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(env).map(([name, value]) => [
          name,
          value
            .replace(/^\$\{\{ inputs\.version \}\}$/, '3.4.0')
            .replace(/^\$\{\{ inputs\.build \}\}$/, '413')
            .replace(/^\$\{\{ secrets\.(\w+) \}\}$/, (_, secret) => secrets[secret] ?? ''),
        ]),
      );
    // `npm ci && npm link` would replace the packages that this test runs on.
    const scripts = steps.filter(({script}) => script !== undefined && script !== 'npm ci && npm link');
    expect(scripts).toHaveLength(2);
    for (const {script = '', env} of scripts) {
      const more = {TOOL_API_URL, ...filled({...envOf(yaml, 2), ...env})};
      await expectDone(place.run(script, {more, flags: ['-e', '-o', 'pipefail']}));
    }
  });
});

describe.concurrent('docs/install.md', () => {
  test('installs the executable at the documented path', async () => {
    const place = workplace();
    const bin = join(place.home, 'bin');
    writeFileSync(join(bin, 'gh'), '#!/bin/sh\n', {mode: 0o755});
    const file = 'tool-darwin-arm64';
    writeFileSync(join(place.repository, file), '#!/bin/sh\n');
    await expectDone(place.run(`tar -czf ${file}.tar.gz ${file} && sha256sum ${file}.tar.gz >SHA256SUMS`));
    await expectDone(place.run(checked(block('The executable 1').replace('/usr/local', place.home))));
    await expectDone(place.run('test -x ~/bin/tool'));
  });

  test('mentions only npm scripts that exist', () => {
    const {scripts} = JSON.parse(readFileSync('package.json', 'utf8'));
    const texts = ['README.md', 'CONTRIBUTING.md', 'docs/install.md'].map((name) => readFileSync(name, 'utf8'));
    const names = texts.flatMap((text) => [...text.matchAll(/npm (?:run ([\w:]+)|(start|test))\b/g)]);
    expect(names.length).toBeGreaterThan(5);
    for (const [words, script, own] of names) expect(Object.keys(scripts), words).toContain(script ?? own);
  });
});

describe.concurrent('docs/from-fastlane.md', () => {
  test("replaces fastlane's actions and options in the order of docs/from-fastlane.md", async () => {
    const place = workplace();
    // Review must take long enough for the withdrawal to come before its end.
    const more = await serve(place, 20);
    writeFileSync(join(place.repository, 'AuthKey.p8'), newKey(), {mode: 0o600});
    const apiKey = {key_id: 'ABC1234567', issuer_id: '69a6de70-0a5b-47e3-e053-5b8c7c11a4d1', key: newKey()};
    mkdirSync(join(place.repository, 'fastlane'), {recursive: true});
    writeFileSync(join(place.repository, 'fastlane', 'api_key.json'), JSON.stringify(apiKey), {mode: 0o600});
    const rows = FASTLANE.split('\n').filter((line) => line.startsWith('|'));
    const all = rows
      .flatMap((row) => [...(row.split(/(?<!\\)\|/)[2] ?? '').matchAll(/`((?:tool|curl) .*?)`/g)])
      .map(([, line = '']) => line.replaceAll('\\|', '|'));
    expect(all.length).toBeGreaterThan(20);
    const lines = all.filter((line) => !line.startsWith('tool versions release'));
    expect(lines).toHaveLength(all.length - 1);
    const build = 'tool builds list --app com.example.cipher --limit 1 | jq -r ".data[0].id"';
    const script = lines.map((line) =>
      line
        // ID stands for a build whose encryption question has no answer yet.
        .replace('--build-id ID', `--build-id $(${build})`)
        .replace('https://api.appstoreconnect.apple.com', '$TOOL_API_URL'),
    );
    await expectDone(place.run(checked(script.join('\n')), {more}));
  });
});

function newKey(): string {
  return generateKeyPairSync('ec', {namedCurve: 'P-256'}).privateKey.export({type: 'pkcs8', format: 'pem'}) as string;
}
