import {describe, expect, it} from 'vitest';
import {createShell} from '../../../src/services/host/programs.ts';
import {isGone} from '../../support/processes.ts';

const SECRETS = {PATH: process.env.PATH, TOOL_PRIVATE_KEY: 'secret', TOOL_KEY_ID: 'K1', HOME: '/home/x'};

async function run(command: string, {timeoutMs = 60_000, input = ''} = {}) {
  const lines: string[] = [];
  const {signal} = new AbortController();
  const shell = createShell(SECRETS, 'linux');
  const variables = {TOOL_CHANGE_TO: '$(touch never); "quoted"'};
  const outcome = await shell.run(command, {input, variables, timeoutMs, signal, onLine: (line) => lines.push(line)});
  return {...outcome, lines};
}

/** Reports whether the process has already ended, and kills it otherwise. */
function wasGone(pid: number): boolean {
  const gone = isGone(pid);
  if (!gone) process.kill(pid, 'SIGKILL');
  return gone;
}

describe('a command of the user', () => {
  it("passes a user's command its input and variables, but no credential", async () => {
    const {lines, problem} = await run('cat; env | grep ^TOOL_; echo "$HOME" >&2', {input: 'one\ntwo'});
    expect(problem).toBeUndefined();
    expect(lines.sort()).toEqual(['/home/x', 'one', 'two' + 'TOOL_CHANGE_TO=$(touch never); "quoted"'].sort());
  });

  it("runs a user's command that does not read its input", async () => {
    expect(await run('exit 0', {input: 'x'.repeat(1_000_000)})).toEqual({problem: undefined, lines: []});
  });

  it("reports the exit code of a user's command, even of a missing command", async () => {
    expect((await run('exit 3')).problem).toBe('ended with exit code 3');
    expect((await run('no-such-command-at-all')).problem).toBe('ended with exit code 127');
  });

  it("ends a user's command and its children when the command's time is over", async () => {
    const {problem, lines} = await run('sleep 600 & echo $!; sleep 600', {timeoutMs: 300});
    expect(problem).toBe('did not end within 0.3 s');
    await expect.poll(() => isGone(Number(lines[0]))).toBe(true);
  });

  it("waits for the background jobs of a user's command", async () => {
    const {lines} = await run('(sleep 0.2; echo late) & echo early');
    expect(lines).toEqual(['early', 'late']);
  });

  it("ends a user's command with its shell, even if another process still holds the pipes", async () => {
    const {problem, lines} = await run('setsid sleep 600 & echo $!; printf unfinished');
    expect({problem, lines}).toEqual({problem: undefined, lines: [expect.any(String), 'unfinished']});
    expect(wasGone(Number(lines[0]))).toBe(false);
  });

  it("ends a user's command on an abort signal, even if a child runs in a separate session", async () => {
    const controller = new AbortController();
    const shell = createShell(SECRETS, 'linux');
    let pid = 0;
    const onLine = (line: string) => {
      pid = Number(line);
      controller.abort();
    };
    const command = "setsid sh -c 'echo $$; exec sleep 600' & sleep 600";
    const options = {input: '', variables: {}, timeoutMs: 60_000, signal: controller.signal, onLine};
    expect(await shell.run(command, options)).toEqual({problem: 'was interrupted'});
    expect(wasGone(pid)).toBe(false);
  });

  it("ends a user's command and its children on an abort signal", async () => {
    const controller = new AbortController();
    let pid = 0;
    const onLine = (line: string) => {
      pid = Number(line);
      controller.abort();
    };
    const command = 'trap "" INT TERM; sleep 600 & echo $!; wait';
    const options = {input: '', variables: {}, timeoutMs: 60_000, signal: controller.signal, onLine};
    expect(await createShell(SECRETS, 'linux').run(command, options)).toEqual({problem: 'was interrupted'});
    await expect.poll(() => isGone(pid)).toBe(true);
  });
});
