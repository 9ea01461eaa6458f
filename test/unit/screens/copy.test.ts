import {expect, test} from 'vitest';
import {createShell, type Toast} from '../../../src/screens/context/shell.ts';

function copied(text: string, hasClipboard = true) {
  const copies: string[] = [];
  const toasts: Toast[] = [];
  const copy = (one: string) => hasClipboard && copies.push(one) > 0;
  const shell = createShell(
    {ask: async () => false, leave: () => {}, guard: {current: undefined}},
    {browser: {open: async () => false}, editor: {edit: async () => ({kind: 'unchanged'})}} as never,
    {releaseWhile: (work) => work(), copy, reportLater: () => {}, finish: () => {}, keptFiles: new Set()},
    (toast) => toasts.push(toast),
  );
  shell.copy(text, 'Command');
  return {copies, said: toasts.map(({text: said}) => said)};
}

test('a tab and a line break in a quoted text are copied as they are, nothing else that a terminal acts on', () => {
  const {copies, said} = copied("tool --text 'a\tb\nc\rd\u001be'");
  expect(copies).toEqual(["tool --text 'a\tb\nc\\rd\\x1be'"]);
  expect(said).toEqual([expect.stringMatching(/^Command copied, with what is invisible spelled out: tool/)]);
  expect(copied("tool --text 'a\tb'").said).toEqual([expect.stringMatching(/^Command copied: tool/)]);
});

test('what was copied is named in one line; without a clipboard it is there whole', () => {
  const long = `tool release-notes set --text 'first\nsecond ${'and more '.repeat(20)}'`;
  const [said = ''] = copied(long).said;
  expect(said).toMatch(/^Command copied: tool release-notes set --text .*…$/);
  expect(said.length).toBeLessThanOrEqual(80);
  expect(said).not.toContain('\n');
  expect(copied(long, false).said).toEqual([`This terminal has no clipboard. Command: ${long}`]);
});
