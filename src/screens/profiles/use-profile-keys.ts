import type {UntrustedHere} from '../../services/credentials/credentials.ts';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import type {ProfileRow} from './profile-rows.ts';
import type {ProfilesState} from './use-profiles.ts';

/** The keys of Profiles, most useful first. */
export function useProfileKeys(state: ProfilesState): Binding[] {
  const {session} = useServices();
  const {copyId, browse} = useShell();
  const router = useRouter();
  const {load, rows, row, validations, actions} = state;
  const none = row ? undefined : load.busy ? 'still reading the profiles' : 'no profile is stored';
  const blocked = none ?? (actions.busy ? 'another change is under way' : undefined);
  const palette = {inPalette: true} as const;
  const quiet = {shown: 'help', inPalette: true} as const;
  return [
    ...chosenKeys(state, blocked),
    {keys: ['l'], label: 'log in', title: 'Log in: add a profile', run: () => router.push('login')},
    {
      keys: ['x'],
      label: 'log out',
      title: 'Log out: remove this profile',
      ...palette,
      unavailable: blocked,
      run: () => row && actions.logOut(row, rows),
    },
    {
      keys: ['v'],
      label: 'validate',
      title: 'Validate every profile over the network',
      ...palette,
      unavailable: none,
      run: () => validations.start(rows.map(({profile}) => profile)),
    },
    ...(validations.running ? [{keys: ['esc'], label: 'stop', title: 'Stop validating', run: validations.stop}] : []),
    trustKey(state),
    {
      keys: ['o'],
      label: 'keys page',
      title: 'Open the page of API keys on the web',
      ...palette,
      unavailable: session.globals.sandbox ? 'the sandbox has no web page' : undefined,
      run: () => browse(KEYS_PAGE),
    },
    {
      keys: ['i'],
      label: 'set-up',
      title: 'First-time set-up, step by step',
      shown: 'help',
      run: () => router.push('init'),
    },
    {
      keys: ['y'],
      label: 'copy key ID',
      title: 'Copy the key ID',
      ...quiet,
      unavailable: none,
      run: () => row && copyId(row.profile.keyId, 'Key ID'),
    },
    {
      keys: ['X'],
      label: 'log out of all',
      title: 'Log out of all profiles',
      ...quiet,
      unavailable: blocked,
      run: () => actions.logOutAll(rows),
    },
  ];
}

function trustKey({load, actions}: ProfilesState): Binding {
  const untrusted = load.data?.untrusted;
  return {
    keys: ['t'],
    label: 'trust',
    title: 'Trust the local config of this repository',
    shown: untrusted?.content ? 'footer' : 'help',
    inPalette: true,
    unavailable:
      (load.data ? whyNotTrust(untrusted) : 'still reading the profiles') ??
      (actions.busy ? 'another change is under way' : undefined),
    run: () => untrusted && actions.trust(untrusted),
  };
}

function whyNotTrust(untrusted: UntrustedHere | undefined): string | undefined {
  if (!untrusted) return 'there is no local config that is not used';
  if (!untrusted.config.canBeTrusted) return untrusted.config.reason;
  return untrusted.content ? undefined : 'it cannot be read';
}

/** The keys that choose the profile in use: in this run, and by default. */
function chosenKeys({row, actions}: ProfilesState, blocked: string | undefined): Binding[] {
  return [
    {
      keys: ['enter'],
      label: 'use',
      title: 'Use this profile in this run',
      unavailable: blocked ?? whyNotUse(row),
      run: () => row && actions.use(row),
    },
    {
      keys: ['d'],
      label: 'make default',
      title: 'Make this profile the default',
      inPalette: true,
      guarded: true,
      unavailable: blocked ?? whyNotDefault(row),
      run: () => row && actions.makeDefault(row),
    },
  ];
}

const SHADOWED = 'another profile of this name comes first';

function whyNotUse(row: ProfileRow | undefined): string | undefined {
  if (row?.shadowed) return SHADOWED;
  return row?.active ? 'it is already in use' : undefined;
}

function whyNotDefault(row: ProfileRow | undefined): string | undefined {
  if (row?.shadowed) return SHADOWED;
  return row?.profile.isDefault ? 'it is already the default' : undefined;
}
