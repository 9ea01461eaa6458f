import {useDisplay} from '../context/display.ts';
import {usePane} from '../context/pane.ts';
import type {Binding} from '../input/keyboard.ts';

/** From this width on there is room for a list and a pane. */
const SPLIT_FROM = 120;
/** What the list gets; the pane has the rest. */
const LIST_SHARE = 0.55;

export interface Split {
  /** Column of the rule between list and pane; undefined while there is no pane. */
  at: number | undefined;
  /** `z` */
  key: Binding;
}

/** Whether a list has a pane beside it, and the key that hides and shows it. @param what the pane shows: `version` */
export function useSplit(what: string): Split {
  const {size, screenReader} = useDisplay();
  const {shown, toggle} = usePane();
  const hasRoom = size.columns >= SPLIT_FROM && !screenReader;
  return {
    at: hasRoom && shown ? Math.floor(size.columns * LIST_SHARE) : undefined,
    key: {
      keys: ['z'],
      label: 'pane',
      title: shown && hasRoom ? 'Hide the pane' : `Show the selected ${what} in a pane`,
      shown: hasRoom ? 'footer' : 'help',
      inPalette: true,
      unavailable: screenReader
        ? 'what is read aloud has no room beside it'
        : hasRoom
          ? undefined
          : `it needs ${SPLIT_FROM} columns, this terminal has ${size.columns}`,
      run: toggle,
    },
  };
}
