import {useRef, useState} from 'react';
import {namedBy} from '../../app/present/auth.ts';
import {commandLine} from '../../app/present/formats.ts';
import type {Globals} from '../../app/session/session.ts';
import type {LocalContent, UntrustedConfig, UntrustedHere} from '../../services/credentials/credentials.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {plural} from '../../services/model/values.ts';
import {useServices} from '../context/services.ts';
import {type Question, useShell} from '../context/shell.ts';
import {placeLabel} from '../text/labels.ts';
import type {ProfileRow} from './profile-rows.ts';

export type ProfileActions = ReturnType<typeof useProfileActions>;

export function useProfileActions() {
  const {session, switchProfile} = useServices();
  const {ask, toast} = useShell();
  const {busy, error, change} = useChange();

  const remove = (name?: string) =>
    change(async () => {
      const credentials = await session.credentials();
      const {removed} = await credentials.logout(name).finally(() => {
        const chosen = session.globals.profile;
        switchProfile(name === undefined || name === chosen ? undefined : chosen);
      });
      const done =
        name === undefined ? `Removed ${plural(removed.length, 'stored credential')}` : `Logged out of '${name}'`;
      toast(done, 'good');
    });

  return {
    busy,
    error,
    use({profile: {name}}: ProfileRow) {
      switchProfile(name);
      toast(`Using '${name}' in this run. Press d to make it the default.`, 'good');
    },
    makeDefault({profile: {name}}: ProfileRow) {
      void change(async () => {
        await (await session.credentials()).switchTo(name);
        // A profile chosen by name stays active, otherwise the default becomes active.
        if (session.globals.profile === undefined) switchProfile(undefined);
        toast(`Default profile set to '${name}'`, 'good');
      });
    },
    async trust({config, content}: UntrustedHere) {
      if (!content || !(await ask(trustQuestion(config, content, session.globals)))) return;
      await change(async () => {
        await (await session.credentials()).trust(content.sha256);
        switchProfile(session.globals.profile);
        toast(`Trusted ${config.path}`, 'good');
      });
    },
    async logOut(row: ProfileRow, rows: readonly ProfileRow[]) {
      if (await ask(logoutQuestion(row, rows, session.globals))) await remove(row.profile.name);
    },
    async logOutAll(rows: readonly ProfileRow[]) {
      if (rows.length === 0) return toast('No stored credentials to remove.', 'busy');
      if (await ask(logoutAllQuestion(rows, session.globals))) await remove();
    },
  };
}

function useChange() {
  const {invalidate} = useServices();
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
      invalidate();
    }
  };
  return {busy, error, change};
}

/** `rows` are all profiles: a name may be stored more than once. */
function logoutQuestion({profile}: ProfileRow, rows: readonly ProfileRow[], globals: Globals): Question {
  const {name, keyId} = profile;
  const same = rows.filter((row) => row.profile.name === name);
  return {
    title: 'Log out',
    lines: [
      `Remove '${name}' (key ID ${keyId}) from ${places(same)}?`,
      ...(same.length > 1 ? [`It is stored ${same.length} times: all of them are removed.`] : []),
      afterwards(same),
      '',
      commandLine({command: ['auth', 'logout'], flags: {name}}, {...globals, profile: undefined}),
    ],
    yes: 'log out',
    no: 'keep it',
  };
}

function logoutAllQuestion(rows: readonly ProfileRow[], globals: Globals): Question {
  return {
    title: 'Log out of all profiles',
    lines: [
      `Remove ${plural(rows.length, 'stored profile')} from ${places(rows)}?`,
      `They are: ${rows.map(({profile}) => profile.name).join(', ')}.`,
      afterwards(rows),
      '',
      commandLine({command: ['auth', 'logout'], flags: {all: true}}, {...globals, profile: undefined}),
    ],
    yes: 'remove all',
    no: 'keep them',
  };
}

function trustQuestion(
  {path, reason}: UntrustedConfig,
  content: LocalContent,
  {sandbox}: Pick<Globals, 'sandbox'>,
): Question {
  return {
    title: 'Trust local config',
    lines: [
      `Use ${path}? It is ${reason}.`,
      namedBy(content),
      'Its profiles and its default then take precedence over yours.',
      '',
      commandLine({command: ['auth', 'trust'], flags: {}}, {sandbox, profile: undefined}),
    ],
    yes: 'trust it',
    no: 'ignore it',
  };
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
    ? 'Logging in again needs the key file: this deletes the copy in the keychain.'
    : 'Key files stay where they are; pasted keys that nothing else uses are deleted.';
}
