import {expect, test} from 'vitest';
import {noticeLines, noticeOf} from '../../../src/screens/frame/banner.ts';
import {spokenText} from '../../../src/screens/text/lines.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import {ToolError} from '../../../src/services/model/error.ts';

const {glyphs} = createTheme({noColor: false, screenReader: false, env: {LANG: 'C.UTF-8'}});

test.each([
  [30, 8],
  [60, 7],
  [80, 8],
])('limits a long error in a banner to a few lines of %i columns, and keeps the keys', (width, rows) => {
  const error = new ToolError('credentials', 'It is not valid. '.repeat(40), {hint: 'Compare it. '.repeat(40)});
  const lines = noticeLines(noticeOf(error), width, glyphs).map(spokenText);
  expect(lines).toHaveLength(rows);
  expect(Math.max(...lines.map(({length}) => length))).toBeLessThanOrEqual(width + 2);
  expect(lines.join(' ').replace(/ +/g, ' ')).toMatch(/Compare it.*P profiles, ! doctor, r retries\.$/);
});
