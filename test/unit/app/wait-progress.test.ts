import {describe, expect, it} from 'vitest';
import {waitProgress} from '../../../src/app/commands/waiting.ts';
import {ToolError} from '../../../src/services/model/error.ts';
import type {Terminal} from '../../../src/services/ports.ts';
import type {WaitEvent} from '../../../src/services/wait.ts';

const seen = (state: string, waited: number, isChange: boolean, next?: number): WaitEvent<unknown> => ({
  kind: 'seen',
  state,
  waited,
  isChange,
  next,
  value: state,
  at: 0,
});
const failed = (message: string, isNew = true): WaitEvent<unknown> => ({
  kind: 'failed',
  error: new ToolError('service', message),
  isNew,
  waited: 60_000,
  next: 30_000,
});
const EVENTS = [
  seen('IN_REVIEW', 0, true, 30_000),
  seen('IN_REVIEW', 30_000, false, 30_000),
  failed('GET /x \u001b[2J: 503\nRequest ID: 1'),
  failed('GET /x', false),
  seen('READY\u0007', 4_000_000, true),
];

function written(stderrIsTty: boolean, {env = {}, isQuiet = false, columns = 80} = {}): string {
  const pieces: string[] = [];
  const terminal = {stderrIsTty, columns, writeError: (text: string) => pieces.push(text)} as unknown as Terminal;
  const progress = waitProgress({terminal, env}, isQuiet);
  for (const event of EVENTS) progress.show(event);
  progress.end();
  return pieces.join('');
}

const LINES = 'IN_REVIEW\nGET /x \\x1b[2J: 503; next check in 30 s\nREADY\\x07 after 1 h 6 min\n';

describe('the progress of a wait', () => {
  it('prints a line per change of a wait if stderr is not a terminal, or is a dumb terminal', () => {
    expect(written(false)).toBe(LINES);
    expect(written(true, {env: {TERM: 'dumb'}})).toBe(LINES);
  });

  it('cuts the rewritten line of a wait to the width of the terminal', () => {
    const rewritten = written(true, {columns: 30}).matchAll(/\r\u001b\[K([^\r\n]+)(?=\r)/g);
    const lengths = [...rewritten].map(([, text = '']) => text.length);
    expect(lengths.length).toBeGreaterThan(0);
    expect(Math.max(...lengths)).toBe(29);
  });

  it('rewrites one line for a wait on a terminal, and clears it at the end', () => {
    expect(written(true)).toBe(
      '\r\u001b[KIN_REVIEW · 0 s · next check in 30 s' +
        '\r\u001b[KIN_REVIEW · 30 s · next check in 30 s' +
        '\r\u001b[KGET /x \\x1b[2J: 503; next check in 30 s\n',
    );
  });

  it('prints only the failures of a wait if stdout shows the changes', () => {
    expect(written(true, {isQuiet: true})).toBe('GET /x \\x1b[2J: 503; next check in 30 s\n');
  });
});
