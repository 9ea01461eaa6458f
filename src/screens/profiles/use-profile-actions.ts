import {useRef, useState} from 'react';
import type {UntrustedHere} from '../../services/credentials/credentials.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {plural} from '../text/labels.ts';
import type {ProfileRow} from './profile-rows.ts';
import {logoutAllQuestion, logoutQuestion, trustQuestion} from './questions.ts';

export interface ProfileActions {
  /** A change is under way: keychains take their time. */
  busy: boolean;
  error: ToolError | undefined;
  use(row: ProfileRow): void;
  makeDefault(row: ProfileRow): void;
  /** Asks first, naming what it is. */
  trust(untrusted: UntrustedHere): void;
  /** Asks first. */
  logOut(row: ProfileRow, rows: readonly ProfileRow[]): void;
  /** Asks first. */
  logOutAll(rows: readonly ProfileRow[]): void;
}

/** Actions on stored profiles, through the same services as `auth switch` and `auth logout`. */
export function useProfileActions(): ProfileActions {
  const {session, workAs} = useServices();
  const {ask, toast} = useShell();
  const {busy, error, change} = useChange();

  /** @param name all of them when absent */
  const remove = (name?: string) =>
    change(async () => {
      const credentials = await session.credentials();
      const {removed} = await credentials.logout(name).finally(() => {
        const chosen = session.globals.profile;
        workAs(name === undefined || name === chosen ? undefined : chosen);
      });
      const done =
        name === undefined ? `Removed ${plural(removed.length, 'stored credential')}` : `Logged out of '${name}'`;
      toast(done, 'good');
    });

  return {
    busy,
    error,
    use({profile: {name}}) {
      workAs(name);
      toast(`Using '${name}' in this run. Press d to make it the default.`, 'good');
    },
    makeDefault({profile: {name}}) {
      void change(async () => {
        await (await session.credentials()).switchTo(name);
        // A profile that was chosen by name stays in use; else the default is.
        if (session.globals.profile === undefined) workAs(undefined);
        toast(`Default profile set to '${name}'`, 'good');
      });
    },
    async trust({config, content}) {
      if (!content || !(await ask(trustQuestion(config, content, session.globals)))) return;
      await change(async () => {
        await (await session.credentials()).trust(content.sha256);
        workAs(session.globals.profile);
        toast(`Trusted ${config.path}`, 'good');
      });
    },
    async logOut(row, rows) {
      if (await ask(logoutQuestion(row, rows, session.globals))) await remove(row.profile.name);
    },
    async logOutAll(rows) {
      if (rows.length === 0) return toast('No stored credentials to remove.', 'busy');
      if (await ask(logoutAllQuestion(rows, session.globals))) await remove();
    },
  };
}

interface Change {
  busy: boolean;
  /** Why the last change failed. */
  error: ToolError | undefined;
  /** One at a time; a second one is dropped. */
  change(work: () => Promise<void>): Promise<void>;
}

function useChange(): Change {
  const {touched} = useServices();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ToolError>();
  const working = useRef(false);
  const change = async (work: () => Promise<void>) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      setError(asToolError(reason));
    } finally {
      working.current = false;
      setBusy(false);
      touched();
    }
  };
  return {busy, error, change};
}
