import {setImmediate} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {KeyQueue, PATIENCE_MS} from '../../src/screens/input/key-queue.tsx';
import {type KeyPress, STILL_READ} from '../../src/screens/input/keyboard.ts';
import {ManualClock} from '../support/manual-clock.ts';

/** Puts a queue in front of a keyboard in the given state, and records the keys that get through. */
function bench(
  state: {holds?: 'rows' | 'everything'; field?: boolean; failures?: number; repeats?: string[]; waits?: string[]} = {},
) {
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
    bindingOf: ({id}: KeyPress) => ({
      keys: [id],
      label: '',
      unavailable: state.waits?.includes(id) ? STILL_READ : undefined,
      repeats: state.repeats?.includes(id),
    }),
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
      state.waits = undefined;
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
    ['the first key at once', [push('a')], ['a']],
    ['no second key before the first is drawn', [push('a', 'b')], ['a']],
    ['the second key after the first is drawn', [push('a', 'b'), ready], ['a', 'b']],
    ['no later key before the first is drawn', [push('a'), push('b')], ['a']],
    ['a later key at once after all are drawn', [push('a'), ready, push('b')], ['a', 'b']],
    ['only one key after drawing without a key', [ready, ready, push('a', 'b')], ['a']],
    ['a run of text as keys if no field takes it', [push('text:abc'), ready, ready], ['a', 'b', 'c']],
    ['a run of text as text to a field', [field, push('text:abc')], ['text:abc']],
    [
      'the rest of a run to a field that its first key opens',
      [push('text:/ab', 'enter'), field, ready, ready],
      ['/', 'text:ab', 'enter'],
    ],
  ])('passes on %s', async (_, steps, expected) => {
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
    ['holds a key for rows until there are rows', [holdRows, push('down')], []],
    ['passes on other keys while rows load', [holdRows, push('c')], ['c']],
    ['passes on a key for rows once there are rows', [holdRows, push('down'), release], ['down']],
    ['keeps the order of keys behind a key for rows', [holdRows, push('down', 'c'), release, ready], ['down', 'c']],
    ['holds the next key until the current one is drawn, even after a release', [push('a', 'b'), release], ['a']],
    ['holds everything until it is known which screen opens', [holdAll, push('text:3.3.0', 'enter')], []],
    [
      'keeps a run whole for a field that appears later',
      [holdAll, push('text:3.3.0', 'enter'), field, release, ready],
      ['text:3.3.0', 'enter'],
    ],
    ['holds text for a field, however long that takes', [holdAll, push('text:3.3'), patienceOver], []],
    [
      'passes all held text to the field',
      [holdAll, push('text:3.3'), patienceOver, push('text:.0', 'enter'), field, release, ready, ready],
      ['text:3.3', 'text:.0', 'enter'],
    ],
    ['drops held text if no field appears in time', [holdAll, push('text:quit'), patienceOver, release], ['dropped']],
    ['drops held text if the screen fails', [holdAll, push('text:quit', 'enter'), fail, release], ['dropped']],
    ['passes on keys after a failed screen', [holdAll, push('text:quit'), fail, release, push('r')], ['dropped', 'r']],
    ['passes on Esc without waiting for a field', [holdAll, push('text:3.3'), patienceOver, push('esc')], ['esc']],
    ['passes on a key for rows after a time-out', [holdRows, push('down', 'enter'), patienceOver], ['down']],
    [
      'passes on the keys behind one that timed out',
      [holdRows, push('down', 'enter'), patienceOver, ready],
      ['down', 'enter'],
    ],
    ['starts a new time-out with an empty queue', [holdRows, push('down'), patienceOver, ready, push('up')], ['down']],
    ['drops earlier keys on Esc', [holdRows, push('down', 'enter'), push('esc')], ['esc']],
    ['drops earlier keys on Ctrl+C', [holdAll, push('text:abc'), push('ctrl+c')], ['ctrl+c']],
    ['keeps keys after Esc', [holdRows, push('down'), push('esc', 'j'), ready], ['esc', 'j']],
    ['treats Esc like any other key if nothing waits', [push('a', 'b', 'esc'), ready, ready], ['a', 'b', 'esc']],
  ])('%s', async (_, steps, expected) => {
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

  test('drops the many keys before each Ctrl+C of a read, but keeps every Ctrl+C', () => {
    const one = bench();
    one.push('a', `text:${'jk'.repeat(2000)}`, 'ctrl+c', `text:${'jk'.repeat(2000)}`, 'ctrl+c', 'b');
    for (let times = 0; times < 4; times++) one.ready();
    expect(one.handled).toEqual(['ctrl+c', 'ctrl+c', 'b']);
  });

  test('counts text as one key if a field takes it in one piece', () => {
    const one = bench({field: true});
    one.push('a', `text:${'jk'.repeat(2000)}`);
    one.push('esc');
    one.ready();
    one.ready();
    expect(one.handled.map((key) => key.slice(0, 5))).toEqual(['a', 'text:', 'esc']);
  });

  test('starts only one time-out for several held keys', async () => {
    const one = bench({holds: 'rows'});
    one.push('down');
    one.push('down');
    expect(one.clock.asleep()).toEqual([PATIENCE_MS]);
    one.release();
    await setImmediate();
    expect(one.clock.asleep()).toEqual([]);
  });

  test('does not pass on keys after the key queue is closed', async () => {
    const one = bench({holds: 'rows'});
    one.push('down');
    one.queue.close();
    one.release();
    expect(one.clock.asleep()).toEqual([]);
    expect(one.handled).toEqual([]);
  });
});

describe('a key that goes by a state that is being read', () => {
  test('holds a key that depends on a state until the state is read', () => {
    const one = bench({waits: ['S']});
    one.push('down');
    one.ready();
    one.push('S');
    expect(one.handled).toEqual(['down']);
    one.release();
    expect(one.handled).toEqual(['down', 'S']);
  });

  test('passes on a key that depends on a state once the key has waited long enough', async () => {
    const one = bench({waits: ['S']});
    one.push('S');
    expect(one.handled).toEqual([]);
    await one.clock.advance(PATIENCE_MS);
    await setImmediate();
    expect(one.handled).toEqual(['S']);
  });

  test('drops a held key that depends on a state when Esc is pressed', () => {
    const one = bench({waits: ['S']});
    one.push('S');
    one.push('esc');
    expect(one.handled).toEqual(['esc']);
  });
});
