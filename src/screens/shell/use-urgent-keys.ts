import {useRef} from 'react';
import type {KeyPress} from '../input/key-press.ts';
import type {TerminalActions} from './terminal-actions.ts';
import type {Questions} from './use-questions.ts';

/** Keys that no screen, field or dialog ever gets. @returns whether a key was one of them */
export function useUrgentKeys(terminal: TerminalActions, {guard, leave}: Questions): (key: KeyPress) => boolean {
  const quitting = useRef(false);
  const stay = () => {
    quitting.current = false;
  };
  return ({id}) => {
    switch (id) {
      case 'ctrl+c':
        // A second one always quits.
        if (quitting.current || guard.current === undefined) terminal.exit(130);
        quitting.current = true;
        leave(() => terminal.exit(130), stay);
        return true;
      case 'ctrl+z':
        terminal.suspend?.();
        return true;
      case 'ctrl+l':
        terminal.repaint();
        return true;
      default:
        return false;
    }
  };
}
