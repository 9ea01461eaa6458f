import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {type CliOutcome, COMMAND, FIRST_WORDS, outcomeOf, PROGRAM} from '../support/cli.ts';
import {type NotesService, startNotes} from '../support/notes-service.ts';
import {environment} from '../support/run.ts';

let service: NotesService;
beforeEach(async () => {
  service = await startNotes({texts: {'en-US': null}});
});
afterEach(() => service.close());

const SET = 'release-notes set --version-id v1 --file -';

function shell(script: string): Promise<CliOutcome> {
  const env = {PATH: process.env.PATH ?? '', HOME: '/nonexistent', TOOL: COMMAND};
  return outcomeOf(spawn('sh', ['-c', script], {env: {...env, ...environment(service.url)}}));
}

it('reads release notes from a pipe or a file on stdin to the end', async () => {
  expect((await shell(`(printf 'One.\\n'; sleep 0.1; printf 'Zwei ü.\\n') | $TOOL ${SET}`)).code).toBe(0);
  expect(service.texts['en-US']).toBe('One.\nZwei ü.');
  expect((await shell(`$TOOL ${SET} < package.json`)).code).toBe(0);
  expect(service.texts['en-US']).toContain('"name": "tool"');
});

it.each([
  [`true | $TOOL ${SET}`, '- (stdin) is empty'],
  [`$TOOL ${SET} < /`, '- (stdin) cannot be read: it is a directory'],
  [`$TOOL ${SET} <&-`, '- (stdin)'],
  [`printf 'Gr\\303' | $TOOL ${SET}`, '- (stdin) is not UTF-8'],
  [`openssl ecparam -genkey -name prime256v1 -noout | $TOOL ${SET}`, '- (stdin) contains a private key'],
  [`head -c 100000 /dev/zero | $TOOL ${SET}`, '- (stdin) is too long'],
])('refuses the stdin of %s, and sends nothing', async (script, words) => {
  const {code, stdout, stderr} = await shell(script);
  expect({code, stdout, stderr}).toEqual({code: 2, stdout: '', stderr: expect.stringContaining(words)});
  expect(service.requests).toEqual([]);
});

it('reads release notes from a socket on stdin to the end', async () => {
  const child = spawn(PROGRAM, [...FIRST_WORDS, ...SET.split(' ')], {env: environment(service.url)});
  const ended = outcomeOf(child);
  child.stdin.write('Half of ');
  child.stdin.end('it.');
  expect(await ended).toMatchObject({code: 0, stderr: ''});
  expect(service.texts['en-US']).toBe('Half of it.');
});

it('exits on a signal even if stdin never ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-input-'));
  try {
    const file = join(folder, 'requests');
    writeFileSync(file, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    truncateSync(file, 2 ** 40);
    const env = {PATH: process.env.PATH ?? '', HOME: folder, TOOL: COMMAND, FILE: file};
    const child = spawn('sh', ['-c', 'exec $TOOL mcp --sandbox < "$FILE"'], {env});
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect((await outcomeOf(child)).code).toBe(143);
  } finally {
    rmSync(folder, {recursive: true});
  }
});
