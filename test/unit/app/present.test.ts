import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {formatJson} from '../../../src/app/present/json.ts';
import {formatTable} from '../../../src/app/present/table.ts';
import {cleanLines, cleanText} from '../../../src/services/model/clean.ts';

const HOSTILE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

describe('text from outside', () => {
  it('is made visible, whatever it holds', () => {
    fc.assert(fc.property(fc.string({unit: 'binary'}), (text) => !HOSTILE.test(cleanText(text))));
    expect(cleanText('a\u001b[2J\n\t\r\u0085\u202e\u2066b')).toBe('a\\x1b[2J\\n\\t\\r\\x85\\u{202e}\\u{2066}b');
    expect(cleanText('日本語 🎉 e\u0301')).toBe('日本語 🎉 e\u0301');
    expect(cleanLines('a\nb\u001b')).toBe('a\nb\\x1b');
  });

  it('stays itself in JSON, escaped', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), (text) => {
        const json = formatJson({text}, {pretty: false});
        expect(json).not.toMatch(HOSTILE);
        expect(JSON.parse(json)).toEqual({text});
      }),
    );
  });
});

describe('tables', () => {
  it('line up by display width', () => {
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
});
