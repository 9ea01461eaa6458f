import {render} from 'ink-testing-library';
import {expect, it} from 'vitest';
import {StaticTable} from '../../src/screens/components/static-table.tsx';
import {type Display, DisplayContext} from '../../src/screens/context/display.ts';

const look = (screenReader: boolean) => ({screenReader, theme: {glyphs: {ellipsis: '…'}}}) as unknown as Display;

function frame(rows: [string, string][], {width = 40, screenReader = false} = {}) {
  const {lastFrame, unmount} = render(
    <DisplayContext.Provider value={look(screenReader)}>
      <StaticTable rows={rows} width={width} />
    </DisplayContext.Provider>,
  );
  const text = lastFrame();
  unmount();
  return text?.split('\n').map((line) => line.trimEnd());
}

it('lines up without rules, whatever the characters are wide', () => {
  expect(
    frame([
      ['Key ID', 'ten letters'],
      ['日本', 'wide'],
      ['e\u0301', 'combined'],
    ]),
  ).toEqual([' Key ID  ten letters', ' 日本    wide', ' e\u0301       combined']);
});

it('cuts what does not fit', () => {
  expect(frame([['Name', 'a text that is too long']], {width: 20})).toEqual([' Name  a text that…']);
});

it('is plain text for a screen reader', () => {
  expect(frame([['Key ID', 'ten letters']], {screenReader: true})).toEqual(['Key ID: ten letters']);
});
