import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {ScreenStream} from '../../src/screens/terminal/screen-stream.ts';
import {FILLER, filled} from '../../src/screens/text/lines.ts';
import {FakeStdout} from '../support/fake-tty.ts';

const SIZE = {columns: 80, rows: 24};

function screen() {
  const out = new FakeStdout(SIZE.columns, SIZE.rows);
  const stream = new ScreenStream(out as unknown as NodeJS.WriteStream);
  stream.enter();
  return {out, stream, paint: (lines: readonly string[]) => stream.write(lines.join('\n'))};
}

const rowsOf = (first: number, count = SIZE.rows) => Array.from({length: count}, (_, row) => `row ${first + row}`);

/** Returns the first row that a terminal shows after these bytes, as characters with their active styles. */
function styledRow(bytes: string): string[] {
  const GROUPS: Record<string, string> = {'1': '22', '2': '22', '7': '27', '31': '39', '36': '39'};
  const styles = new Map<string, string>();
  let cells: string[] = [];
  let [row, column] = [1, 0];
  for (const [token, position, sgr, erases, link] of bytes.matchAll(
    /\u001B\[(?:(\d+;\d+)H|([\d;]+)m|(K)|\?\d+[hl]|H)|\u001B\]8;;([^\u0007]*)\u0007|[^\u001B]/g,
  )) {
    if (link === '') styles.delete('link');
    if (sgr === '0') for (const key of [...styles.keys()]) key !== 'link' && styles.delete(key);
    else if (link) styles.set('link', link);
    if (position) [row = 0, column = 0] = position.split(';').map((text, index) => Number(text) - index);
    for (const code of sgr?.split(';') ?? []) {
      const group = GROUPS[code];
      if (group === undefined) for (const key of [...styles.keys()]) styles.get(key) === code && styles.delete(key);
      else styles.set(code, group);
    }
    if (row !== 1) continue;
    if (erases) cells = cells.slice(0, column);
    if (token.length === 1)
      cells[column++] = `${token}${[...styles.keys()].sort().join(',')}${styles.get('link') ?? ''}`;
  }
  return cells.filter((cell, index) => cell !== ' ' || cells.slice(index).some((later) => later !== ' '));
}

describe('the screen stream', () => {
  test('writes every frame exactly, whatever was shown before', () => {
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

  test('writes nothing for a frame that is already shown', () => {
    const {out, paint} = screen();
    paint(rowsOf(0));
    const before = out.bytes.length;
    paint(rowsOf(0));
    expect(out.bytes.length).toBe(before);
  });

  test.each([
    ['another', 'row 3', '1Hanother\u001B[K'],
    ['row 33', 'row 3', '6H3\u001B[K'],
    ['left │ new │ right', 'left │ old │ right', '8Hnew'],
    ['left │ longer │ right', 'left │ old │ right', '8Hlonger │ right\u001B[K'],
    ['\u001B[1mbold\u001B[22m end', 'bold end', '1H\u001B[1mbold\u001B[22m'],
    ['\u001B[2mdim, this\u001B[22m end', '\u001B[2mdim, that\u001B[22m end', '1H\u001B[2mdim, this\u001B[22m'],
    [
      '\u001B]8;;https://a/1\u0007link\u001B]8;;\u0007 │ new │ right',
      '\u001B]8;;https://a/1\u0007link\u001B]8;;\u0007 │ old │ right',
      '8Hnew',
    ],
    ['潮 this │ right', '潮 that │ right', '1H潮 this │ right\u001B[K'],
  ])('writes only the changes when %j replaces %j', (line, before, written) => {
    const {out, paint} = screen();
    paint(rowsOf(0).with(3, before));
    const length = out.bytes.length;
    paint(rowsOf(0).with(3, line));
    expect(out.bytes.slice(length)).toBe(`\u001B[?2026h\u001B[4;${written}\u001B[?2026l`);
  });

  test('styles only the changed text, and keeps the style of the rest', () => {
    const sgr = [
      ['1', '22'],
      ['2', '22'],
      ['36', '39'],
      ['1;31', '39;22'],
      ['7', '27'],
    ];
    const styles = sgr.map((pair) => pair.map((codes) => `\u001B[${codes}m`));
    const links = ['https://a/1', 'https://a/2'].map((url) => [`\u001B]8;;${url}\u0007`, '\u001B]8;;\u0007']);
    const style = fc.constantFrom(['', ''], ...styles, ...links);
    const piece = fc.tuple(style, fc.string({unit: fc.constantFrom('a', 'b', ' ', '│'), minLength: 1, maxLength: 6}));
    const line = fc
      .array(piece, {maxLength: 6})
      .map((pieces) => pieces.map(([[on, off], text]) => `${on}${text}${off}`).join(''));
    fc.assert(
      fc.property(line, line, (one, other) => {
        const {out, paint} = screen();
        paint([one, 'below']);
        paint([other, 'below']);
        const fresh = screen();
        fresh.paint([other, 'below']);
        expect(styledRow(out.bytes)).toEqual(styledRow(fresh.out.bytes));
      }),
    );
  });

  test('paints the whole frame again after a resize', () => {
    const {out, paint} = screen();
    paint(rowsOf(0));
    out.resize(100, 30);
    paint(rowsOf(0, 30));
    expect(out.lines()).toEqual(rowsOf(0, 30));
  });

  test('shows one line while the terminal is too small, then the frame again', () => {
    const {out, paint} = screen();
    paint(rowsOf(0));
    out.resize(40, 5);
    expect(out.lines()).toEqual(['Too small: 40x5. Make it 60x15.', '', '', '', '']);
    out.resize(60, 15);
    expect(out.lines()).toEqual(rowsOf(0, 15));
  });

  test('puts text after a joined emoji at the computed column', () => {
    const {out, paint} = screen();
    paint(['👩‍👩‍👧 family', ...rowsOf(1, SIZE.rows - 1)]);
    expect(out.bytes).toContain('👩‍👩‍👧\u001B[3G family');
  });

  test('leaves the last row blank for the cursor in a terminal without an alternate screen', () => {
    const {out, stream, paint} = screen();
    paint(rowsOf(0));
    const before = out.bytes.length;
    stream.leave();
    expect(out.bytes.slice(before)).toMatch(/\u001B\[24;1H\u001B\[K\u001B\[\?25h\u001B\[\?1049l$/);
  });

  test('redraws the whole frame on a restore without clearing the screen, but draws nothing once the app has left', () => {
    const {out, stream, paint} = screen();
    paint(rowsOf(0));
    const before = out.bytes.length;
    stream.restore();
    const added = out.bytes.slice(before);
    expect(added).toMatch(/^\u001B\[\?1047h/);
    expect(added).not.toContain('1049h');
    for (const row of rowsOf(0)) expect(added).toContain(row);
    stream.leave();
    const left = out.bytes.length;
    stream.restore();
    expect(out.bytes.length).toBe(left);
  });

  test('places the cursor after letters that other terminals draw in one column', () => {
    const {out, paint} = screen();
    paint([filled('ทำ end'), ...rowsOf(1, SIZE.rows - 1)]);
    expect(out.bytes).toContain('  \u001B[1Gทำ\u001B[3G end');
    expect(out.bytes).not.toContain(FILLER);
  });
});
