import {useEffect, useMemo} from 'react';
import {namedBy} from '../../app/commands/auth/edit.ts';
import {commandLine} from '../../app/present/formats.ts';
import {validateProfile} from '../../app/session/login.ts';
import type {Globals} from '../../app/session/session.ts';
import type {UntrustedConfig} from '../../services/credentials/credentials.ts';
import type {LocalContent, UntrustedHere} from '../../services/credentials/trust.ts';
import type {Profile, Validation} from '../../services/model/credential.ts';
import {plural} from '../../services/model/values.ts';
import type {ListState} from '../components/list-model.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Question, useShell} from '../context/shell.ts';
import {useKeysPageKey} from '../flows/common-keys.ts';
import {useQuery} from '../hooks/use-query.ts';
import {useParts, useTask} from '../hooks/use-task.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';

export function useProfileList() {
  const {session} = useServices();
  return useQuery('profiles', async () => {
    const credentials = await session.credentials();
    return {
      profiles: await credentials.profiles(),
      active: await session.active(),
      untrusted: await credentials.untrusted(),
    };
  });
}

export function rowId({name, storedIn, configPath}: Profile): string {
  return JSON.stringify([name, storedIn, configPath]);
}

export function useValidations() {
  const {session} = useServices();
  const {parts, running, error, start, stop} = useParts<[id: string, result: RowValidation]>();
  const results = useMemo(
    () => new Map(parts.filter(([, {outcome}]) => running || outcome !== 'running')),
    [parts, running],
  );
  return {
    results,
    running,
    error,
    stop,
    /** Validates one profile after another, because a keychain may ask for each secret. */
    validate: (profiles: readonly Profile[]) =>
      start(async function* (signal) {
        for (const profile of profiles) {
          if (signal.aborted) return;
          yield [rowId(profile), {outcome: 'running'}];
          yield [rowId(profile), await validateProfile(profile, session, signal)];
        }
      }),
  };
}

export type RowValidation = Validation | {outcome: 'running'};

export interface ProfileRow {
  id: string;
  profile: Profile;
  active: boolean;
  /** True if another profile of the same name takes precedence. */
  shadowed: boolean;
  validation?: RowValidation;
}

export function useProfileKeys(
  {data, busy}: ReturnType<typeof useProfileList>,
  {rows, selected: row}: ListState<ProfileRow>,
  validations: ReturnType<typeof useValidations>,
  reason: readonly string[],
) {
  const isRead = data !== undefined;
  const untrusted = data?.untrusted;
  const {session, switchProfile, invalidate} = useServices();
  const {ask, toast, copyId} = useShell();
  const keysPage = useKeysPageKey('o');
  const router = useRouter();
  const task = useTask<void>();
  const {globals} = session;
  const {profile, shadowed, active} = row ?? {};
  const name = profile?.name ?? '';

  const change = (work: (credentials: Awaited<ReturnType<typeof session.credentials>>) => Promise<void>) => {
    task.run(async () => work(await session.credentials()).finally(invalidate));
  };
  const logOut = async (one?: ProfileRow) => {
    if (rows.length === 0) return toast('No stored credentials to remove.', 'busy');
    if (!(await ask(logoutQuestion(one, rows, globals)))) return;
    const gone = one?.profile.name;
    change(async (credentials) => {
      const {removed} = await credentials.logout(gone).finally(() => {
        switchProfile(gone === undefined || gone === globals.profile ? undefined : globals.profile);
      });
      toast(one ? `Logged out of '${gone}'` : `Removed ${plural(removed.length, 'stored credential')}`, 'good');
    });
  };
  const trust = async ({config, content}: UntrustedHere) => {
    if (!content || !(await ask(trustQuestion(config, content, globals)))) return;
    change(async (credentials) => {
      await credentials.trust(content.sha256);
      switchProfile(globals.profile);
      toast(`Trusted ${config.path}`, 'good');
    });
  };
  const validate = () => validations.validate(rows.map((one) => one.profile));
  const {logoutAll} = useEntry().params;
  const [isDone, setDone] = useSaved('requested', !logoutAll);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useEffect(() => {
    if (isDone || !isRead) return;
    setDone(true);
    void logOut();
  }, [isDone, isRead]);

  const isBusy = task.status === 'running';
  const changing = isBusy ? 'another change is under way' : undefined;
  const none = row ? undefined : busy ? READING : 'no profile is stored';
  const blocked = none ?? changing;
  const unused = shadowed ? 'another profile of this name comes first' : undefined;
  const readWhy = async () => {
    const question = {title: `Validation of '${name}'`, lines: reason, yes: 'validate again', no: 'close'};
    if (await ask(question)) validate();
  };
  const makeDefault = () =>
    change(async (credentials) => {
      await credentials.switchTo(name);
      // The new default becomes active, unless the user chose a profile by name.
      if (globals.profile === undefined) switchProfile(undefined);
      toast(`Default profile set to '${name}'`, 'good');
    });
  const keys: Binding[] = [
    ...(reason.length > 0
      ? [{keys: ['w'], label: 'why', title: 'Show the full result of its validation', run: () => void readWhy()}]
      : []),
    {
      keys: ['enter'],
      label: 'use',
      title: 'Use this profile in this run',
      unavailable: blocked ?? unused ?? (active ? 'it is already in use' : undefined),
      run() {
        switchProfile(name);
        toast(`Using '${name}' in this run. Press d to make it the default.`, 'good');
      },
    },
    paletteKey('d', 'make default', 'Make this profile the default', makeDefault, {
      guarded: true,
      unavailable: blocked ?? unused ?? (profile?.isDefault ? 'it is already the default' : undefined),
    }),
    {keys: ['l'], label: 'log in', title: 'Log in: add a profile', run: () => router.push('login')},
    paletteKey('x', 'log out', 'Log out: remove this profile', () => void logOut(row), {unavailable: blocked}),
    paletteKey('v', 'validate', 'Validate every profile over the network', validate, {unavailable: none}),
    ...(validations.running ? [{keys: ['esc'], label: 'stop', title: 'Stop validating', run: validations.stop}] : []),
    paletteKey('t', 'trust', 'Trust the local config of this repository', () => untrusted && void trust(untrusted), {
      shown: untrusted?.content ? 'footer' : 'help',
      unavailable: (isRead ? whyNotTrust(untrusted) : READING) ?? changing,
    }),
    keysPage,
    {
      keys: ['i'],
      label: 'set-up',
      title: 'First-time set-up, step by step',
      shown: 'help',
      run: () => router.push('init'),
    },
    paletteKey('y', 'copy key ID', 'Copy the key ID', () => profile && copyId(profile.keyId, 'Key ID'), {
      shown: 'help',
      unavailable: none,
    }),
  ];
  return {keys, task};
}

const READING = 'still reading the profiles';

function whyNotTrust(untrusted: UntrustedHere | undefined): string | undefined {
  if (!untrusted) return 'no local config is waiting to be trusted';
  if (!untrusted.config.canBeTrusted) return untrusted.config.reason;
  return untrusted.content ? undefined : 'it cannot be read';
}

function logoutQuestion(one: ProfileRow | undefined, rows: readonly ProfileRow[], globals: Globals): Question {
  const {name, keyId} = one?.profile ?? {};
  const removed = rows.filter(({profile}) => name === undefined || profile.name === name);
  const names = removed.map(({profile}) => profile.name).join(', ');
  const flags: Record<string, string | boolean> = name === undefined ? {all: true} : {name};
  return {
    title: one ? 'Log out' : 'Log out of all profiles',
    lines: [
      one
        ? `Remove '${name}' (key ID ${keyId}) wherever it is stored?`
        : `Remove ${plural(removed.length, 'stored profile')}: ${names}?`,
      removed.some(({profile}) => profile.storedIn === 'keychain')
        ? 'Logging in again needs the key file: this deletes the copy in the keychain.'
        : 'Key files stay where they are; pasted keys that nothing else uses are deleted.',
      '',
      commandLine({command: ['auth', 'logout'], flags}, {...globals, profile: undefined}),
    ],
    yes: one ? 'log out' : 'remove all',
    no: one ? 'keep it' : 'keep them',
  };
}

function trustQuestion({path, reason}: UntrustedConfig, content: LocalContent, {sandbox}: Globals): Question {
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
