import {useCallback, useEffect, useMemo} from 'react';
import {pagesOfAllProfiles, profileSessions} from '../../app/session/all-profiles.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import {useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Notice} from '../frame/banner.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {whyUnread} from '../text/labels.ts';
import type {HomeApp} from './app-status.ts';

interface UnreadProfile {
  profile: string;
  error: ToolError;
}

const NONE: readonly never[] = [];

/** Lists the apps of the active profile or of all profiles. Each row is read and changed with its own profile. */
export function useAllProfiles() {
  const {session, profile, switchProfile} = useServices();
  const {toast} = useShell();
  const [isOn, setOn] = useSaved('all profiles', false);
  const [unread, setUnread] = useSaved<readonly UnreadProfile[]>('unread profiles', NONE);
  // Kept as long as Home is shown: a keychain may prompt for each.
  const sessions = useMemo(() => profileSessions(session, profile?.name), [session, profile?.name]);
  useEffect(() => () => void sessions.close().catch(() => {}), [sessions]);

  async function* pages(read: (store: Store) => AsyncIterable<Page<HomeApp>>): AsyncGenerator<Page<HomeApp>> {
    if (!isOn) return yield* read(await session.store());
    const failures: UnreadProfile[] = [];
    for await (const {profile: name, error, ...page} of pagesOfAllProfiles(session, read, sessions)) {
      if (error) failures.push({profile: name, error});
      yield page;
    }
    setUnread(failures);
  }
  const isOther = (app: HomeApp | undefined) => app?.profile !== undefined && app.profile !== profile?.name;
  const change = (app: HomeApp | undefined) => {
    if (!isOther(app)) return;
    switchProfile(app?.profile);
    toast(`Using '${app?.profile}' in this run.`, 'good');
  };
  return {
    isOn,
    pages,
    isOther,
    change,
    withProfileOf: (app: HomeApp | undefined, binding: Binding): Binding => ({
      ...binding,
      run(key) {
        change(app);
        binding.run?.(key);
      },
    }),
    storeOf: useCallback((app: HomeApp) => sessions.of(app.profile).store(), [sessions]),
    notice: isOn && unread.length > 0 ? unreadNotice(unread) : undefined,
    key: paletteKey(
      'a',
      isOn ? 'one profile' : 'all profiles',
      isOn ? 'Show the apps of the profile in use' : 'Show the apps of all profiles',
      () => setOn(!isOn),
      {shown: 'help'},
    ),
  };
}

function unreadNotice(unread: readonly UnreadProfile[]): Notice {
  const names = unread.map(({profile, error}) => `'${profile}' (${whyUnread(error)})`);
  return {tone: 'bad', text: `Not read: ${names.join(', ')}. P profiles, r retries.`};
}
