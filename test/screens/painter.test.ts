import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {Painter} from '../../src/screens/terminal/painter.ts';
import {FakeStdout} from '../support/fake-tty.ts';

const SIZE = {columns: 80, rows: 24};

function screen() {
  const out = new FakeStdout(SIZE.columns, SIZE.rows);
  const painter = new Painter(SIZE, (text) => out.write(text));
  painter.enter();
  return {out, painter, paint: (lines: readonly string[]) => painter.paint(lines.join('\n'))};
}

const rowsOf = (first: number, count = SIZE.rows) => Array.from({length: count}, (_, row) => `row ${first + row}`);

describe('the painter', () => {
  test('shows every frame exactly, whatever was there before', () => {
    const line = fc.oneof(
      fc.constantFrom('', 'a', 'same', 'x'.repeat(80), '潮'.repeat(40), '\u001B[1mbold\u001B[22m plain'),
      fc.string({unit: fc.constantFrom('a', 'b', ' ', '潮'), maxLength: 30}),
    );
    const frame = fc.array(line, {minLength: SIZE.rows, maxLength: SIZE.rows});
    const visible = (text: string) => text.replace(/\u001B\[\d+m/g, '').trimEnd();
    fc.assert(
      fc.property(fc.array(frame, {minLength: 1, maxLength: 5}), (frames) => {
        const {out, paint} = screen();
        for (const lines of frames) {
          paint(lines);
          expect(out.lines()).toEqual(lines.map(visible));
        }
        expect(out.bytes).not.toMatch(/\u001B\[[23]J/);
      }),
      {numRuns: 60},
    );
  });

  test('writes nothing for a frame that is already there', () => {
    const {out, paint} = screen();
    paint(rowsOf(0));
    const before = out.bytes.length;
    paint(rowsOf(0));
    expect(out.bytes.length).toBe(before);
  });

  test('writes only the lines that changed', () => {
    const {out, paint} = screen();
    paint(rowsOf(0));
    const before = out.bytes.length;
    paint(rowsOf(0).with(3, 'another'));
    expect(out.bytes.slice(before)).toBe('\u001B[?2026h\u001B[4;1Hanother\u001B[K\u001B[?2026l');
  });

  test('after a change of size everything is painted again', () => {
    const {out, painter, paint} = screen();
    paint(rowsOf(0));
    out.resize(100, 30);
    painter.resize({columns: 100, rows: 30});
    paint(rowsOf(0, 30));
    expect(out.lines()).toEqual(rowsOf(0, 30));
  });

  test('says in one line that the terminal is too small, and has the frame back when it is not', () => {
    const {out, painter, paint} = screen();
    paint(rowsOf(0));
    out.resize(40, 5);
    painter.resize({columns: 40, rows: 5});
    painter.repaint();
    expect(out.lines()).toEqual(['Too small: 40x5. Make it 60x15.', '', '', '', '']);
    out.resize(80, 24);
    painter.resize(SIZE);
    painter.repaint();
    expect(out.lines()).toEqual(rowsOf(0));
  });

  test('what follows a joined emoji stands where it is counted to be', () => {
    const {out, paint} = screen();
    paint(['👩‍👩‍👧 family', ...rowsOf(1, SIZE.rows - 1)]);
    expect(out.bytes).toContain('👩‍👩‍👧\u001B[3G family');
  });
});
