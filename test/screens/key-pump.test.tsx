import {render} from 'ink-testing-library';
import {useState} from 'react';
import {expect, test, vi} from 'vitest';
import {KeyPump} from '../../src/screens/input/key-queue.tsx';
import type {KeyPress} from '../../src/screens/input/keyboard.ts';
import {ManualClock} from '../support/manual-clock.ts';

test('holds a key until the effect of the previous key is rendered', async () => {
  const soon: (() => void)[] = [];
  vi.stubGlobal('setImmediate', (call: () => void) => soon.push(call));
  vi.stubGlobal('clearImmediate', () => {});
  const clock = new ManualClock();
  const seen: string[] = [];
  let push: (keys: KeyPress[]) => void = () => {};
  const listen = (onKeys: typeof push) => {
    push = onKeys;
    return () => {};
  };
  function Field() {
    const [typed, setTyped] = useState('');
    const onKey = ({id}: KeyPress) => (id === 'a' ? setTyped(id) : seen.push(`${id} after '${typed}'`));
    return (
      <KeyPump
        listen={listen}
        watchFrames={() => () => {}}
        clock={clock}
        onKey={onKey}
        onFrame={() => {}}
        onDrop={() => {}}
      />
    );
  }
  const {unmount} = render(<Field />);
  try {
    await vi.waitUntil(() => soon.length === 1, {timeout: 120_000});
    push([{id: 'a'}, {id: 'enter'}]);
    // On a busy machine, the Immediate of the first frame runs this late.
    soon.shift()?.();
    await vi.waitUntil(() => soon.length === 1, {timeout: 120_000});
    soon.shift()?.();
    expect(seen).toEqual(["enter after 'a'"]);
  } finally {
    // Unmounting must come first: Node counts every cleared Immediate, even one that does not exist.
    unmount();
    vi.unstubAllGlobals();
  }
});
