import {spawn} from 'node:child_process';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {COMMAND, outcomeOf} from '../support/cli.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let sandbox: RunningSandbox;
let haste: NodeJS.Timeout;
beforeEach(async () => {
  home = new TempHome();
  sandbox = await startSandbox({reviewSeconds: 1});
  // The sandbox's clock runs five times as fast as real time.
  haste = setInterval(() => sandbox.advance(1000), 200);
});
afterEach(async () => {
  clearInterval(haste);
  await sandbox.close();
  home.remove();
});

/**
 * Runs a pipeline in bash.
 * @returns the exit code of its first command, and stderr
 */
async function pipe(script: string) {
  const env = {PATH: process.env.PATH, HOME: home.path, TOOL: COMMAND, ...sandbox.variables};
  const child = spawn('bash', ['-c', `${script}; exit \${PIPESTATUS[0]}`], {cwd: home.path, env});
  child.stdin.end();
  return outcomeOf(child);
}

const JUDGE = '--version-id com.example.judge@editable --confirm --every 5s';
const NEARLY = '--version-id com.example.nearly@editable';

describe('a reader that goes away', () => {
  it.each([
    ['a check that found something', `versions check ${NEARLY} | true`, 1],
    [
      'a wait whose goal cannot be reached',
      `versions wait --version-id com.example.second@latest --until READY_FOR_SALE | true`,
      5,
    ],
    ['a wait whose time is up', `builds wait --app com.example.boats --build-number 999 --max-wait 1s | true`, 11],
    ['a release that is rejected', `ship ${JUDGE} --until live --output ndjson | head -1`, 5],
    ['a submission that is rejected', `versions submit ${JUDGE} --wait | true`, 5],
    ['a refused write', `versions delete --version-id com.example.aurora@live:IOS --confirm | true`, 5],
    ['a list', 'versions list --app com.example.aurora --paginate --limit 1 --output ndjson | head -1', 0],
    ['the version of tool', '--version | true', 0],
    ['help', '--help | true', 0],
  ])('keeps the exit code if the reader of the output goes away: %s', async (_, line, code) => {
    const {stderr, ...end} = await pipe(`$TOOL ${line}`);
    expect(end, stderr).toMatchObject({code});
    expect(stderr).not.toMatch(/EPIPE|stdout|a bug/);
  });

  it('completes a write if the reader of the output goes away', async () => {
    expect(await pipe(`$TOOL versions update ${NEARLY} --copyright 'Kept' | true`)).toMatchObject({
      code: 0,
      stderr: '',
    });
    const {stdout} = await pipe(`$TOOL versions view ${NEARLY}`);
    expect(JSON.parse(stdout)).toMatchObject({copyright: 'Kept'});
  });
});

it('stops the MCP server at once and silently if stdin is a folder', async () => {
  expect(await pipe('$TOOL mcp < /')).toMatchObject({code: 0, stdout: '', stderr: ''});
});
