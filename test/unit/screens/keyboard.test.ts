import {describe, expect, test} from 'vitest';
import {type Binding, Keyboard, type Layer, REPEAT_MS} from '../../../src/screens/input/keyboard.ts';

/** Creates a keyboard with one layer, and records what its bindings did. */
function bench(...bindings: Partial<Binding>[]) {
  const keyboard = new Keyboard();
  const done: string[] = [];
  const layer = (order: number, some: readonly Partial<Binding>[], modal = false): Layer => ({
    order,
    modal,
    takesText: false,
    bindings: () =>
      some.map(({label = '', ...rest}) => ({keys: ['enter'], label, run: () => done.push(label), ...rest})),
  });
  const remove = keyboard.add(layer(0, bindings));
  let at = 0;
  return {
    keyboard,
    done,
    remove,
    add: (some: readonly Partial<Binding>[], order = 0, modal = false) => keyboard.add(layer(order, some, modal)),
    /** @returns the reason why the key did nothing */
    press(frame: number | undefined, id = 'enter', after = REPEAT_MS) {
      at += after;
      const refused = keyboard.dispatch({id, at, frame});
      return typeof refused === 'object' ? refused.unavailable : refused;
    },
  };
}

const UNSEEN = 'pressed before this was shown; press it again';

describe('guarded keys', () => {
  test('accepts a guarded key only if its action was visible when it was pressed', () => {
    const {keyboard, press, done} = bench({label: 'send', guarded: true});
    expect(press(0)).toBe(UNSEEN);
    keyboard.drawn(3);
    expect(press(2)).toBe(UNSEEN);
    expect(press(undefined)).toBe(UNSEEN);
    expect(press(0)).toBe(UNSEEN);
    expect(done).toEqual([]);
    keyboard.drawn(4);
    press(3);
    press(4);
    expect(done).toEqual(['send', 'send']);
  });

  test('lets keys without a guard work at once', () => {
    const {press, done} = bench({label: 'open'});
    press(0);
    press(0, 'enter', 1);
    expect(done).toEqual(['open', 'open']);
  });

  test('does not close a new result with a key that was meant to cancel the running write', () => {
    const {keyboard, press, done, remove, add} = bench({keys: ['esc'], label: 'cancel'});
    keyboard.drawn(1);
    remove();
    add([{keys: ['esc'], label: 'done', guarded: true}]);
    keyboard.drawn(2);
    expect(press(1, 'esc')).toBe(UNSEEN);
    expect(done).toEqual([]);
    press(2, 'esc');
    expect(done).toEqual(['done']);
  });

  test('counts a covered action as hidden, and an uncovered action as newly shown', () => {
    const {keyboard, press, done, add} = bench({label: 'send', guarded: true});
    keyboard.drawn(1);
    const uncover = add([], 100, true);
    keyboard.drawn(2);
    uncover();
    expect(press(2)).toBe(UNSEEN);
    keyboard.drawn(3);
    expect(press(2)).toBe(UNSEEN);
    press(3);
    expect(done).toEqual(['send']);
  });

  test('ignores a guarded key until the item that it now acts on has been drawn', () => {
    let about = 'one';
    const {keyboard, press, done} = bench({
      label: 'send',
      get guarded() {
        return about;
      },
    });
    keyboard.drawn(1);
    about = 'two';
    expect(press(1)).toBe(UNSEEN);
    keyboard.drawn(2);
    press(2);
    expect(done).toEqual(['send']);
  });

  test('ignores an Enter right after another Enter, but not after another key or later', () => {
    const {keyboard, press, done} = bench({label: 'send', guarded: true}, {keys: ['x'], label: 'x'});
    keyboard.drawn(1);
    press(1);
    expect(press(1, 'enter', REPEAT_MS - 1)).toContain('repeated');
    expect(press(1, 'enter', REPEAT_MS - 1)).toContain('repeated');
    expect(press(1, 'enter', 0)).toContain('repeated');
    press(1, 'enter', REPEAT_MS);
    press(1, 'x', 0);
    press(1, 'enter', 0);
    expect(done).toEqual(['send', 'send', 'x', 'send']);
  });
});

describe('a refusal', () => {
  const refused = (binding: Partial<Binding>) => {
    const {keyboard, remove, add} = bench(binding);
    keyboard.drawn(1);
    const refusal = keyboard.dispatch({id: 'enter', at: 0, frame: 0});
    return {holds: typeof refusal === 'object' ? refusal.holds : undefined, remove, add, binding};
  };

  test('shows why a key is refused until the key works', () => {
    const {holds, binding} = refused({unavailable: 'not yet'});
    expect(holds?.()).toBe(true);
    binding.unavailable = undefined;
    expect(holds?.()).toBe(false);
  });

  test('shows why a key is refused until the reason changes', () => {
    const {holds, binding} = refused({unavailable: 'not yet'});
    binding.unavailable = 'too late';
    expect(holds?.()).toBe(false);
  });

  test('shows why a key is refused until the screen of the key is closed or covered', () => {
    const gone = refused({unavailable: 'not yet'});
    gone.remove();
    expect(gone.holds?.()).toBe(false);
    const covered = refused({unavailable: 'not yet'});
    const uncover = covered.add([], 1, true);
    expect(covered.holds?.()).toBe(false);
    uncover();
    expect(covered.holds?.()).toBe(true);
  });

  test('says that a key was pressed too early until the subject of the key changes', () => {
    const {holds, binding} = refused({guarded: 'send'});
    expect(holds?.()).toBe(true);
    binding.guarded = 'send again';
    expect(holds?.()).toBe(false);
  });
});
