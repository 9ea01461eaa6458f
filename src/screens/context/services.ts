import {createContext, useContext} from 'react';
import type {Command} from '../../app/command.ts';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import type {Checked} from './checked.ts';

/** What is worked with, and as whom. */
export interface Services {
  session: Session;
  host: Host;
  commands: readonly Command[];
  /** The profile in force; undefined while it is looked up and when there is none. */
  profile: ActiveProfile | undefined;
  /** Who wants that nothing is written to the service, e.g. `--read-only`; undefined when it may be. */
  readOnly: string | undefined;
  /** App IDs, the last used first; the first may be the bundle ID of TOOL_APP_ID. */
  recentApps: readonly string[];
  /** Call when an app is opened. */
  markUsed(appId: string): void;
  /** Grows with every write, so that screens returned to read again. */
  revision: number;
  /** What is missing of versions, as far as this run has found out. */
  checked: Checked;
  /** What was read of phased releases in this run, by the ID of their version; of another session, nothing. */
  rollOuts: Map<string, RollOutReading>;
  /** Call after a write: what is shown elsewhere may be old now. */
  touched(): void;
  /**
   * Works with another profile from now on (or, without a name, with whatever is in force): what all screens but the one
   * in front hold is dropped at once.
   */
  workAs(name: string | undefined): void;
  /** The same, on the embedded sandbox store. */
  workInSandbox(): void;
}

/** An answer, when it came, and how many writes there had been. */
interface RollOutReading {
  phased: PhasedRelease | undefined;
  at: number;
  revision: number;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices is for components inside the app');
  return services;
}
