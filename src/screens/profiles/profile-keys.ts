import type {UntrustedHere} from '../../services/credentials/credentials.ts';
import {useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {useKeysPageKey} from '../flows/common-keys.ts';
import type {Binding} from '../input/keyboard.ts';
import type {ProfileActions} from './profile-actions.ts';
import type {ProfileRow, Validations} from './profile-rows.ts';

interface KeyContext {
  isRead: boolean;
  isReading: boolean;
  rows: readonly ProfileRow[];
  row: ProfileRow | undefined;
  untrusted: UntrustedHere | undefined;
  validations: Validations;
  actions: ProfileActions;
}

const CHANGING = 'another change is under way';
const READING = 'still reading the profiles';

export function useProfileKeys({isRead, isReading, rows, row, untrusted, validations, actions}: KeyContext): Binding[] {
  const {copyId} = useShell();
  const keysPage = useKeysPageKey('o');
  const router = useRouter();
  const none = row ? undefined : isReading ? READING : 'no profile is stored';
  const blocked = none ?? (actions.busy ? CHANGING : undefined);
  const shadowed = row?.shadowed ? 'another profile of this name comes first' : undefined;
  const inUse = row?.active ? 'it is already in use' : undefined;
  const isDefault = row?.profile.isDefault ? 'it is already the default' : undefined;
  return [
    {
      keys: ['enter'],
      label: 'use',
      title: 'Use this profile in this run',
      unavailable: blocked ?? shadowed ?? inUse,
      run: () => row && actions.use(row),
    },
    {
      keys: ['d'],
      label: 'make default',
      title: 'Make this profile the default',
      inPalette: true,
      guarded: true,
      unavailable: blocked ?? shadowed ?? isDefault,
      run: () => row && actions.makeDefault(row),
    },
    {keys: ['l'], label: 'log in', title: 'Log in: add a profile', run: () => router.push('login')},
    {
      keys: ['x'],
      label: 'log out',
      title: 'Log out: remove this profile',
      inPalette: true,
      unavailable: blocked,
      run: () => row && actions.logOut(row, rows),
    },
    {
      keys: ['v'],
      label: 'validate',
      title: 'Validate every profile over the network',
      inPalette: true,
      unavailable: none,
      run: () => validations.validate(rows.map(({profile}) => profile)),
    },
    ...(validations.running ? [{keys: ['esc'], label: 'stop', title: 'Stop validating', run: validations.stop}] : []),
    {
      keys: ['t'],
      label: 'trust',
      title: 'Trust the local config of this repository',
      shown: untrusted?.content ? 'footer' : 'help',
      inPalette: true,
      unavailable: (isRead ? whyNotTrust(untrusted) : READING) ?? (actions.busy ? CHANGING : undefined),
      run: () => untrusted && actions.trust(untrusted),
    },
    keysPage,
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
      shown: 'help',
      inPalette: true,
      unavailable: none,
      run: () => row && copyId(row.profile.keyId, 'Key ID'),
    },
    {
      keys: ['X'],
      label: 'log out of all',
      title: 'Log out of all profiles',
      shown: 'help',
      inPalette: true,
      unavailable: blocked,
      run: () => actions.logOutAll(rows),
    },
  ];
}

function whyNotTrust(untrusted: UntrustedHere | undefined): string | undefined {
  if (!untrusted) return 'no local config is waiting to be trusted';
  if (!untrusted.config.canBeTrusted) return untrusted.config.reason;
  return untrusted.content ? undefined : 'it cannot be read';
}
