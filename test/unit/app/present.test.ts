import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {describe as describeError, formatError, withAdvice} from '../../../src/app/present/error.ts';
import {formatJson} from '../../../src/app/present/formats.ts';
import {formatTable} from '../../../src/app/present/table.ts';
import {cleanLines, cleanText} from '../../../src/services/model/clean.ts';
import {ToolError} from '../../../src/services/model/error.ts';
import {Ledger, NOT_SENT} from '../../../src/services/model/ledger.ts';

const HOSTILE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('text from outside', () => {
  it('escapes every control character of a string', () => {
    fc.assert(fc.property(fc.string({unit: 'binary'}), (text) => !HOSTILE.test(cleanText(text))));
    expect(cleanText('a\u001b[2J\n\t\r\u0085\u202e\u2066b')).toBe('a\\x1b[2J\\n\\t\\r\\x85\\u{202e}\\u{2066}b');
    expect(cleanText('日本語 🎉 e\u0301')).toBe('日本語 🎉 e\u0301');
    expect(cleanLines('a\nb\u001b')).toBe('a\nb\\x1b');
  });

  it('escapes invisible tags in JSON', () => {
    const text = 'a\u{e0041}b\u{e007f}';
    expect(formatJson({text}, {pretty: false})).toBe('{"text":"a\\udb40\\udc41b\\udb40\\udc7f"}');
    expect(cleanText(text)).toBe('a\\u{e0041}b\\u{e007f}');
  });

  it('round-trips through JSON with control characters escaped', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), (text) => {
        const json = formatJson({text}, {pretty: false});
        expect(json).not.toMatch(HOSTILE);
        expect(JSON.parse(json)).toEqual({text});
      }),
    );
  });
});

describe('errors', () => {
  const checkWith = {command: ['versions', 'view'], flags: {'version-id': 'v 1', 'include-build': true as const}};

  it.each([
    [{sandbox: false}, "tool versions view --version-id 'v 1' --include-build"],
    [{sandbox: false, profile: 'B'}, "tool versions view --version-id 'v 1' --include-build --profile B"],
    [{sandbox: true}, "tool versions view --version-id 'v 1' --include-build --sandbox"],
  ])('suggests a check command for the store and profile of the run: %j', (globals, line) => {
    const error = new ToolError('conflict', 'no', {facts: {checkWith}});
    expect(describeError(withAdvice(error, globals)).hint).toBe(`To check, run: ${line}`);
    const writes = new Ledger();
    writes.add({method: 'PATCH', path: '/v1/x', what: 'change it', fate: 'lost', checkWith});
    const unknown = new ToolError('network', 'gone', {hint: 'Try again.', facts: {writes}});
    expect(withAdvice(unknown, globals).hint).toBe(
      `It was not sent again. Check the current state before you repeat it: ${line}`,
    );
  });

  it('puts a long command in a hint on its own line, so that it can be copied whole', () => {
    const line = 'tool versions view --version-id com.example.app@3.4.0:IOS --include-build --sandbox';
    const details = [`  A copyright: ${line} (or on the web)`, '  Short: x'];
    const long = new ToolError('conflict', 'no', {details, hint: `To check, run: ${line}`});
    expect(formatError(long, {stack: false, width: 80})).toBe(
      ['Error: no', '  A copyright:', line, '  (or on the web)', '  Short: x', 'Hint: To check, run:', line, ''].join(
        '\n',
      ),
    );
    const whole = formatError(long, {stack: false, width: 120});
    expect(whole).toContain(`\n  A copyright: ${line} (or on the web)\n`);
    expect(formatError(long, {stack: false})).toContain(`\nHint: To check, run: ${line}\n`);
  });

  it("names the flag in a message, except beside the flag's field in a form", () => {
    const error = new ToolError('usage', 'must not be empty', {facts: {flag: 'name'}});
    expect(describeError(error).message).toBe('--name must not be empty');
    expect(describeError(error, {named: false}).message).toBe('must not be empty');
  });

  it('says below an error that nothing was sent', () => {
    const error = new ToolError('network', 'no connection', {facts: {writes: NOT_SENT}});
    expect(describeError(error).details).toEqual(['Nothing was sent.']);
  });
});

describe('tables', () => {
  it('aligns a table by display width', () => {
    expect(
      formatTable({
        columns: ['Name', 'State'],
        rows: [
          ['日本', 'x'],
          ['e\u0301', 'y'],
          ['plain', ''],
        ],
      }),
    ).toEqual(['Name   State', '日本   x', 'e\u0301      y', 'plain']);
  });

  it('prints a table with more rows than a function call takes arguments', () => {
    const rows = Array.from({length: 200_000}, (_, index) => [String(index), 'x']);
    const lines = formatTable({columns: ['ID', 'Name'], rows});
    expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([
      200_001,
      'ID      Name',
      '0       x',
      '199999  x',
    ]);
  });
});
