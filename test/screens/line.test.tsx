import {render} from 'ink-testing-library';
import {expect, it} from 'vitest';
import {Line} from '../../src/screens/components/line.tsx';
import {type Display, DisplayContext} from '../../src/screens/context/services.ts';
import type {LineContent} from '../../src/screens/text/lines.ts';
import {createTheme} from '../../src/screens/theme.ts';

/** Counts the segments that are drawn: each asks the theme for its colour. */
function drawing() {
  let parts = 0;
  const theme = createTheme({noColor: false, screenReader: false, env: {LANG: 'C.UTF-8'}});
  const color: typeof theme.color = (tone) => {
    parts += 1;
    return theme.color(tone);
  };
  const display = {screenReader: false, theme: {...theme, color}} as unknown as Display;
  const line = (content: LineContent) => (
    <DisplayContext.Provider value={display}>
      <Line content={content} width={40} />
    </DisplayContext.Provider>
  );
  return {
    line,
    drawn() {
      const count = parts;
      parts = 0;
      return count;
    },
  };
}

it('draws a line again only when it changes', () => {
  const {line, drawn} = drawing();
  const {lastFrame, rerender, unmount} = render(line([{text: 'one'}]));
  expect(drawn()).toBe(1);
  rerender(line([{text: 'one'}]));
  expect(drawn()).toBe(0);
  rerender(line([{text: 'one', tone: 'good'}]));
  expect(drawn()).toBe(1);
  rerender(line([{text: 'two', tone: 'good'}]));
  expect(lastFrame()).toBe('two');
  unmount();
});
