import {createContext, useContext} from 'react';
import type {EditedText} from '../../services/ports.ts';
import type {Tone} from '../theme.ts';

/** A line above the footer that stays until the next key. */
export interface Toast {
  text: string;
  tone?: Tone;
}

export interface Question {
  title: string;
  /** One paragraph each. */
  lines: readonly string[];
  /** What Enter does, as a verb: `discard`. */
  yes: string;
  /** What Esc does: `keep editing`. */
  no: string;
}

/** What the app around the screens does for them. It never changes. */
export interface Shell {
  toast(text: string, tone?: Tone): void;
  /** @returns true for Enter, false for Esc */
  ask(question: Question): Promise<boolean>;
  /** A command to the terminal's clipboard; says so. `what` is e.g. `Command`. */
  copy(text: string, what: string): void;
  /** An ID of the service: one that a shell would run parts of is not copied. */
  copyId(id: string, what: string): void;
  /** In the browser, or shows the address. */
  browse(url: string): void;
  /** In the person's own editor, which has the terminal meanwhile. @param name of the file */
  edit(text: string, name: string): Promise<EditedText>;
  /** Runs `then` at once, or once the guard's question was answered with yes. */
  leave(then: () => void): void;
  /** Says something once it is known, on whatever screen; on the terminal where the app has ended by then. */
  sayLater(text: Promise<string>): void;
  /** Asked before the screen is left; see useLeaveGuard. */
  guard: {current: string | undefined};
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell is for components inside the app');
  return shell;
}
