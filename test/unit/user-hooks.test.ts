import {expect, it} from 'vitest';
import {createShell} from '../../src/services/host/programs.ts';
import type {Shell} from '../../src/services/ports.ts';
import {createHooks} from '../../src/services/user-hooks.ts';
import {ManualClock} from '../support/manual-clock.ts';

const version = (id: string, state: string) => ({id, versionString: '1.0', platform: 'IOS', state});

function hooksWith(shell: Shell) {
  const [lines, warnings]: [string[], string[]] = [[], []];
  const hooks = createHooks('echo "$TOOL_CHANGE_TO"', {
    shell,
    clock: new ManualClock(),
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
    warn: (text) => warnings.push(text),
  });
  return {hooks, lines, warnings};
}

it('runs the next hook after a hook that could not be started', async () => {
  const {hooks, lines, warnings} = hooksWith(createShell({PATH: process.env.PATH}, 'linux'));
  const huge = {id: '42', bundleId: 'com.example.a', name: 'x'.repeat(4_000_000)};
  hooks.version(version('v1', 'WAITING_FOR_REVIEW'), huge);
  hooks.version(version('v1', 'IN_REVIEW'), huge);
  hooks.version(version('v1', 'REJECTED'), {...huge, name: 'Small'});
  await hooks.end();
  expect(lines).toEqual(['REJECTED']);
  expect(warnings).toEqual([
    expect.stringMatching(/^The command for a change to IN_REVIEW could not be started: .*E2BIG/),
  ]);
});

it('runs the hooks one at a time and in order', async () => {
  const [started, ends]: [string[], (() => void)[]] = [[], []];
  const shell: Shell = {
    run: (_, {variables}) => {
      started.push(variables.TOOL_CHANGE_TO ?? '');
      return new Promise((resolve) => ends.push(() => resolve({})));
    },
  };
  const {hooks} = hooksWith(shell);
  for (const state of ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'REJECTED']) hooks.version(version('v1', state));
  await expect.poll(() => started).toEqual(['IN_REVIEW']);
  ends.shift()?.();
  await expect.poll(() => started).toEqual(['IN_REVIEW', 'REJECTED']);
  ends.shift()?.();
  await hooks.end();
});

it('runs no hook for the first state, nor for READY_FOR_REVIEW on the way into review', async () => {
  const states: unknown[] = [];
  const shell: Shell = {
    async run(_, {variables: {TOOL_CHANGE_FROM: from, TOOL_CHANGE_TO: to}}) {
      states.push([from, to]);
      return {};
    },
  };
  const {hooks} = hooksWith(shell);
  const passed = ['PREPARE_FOR_SUBMISSION', 'READY_FOR_REVIEW', 'WAITING_FOR_REVIEW', 'IN_REVIEW'];
  for (const state of passed) hooks.version(version('v1', state));
  await hooks.end();
  expect(states).toEqual([
    ['PREPARE_FOR_SUBMISSION', 'WAITING_FOR_REVIEW'],
    ['WAITING_FOR_REVIEW', 'IN_REVIEW'],
  ]);
});
