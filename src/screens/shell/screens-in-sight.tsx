import type {ReactNode} from 'react';
import {type Entry, EntryContext} from '../context/router.ts';
import {CoveredContext} from '../frame/screen.tsx';
import {KeyLayer} from '../input/use-keys.tsx';
import {screens} from '../registry.ts';

/** The screen in front, with the dialogs that are screens of their own over it. */
export function inSight(stack: readonly Entry[]): readonly Entry[] {
  const front = stack.findLastIndex(({screen}) => !screens[screen].overlay);
  return stack.slice(Math.max(0, front));
}

/** Each in a key layer of its own, the last one on top. @param covered something else has the keys */
export function ScreensInSight({entries, covered}: {entries: readonly Entry[]; covered: boolean}): ReactNode {
  return entries.map((entry, index) => {
    const {component: Front} = screens[entry.screen];
    return (
      <KeyLayer key={entry.id} level={index + 1}>
        <EntryContext value={entry}>
          <CoveredContext value={covered || index < entries.length - 1}>
            <Front />
          </CoveredContext>
        </EntryContext>
      </KeyLayer>
    );
  });
}
