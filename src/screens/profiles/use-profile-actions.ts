import {useRef, useState} from 'react';
import {scripted} from '../../app/use-cases/scripted.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {placeLabel} from '../text/labels.ts';
import type {ProfileRow} from './profile-rows.ts';

export interface ProfileActions {
  /** Something is being changed: keychains take their time. */
  busy: boolean;
  error: ToolError | undefined;
  use(row: ProfileRow): void;
  makeDefault(row: ProfileRow): void;
  /** Asks first. */
  logOut(row: ProfileRow, rows: readonly ProfileRow[]): void;
  /** Asks first. */
  logOutAll(rows: readonly ProfileRow[]): void;
}

/** What can be done to stored profiles, through the same services as `auth switch` and `auth logout`. */
export function useProfileActions(): ProfileActions {
  const {session, touched, workAs} = useServices();
  const {ask, toast} = useShell();
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

  const remove = (name: string | undefined) =>
    change(async () => {
      const {removed} = await (await session.credentials()).logout(name).finally(() => {
        const chosen = session.globals.profile;
        workAs(name === undefined || name === chosen ? undefined : chosen);
      });
      toast(
        name === undefined ? `Removed ${count(removed.length, 'stored credential')}` : `Logged out of '${name}'`,
        'good',
      );
    });

  return {
    busy,
    error,
    use({profile: {name}}) {
      workAs(name);
      toast(`Using '${name}' in this run. d makes it the default of every run.`, 'good');
    },
    makeDefault({profile: {name}}) {
      void change(async () => {
        await (await session.credentials()).switchTo(name);
        // What was chosen by name stays; else the default is what is in force.
        if (session.globals.profile === undefined) workAs(undefined);
        toast(`Default profile set to '${name}'`, 'good');
      });
    },
    async logOut({profile}, rows) {
      const {name} = profile;
      const same = rows.filter((row) => row.profile.name === name);
      const yes = await ask({
        title: 'Log out',
        lines: [
          `Remove '${name}' (key ID ${profile.keyId}) from ${places(same)}?`,
          ...(same.length > 1 ? [`It is stored ${same.length} times: all of them go.`] : []),
          afterwards(same),
          '',
          scripted(['auth', 'logout'], new Map([['name', name]]), {...session.globals, profile: undefined}),
        ],
        yes: 'log out',
        no: 'keep it',
      });
      if (yes) await remove(name);
    },
    async logOutAll(rows) {
      if (rows.length === 0) return toast('No stored credentials to remove.', 'busy');
      const yes = await ask({
        title: 'Log out of all profiles',
        lines: [
          `Remove ${count(rows.length, 'stored profile')} from ${places(rows)}?`,
          `They are: ${rows.map(({profile}) => profile.name).join(', ')}.`,
          afterwards(rows),
          '',
          scripted(
            ['auth', 'logout'],
            new Map([['all', 'true']]),
            {...session.globals, profile: undefined},
            () => true,
          ),
        ],
        yes: 'remove all',
        no: 'keep them',
      });
      if (yes) await remove(undefined);
    },
  };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const PLACES: Readonly<Record<string, string>> = {
  keychain: 'the system keychain',
  'local keychain': 'the system keychain',
  config: 'the config file',
  'local config': "the repository's config file",
};

function places(rows: readonly ProfileRow[]): string {
  const words = new Set(rows.map(({profile}) => PLACES[placeLabel(profile)] ?? placeLabel(profile)));
  return [...words].join(' and ');
}

function afterwards(rows: readonly ProfileRow[]): string {
  return rows.some(({profile}) => profile.storedIn === 'keychain')
    ? 'Logging in again needs the key file: the copy in the keychain is the one that goes.'
    : 'Key files stay where they are; keys that were pasted go.';
}
