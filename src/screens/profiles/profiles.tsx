import {Box} from 'ink';
import {useEffect, useMemo} from 'react';
import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {Line} from '../components/line.tsx';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useLook} from '../context/look.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import {wrap} from '../text/width.ts';
import {useSlow} from '../time/use-slow.ts';
import {type ProfileRow, profileColumns, profileRows, validationDetail} from './profile-rows.ts';
import {storageLine} from './storage-line.ts';
import {useProfileActions} from './use-profile-actions.ts';
import {useValidations} from './use-validations.ts';

const MOST_DETAIL = 5;

/** Stored profiles: which one is in force, whether they work, and what can be done with them. Needs no network. */
export function Profiles() {
  const {session, host} = useServices();
  const {theme} = useLook();
  const {copy, browse} = useShell();
  const router = useRouter();
  const {logoutAll} = useEntry().params;
  const {profile: chosen, sandbox} = session.globals;
  const columns = useMemo(() => profileColumns(theme.glyphs), [theme]);
  const question = JSON.stringify([sandbox, chosen]);

  const load = useLoad('profiles', question, async () => {
    const credentials = await session.credentials();
    return {profiles: await credentials.profiles(), active: await session.active()};
  });
  // Apart from the list: a keychain that does not answer must not keep anyone from it.
  const storage = useLoad('storage', question, async () => (await session.credentials()).status());
  const validations = useValidations();
  const actions = useProfileActions();
  const rows = useMemo(
    () => profileRows(load.data?.profiles ?? [], load.data?.active, validations.results),
    [load.data, validations.results],
  );
  const list = useListState<ProfileRow>('profiles', rows, ({id}) => id);
  const row = list.selected;

  const [asked, setAsked] = useSaved('asked', !logoutAll);
  const isLoaded = load.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known what there is
  useEffect(() => {
    if (asked || !isLoaded) return;
    setAsked(true);
    actions.logOutAll(rows);
  }, [asked, isLoaded]);

  const slow = useSlow(validations.running || actions.busy);
  const none = row ? undefined : load.busy ? 'profiles are still being read' : 'no profile is stored';
  const blocked = none ?? (actions.busy ? 'something is being changed' : undefined);
  const keys: Binding[] = [
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
      unavailable: blocked ?? whyNotDefault(row),
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
      run: () => validations.start(rows.map(({profile}) => profile)),
    },
    ...(validations.running ? [{keys: ['esc'], label: 'stop', title: 'Stop validating', run: validations.stop}] : []),
    {
      keys: ['o'],
      label: 'keys page',
      title: 'Open the page of API keys on the web',
      inPalette: true,
      unavailable: sandbox ? 'the sandbox has no web page' : undefined,
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
      shown: 'help',
      inPalette: true,
      unavailable: none,
      run: () => row && copy(row.profile.keyId, 'Key ID'),
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
  const error = actions.error ?? validations.error;
  return (
    <Screen
      crumbs={['Profiles']}
      load={load}
      waiting={slow || storage.slow}
      notice={error && {...noticeOf(error), hint: error.hint}}
      sub={storageLine(storage.data, load.data?.active, {sandbox, home: host.home})}
      keys={keys}
      status={rows.length === 0 ? '' : `${rows.length} ${rows.length === 1 ? 'profile' : 'profiles'}`}
    >
      {({columns: width, rows: height}) => {
        const detail = validationDetail(row?.validation).flatMap((text) => wrap(text, width - 6));
        const shown = detail.slice(0, Math.min(MOST_DETAIL, height - 3));
        return (
          <Box flexDirection="column">
            <List
              state={list}
              columns={columns}
              width={width}
              height={shown.length > 0 ? height - shown.length - 1 : height}
              loading={load.busy}
              empty={load.error ? '' : 'No profile is stored. l logs in with an API key, i explains it step by step.'}
            />
            {shown.length > 0 ? <Line content="" width={width} /> : null}
            {shown.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <Line key={index} content={[{text: `   ${text}`, dim: index > 0}]} width={width} />
            ))}
          </Box>
        );
      }}
    </Screen>
  );
}

function whyNotUse(row: ProfileRow | undefined): string | undefined {
  if (row?.shadowed) return 'another profile of this name comes first';
  return row?.active ? 'it is in use already' : undefined;
}

function whyNotDefault(row: ProfileRow | undefined): string | undefined {
  if (row?.shadowed) return 'another profile of this name comes first';
  return row?.profile.isDefault ? 'it is the default already' : undefined;
}
