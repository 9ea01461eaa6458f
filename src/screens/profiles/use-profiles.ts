import {useEffect, useMemo} from 'react';
import type {StatusReport, UntrustedHere} from '../../services/credentials/credentials.ts';
import type {ActiveProfile, Profile} from '../../services/model/credential.ts';
import {type ListState, useListState} from '../components/list-state.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import {type ProfileRow, profileRows} from './profile-rows.ts';
import {type ProfileActions, useProfileActions} from './use-profile-actions.ts';
import {useValidations, type Validations} from './use-validations.ts';

export interface ProfilesState {
  load: Load<{profiles: readonly Profile[]; active?: ActiveProfile; untrusted?: UntrustedHere}>;
  /** Where profiles are stored. */
  storage: Load<StatusReport>;
  rows: readonly ProfileRow[];
  list: ListState<ProfileRow>;
  row: ProfileRow | undefined;
  validations: Validations;
  actions: ProfileActions;
}

/** The stored profiles, the one in use, and the actions under way. */
export function useProfiles(): ProfilesState {
  const {session} = useServices();
  const {profile: chosen, sandbox} = session.globals;
  const question = JSON.stringify([sandbox, chosen]);
  const load = useLoad('profiles', question, async () => {
    const credentials = await session.credentials();
    return {
      profiles: await credentials.profiles(),
      active: await session.active(),
      untrusted: await credentials.untrusted(),
    };
  });
  // Not with the list: a keychain that does not answer must not block it.
  const storage = useLoad('storage', question, async () => (await session.credentials()).status());
  const validations = useValidations();
  const {results} = validations;
  const {data} = load;
  const rows = useMemo(() => profileRows(data?.profiles ?? [], data?.active, results), [data, results]);
  const list = useListState<ProfileRow>('profiles', rows, ({id}) => id);
  const actions = useProfileActions();
  useLogoutRequest(data && (() => actions.logOutAll(rows)));
  return {load, storage, rows, list, row: list.selected, validations, actions};
}

/** Opened by a bare `auth logout`, the screen asks at once. @param logOutAll undefined until the profiles are read */
function useLogoutRequest(logOutAll: (() => void) | undefined): void {
  const {logoutAll = false} = useEntry().params;
  const [asked, setAsked] = useSaved('asked', !logoutAll);
  const isReady = logOutAll !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (asked || !isReady) return;
    setAsked(true);
    logOutAll();
  }, [asked, isReady]);
}
