import {createContext, useContext} from 'react';
import type {Command} from '../../app/command.ts';
import type {Session} from '../../app/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Host} from '../../services/ports.ts';
import type {Size} from '../text/size.ts';
import type {Theme, Tone} from '../theme.ts';

export interface Question {
  title: string;
  /** One paragraph each. */
  lines: readonly string[];
  /** What Enter does, as a verb: `discard`. */
  yes: string;
  /** What Esc does: `keep editing`. */
  no: string;
}

/** A line above the footer that stays until the next key. */
export interface Toast {
  text: string;
  tone?: Tone;
}

/** What every screen may use. */
export interface AppApi {
  session: Session;
  host: Host;
  commands: readonly Command[];
  theme: Theme;
  /** Linear text: no boxes, numbered rows. */
  screenReader: boolean;
  /** At least MINIMUM. */
  size: Size;
  /** The profile in force; undefined while it is looked up and when there is none. */
  profile: ActiveProfile | undefined;
  /** App IDs, the last used first. */
  recentApps: readonly string[];
  /** Call when an app is opened. */
  markUsed(appId: string): void;
  /** Grows with every write, so that screens returned to read again. */
  revision: number;
  /** Call after a write: what is shown elsewhere may be old now. */
  touched(): void;
  /** A line that stays until the next key. */
  toast(text: string, tone?: Tone): void;
  /** @returns true for Enter, false for Esc */
  ask(question: Question): Promise<boolean>;
  /** To the terminal's clipboard; says so. `what` is e.g. `ID`. */
  copy(text: string, what: string): void;
  /** In the browser, or shows the address. */
  browse(url: string): void;
  /**
   * Works with another profile from now on (or, without a name, with whatever is in force): what all screens but the one
   * in front hold is dropped at once.
   */
  workAs(name: string | undefined): void;
  /** The same, on the embedded sandbox store. */
  workInSandbox(): void;
  /** Looks up the profile in force again, after a log-in or log-out. */
  reloadProfile(): void;
  /** Runs `then` at once, or after the question of a dirty form was answered with yes. */
  leave(then: () => void): void;
  /** What would be lost by leaving, of the form that is mounted; see useLeaveGuard. */
  guard: {current: string | undefined};
  quit(): void;
}

export const AppContext = createContext<AppApi | undefined>(undefined);

export function useApp(): AppApi {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp is for components inside the app');
  return app;
}
