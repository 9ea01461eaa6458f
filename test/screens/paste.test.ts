import fc from 'fast-check';
import {afterEach, describe, expect, test} from 'vitest';
import {edited, editLines, insert, textOf} from '../../src/screens/components/edit.ts';
import {graphemes} from '../../src/services/text/width.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, startBench} from '../support/flow-bench.ts';

describe('text that is added', () => {
  const part = fc.constantFrom(
    'a',
    ' ',
    '\n',
    'e\u0301',
    '\u0301',
    '👩',
    '\u200d',
    '👧',
    '🇩',
    '🇪',
    '潮',
    '\u0915',
    '\u094d',
    '\r',
  );

  test('splits text that arrives in parts into the characters of the whole text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({unit: part, maxLength: 6}), {maxLength: 6}), (pieces) => {
        const typed = pieces.reduce((state, piece) => insert(state, piece), edited(''));
        expect(typed.text).toEqual(graphemes(pieces.join('')));
        expect(typed.cursor).toBe(typed.text.length);
      }),
    );
  });

  test('segments only the characters around an insertion, however long the text is', () => {
    let segmented = 0;
    const {segment} = Intl.Segmenter.prototype;
    Intl.Segmenter.prototype.segment = function (text) {
      segmented += text.length;
      return segment.call(this, text);
    };
    try {
      let state = edited('é\n'.repeat(20_000));
      segmented = 0;
      for (let times = 0; times < 100; times++) state = insert(state, 'é');
      expect(segmented).toBeLessThan(1000);
    } finally {
      Intl.Segmenter.prototype.segment = segment;
    }
  });

  test('moves by words with Alt+B and Alt+F, deletes a word with Alt+D, and breaks a line with Alt+Enter', () => {
    const area = {width: 40, height: 10};
    const press = (ids: readonly string[]) =>
      ids.reduce((state, id) => editLines(state, {id}, area) ?? state, edited('one two three'));
    expect(press(['alt+b', 'alt+b']).cursor).toBe(4);
    expect(press(['alt+b', 'alt+b', 'alt+f']).cursor).toBe(7);
    expect(textOf(press(['alt+b', 'alt+b', 'alt+d']))).toBe('one  three');
    expect(textOf(press(['alt+enter']))).toBe('one two three\n');
    expect(textOf(press(['alt+x', 'alt+esc']))).toBe('one two three');
  });
});

describe('a paste that is too long', () => {
  let bench: Bench;
  let app: AppDriver;
  afterEach(() => bench.close());

  test.each([
    ['one line', 'a'.repeat(264_000)],
    ['short lines', 'a\n'.repeat(8192)],
  ])("refuses a long paste of %s into What's New", async (_, text) => {
    bench = await startBench();
    app = bench.open({screen: 'release-notes', versionId: await bench.idOf('com.example.tongues', '1.1')});
    await app.see('updated');
    app.press(KEYS.enter);
    await app.see('Ctrl+S review');
    app.press(KEYS.paste(text));
    await app.see(`Not inserted: ${text.length} characters exceed the limit here (8000)`);
    app.press(KEYS.end);
    await app.see('25 of 4000 characters');
    app.press(KEYS.paste('b'.repeat(4200)));
    await app.see('4225 of 4000 characters: too long');
  });

  test('refuses a long paste into a one-line field', async () => {
    bench = await startBench();
    app = bench.open({screen: 'home'});
    await app.see('Aurora');
    app.press('/');
    await app.see(/(\d+) of \1/);
    app.press(KEYS.paste('x'.repeat(264_000)));
    await app.see('Not inserted: 264000 characters');
    app.press('aurora');
    await app.see(/1 of \d+/);
  });

  test('reacts to Esc and Ctrl+C at once after 20 000 characters without paste markers', async () => {
    bench = await startBench();
    app = bench.open({screen: 'home'});
    await app.see('Aurora');
    app.press('ju'.repeat(10_000));
    app.press(KEYS.esc);
    app.press('?');
    await app.see('This screen');
    app.press(KEYS.esc);
    await app.seeNot('This screen');
    app.press('jk'.repeat(10_000));
    app.press(KEYS.ctrl('c'));
    expect(await app.exitCode).toBe(130);
  });
});
