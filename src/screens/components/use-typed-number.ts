import {useRef} from 'react';
import {useDisplay} from '../context/display.ts';
import type {KeyPress} from '../input/key-press.ts';

/**
 * Read aloud, what can be selected is numbered: digits typed one after the other go there. `forget` begins a new number.
 *
 * @param select takes the index
 */
export function useTypedNumber(count: number, select: (index: number) => void) {
  const {screenReader} = useDisplay();
  const typed = useRef('');
  return {
    forget(): void {
      typed.current = '';
    },
    onKey({id}: KeyPress): boolean {
      if (!screenReader || !/^\d$/.test(id)) {
        typed.current = '';
        return false;
      }
      // What is not a row with the digits before it begins a new number.
      const longer = typed.current + id;
      typed.current = Number(longer) > count ? id : longer;
      const number = Number(typed.current);
      if (number >= 1 && number <= count) select(number - 1);
      return true;
    },
  };
}
