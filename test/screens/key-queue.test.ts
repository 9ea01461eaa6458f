import {setImmediate} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {KeyQueue, PATIENCE_MS} from '../../src/screens/input/key-queue.tsx';
import type {KeyPress} from '../../src/screens/input/keyboard.ts';
import {ManualClock} from '../support/manual-clock.ts';

/** A queue in front of a keyboard in a given state, and what came through. */
function bench(state: {holds?: 'rows' | 'everything'; field?: boolean; failures?: number; repeats?: string[]} = {}) {
  const clock = new ManualClock();
  const handled: string[] = [];
  const keyboard = {
    get held() {
      return state.holds !== undefined;
    },
    get holdsEverything() {
      return state.holds === 'everything';
    },
    get failures() {
      return state.failures ?? 0;
    },
    takesText: () => state.field ?? false,
    repeats: ({id}: KeyPress) => state.repeats?.includes(id) ?? false,
  };
  const handle = ({id, text, count = 1}: KeyPress) => {
    handled.push((text === undefined ? id : `${id}:${text}`) + (count > 1 ? ` x${count}` : ''));
  };
  const onDrop = () => handled.push('dropped');
  const queue = new KeyQueue({keyboard, clock, handle, onDrop});
  return {
    clock,
    handled,
    push: (...ids: string[]) =>
      queue.push(ids.map((id) => (id.startsWith('text:') ? {id: 'text', text: id.slice(5)} : {id}))),
    ready: () => queue.ready(),
    release() {
      state.holds = undefined;
      queue.released();
    },
    state,
    queue,
  };
}

type Step = (one: ReturnType<typeof bench>) => unknown;
const push =
  (...ids: string[]): Step =>
  (one) =>
    one.push(...ids);
const ready: Step = (one) => one.ready();
const release: Step = (one) => one.release();
const holdRows: Step = (one) => {
  one.state.holds = 'rows';
};
const holdAll: Step = (one) => {
  one.state.holds = 'everything';
};
const field: Step = (one) => {
  one.state.field = true;
};
const fail: Step = (one) => {
  one.state.failures = 1;
};
const patienceOver: Step = async ({clock}) => {
  clock.skip();
  await setImmediate();
};

describe('the key queue', () => {
  test.each<[string, Step[], string[]]>([
    ['the first one at once', [push('a')], ['a']],
    ['the next one when what it caused is on the screen', [push('a', 'b')], ['a']],
    ['and not before', [push('a', 'b'), ready], ['a', 'b']],
    ['one that comes in the meantime waits too', [push('a'), push('b')], ['a']],
    ['after the last one the next goes at once', [push('a'), ready, push('b')], ['a', 'b']],
    ['ready without a key is nothing', [ready, ready, push('a', 'b')], ['a']],
    ['a run of text is keys where no field takes it', [push('text:abc'), ready, ready], ['a', 'b', 'c']],
    ['and text where one does', [field, push('text:abc')], ['text:abc']],
    [
      'a field that the first key opened gets the rest',
      [push('text:/ab', 'enter'), field, ready, ready],
      ['/', 'text:ab', 'enter'],
    ],
  ])('passes on keys: %s', async (_, steps, expected) => {
    const one = bench();
    for (const step of steps) await step(one);
    expect(one.handled).toEqual(expected);
  });

  test('passes repeated presses to a repeating binding in one call', () => {
    const one = bench({repeats: ['down', 'j']});
    one.push('down', 'down', 'down', 'enter');
    expect(one.handled).toEqual(['down x3']);
    one.ready();
    one.ready();
    one.push('text:jjjk');
    one.ready();
    expect(one.handled).toEqual(['down x3', 'enter', 'j x3', 'k']);
  });
});

describe('the patience of the key queue', () => {
  test.each<[string, Step[], string[]]>([
    ['a key about rows waits for rows', [holdRows, push('down')], []],
    ['others do not', [holdRows, push('c')], ['c']],
    ['it goes when they are there', [holdRows, push('down'), release], ['down']],
    ['what was typed after it keeps its place', [holdRows, push('down', 'c'), release, ready], ['down', 'c']],
    ['a release while a key is being drawn does not hand on the next', [push('a', 'b'), release], ['a']],
    ['everything waits where its meaning is about to be decided', [holdAll, push('text:3.3.0', 'enter')], []],
    [
      'a run stays whole for the field that is to come',
      [holdAll, push('text:3.3.0', 'enter'), field, release, ready],
      ['text:3.3.0', 'enter'],
    ],
    ['what is typed for a field waits for it however long', [holdAll, push('text:3.3'), patienceOver], []],
    [
      'all of it reaches the field',
      [holdAll, push('text:3.3'), patienceOver, push('text:.0', 'enter'), field, release, ready, ready],
      ['text:3.3', 'text:.0', 'enter'],
    ],
    ['it is dropped if no field comes in time', [holdAll, push('text:quit'), patienceOver, release], ['dropped']],
    ['and if the screen fails', [holdAll, push('text:quit', 'enter'), fail, release], ['dropped']],
    ['keys after that count', [holdAll, push('text:quit'), fail, release, push('r')], ['dropped', 'r']],
    ['Esc does not wait for the field', [holdAll, push('text:3.3'), patienceOver, push('esc')], ['esc']],
    ['nobody waits for rows for ever', [holdRows, push('down', 'enter'), patienceOver], ['down']],
    ['nor the keys behind', [holdRows, push('down', 'enter'), patienceOver, ready], ['down', 'enter']],
    ['with an empty queue patience is new', [holdRows, push('down'), patienceOver, ready, push('up')], ['down']],
    ['Esc stops the wait and drops what was typed before it', [holdRows, push('down', 'enter'), push('esc')], ['esc']],
    ['so does Ctrl+C', [holdAll, push('text:abc'), push('ctrl+c')], ['ctrl+c']],
    ['what is typed after it counts', [holdRows, push('down'), push('esc', 'j'), ready], ['esc', 'j']],
    ['Esc where nothing waits is a key like any other', [push('a', 'b', 'esc'), ready, ready], ['a', 'b', 'esc']],
  ])('waits: %s', async (_, steps, expected) => {
    const one = bench();
    for (const step of steps) await step(one);
    expect(one.handled).toEqual(expected);
  });

  test.each(['esc', 'ctrl+c'])('handles %s at once behind more keys than anyone types ahead', (id) => {
    const one = bench();
    one.push('a', `text:${'jk'.repeat(2000)}`);
    one.push(id);
    one.ready();
    expect(one.handled).toEqual(['a', id]);
  });

  test('drops keys of the same read after a time-out, but keeps a second Ctrl+C', () => {
    const one = bench();
    one.push('a', `text:${'jk'.repeat(2000)}`, 'ctrl+c', `text:${'jk'.repeat(2000)}`, 'ctrl+c', 'b');
    for (let times = 0; times < 4; times++) one.ready();
    expect(one.handled).toEqual(['ctrl+c', 'ctrl+c', 'b']);
  });

  test('counts text that a field takes at once as one key', () => {
    const one = bench({field: true});
    one.push('a', `text:${'jk'.repeat(2000)}`);
    one.push('esc');
    one.ready();
    one.ready();
    expect(one.handled.map((key) => key.slice(0, 5))).toEqual(['a', 'text:', 'esc']);
  });

  test('starts one time-limited wait for several keys', async () => {
    const one = bench({holds: 'rows'});
    one.push('down');
    one.push('down');
    expect(one.clock.asleep()).toEqual([PATIENCE_MS]);
    one.release();
    await setImmediate();
    expect(one.clock.asleep()).toEqual([]);
  });

  test('passes no key on after it is closed', async () => {
    const one = bench({holds: 'rows'});
    one.push('down');
    one.queue.close();
    one.release();
    expect(one.clock.asleep()).toEqual([]);
    expect(one.handled).toEqual([]);
  });
});
