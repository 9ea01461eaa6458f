import {Box} from 'ink';
import {useMemo} from 'react';
import type {UntrustedHere} from '../../services/credentials/credentials.ts';
import {Lines} from '../components/line.tsx';
import {List} from '../components/list.tsx';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {type Notice, noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {plural} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {type Size, wrap} from '../text/width.ts';
import {useSlow} from '../time/use-slow.ts';
import {type ProfileRow, profileColumns, validationDetail} from './profile-rows.ts';
import {storageLine} from './storage-line.ts';
import {useProfileKeys} from './use-profile-keys.ts';
import {type ProfilesState, useProfiles} from './use-profiles.ts';

/** Stored profiles: which one is in use, whether they work, and their actions. Needs no network. */
export function Profiles() {
  const {session, host} = useServices();
  const state = useProfiles();
  const {load, storage, rows, validations, actions} = state;
  const keys = useProfileKeys(state);
  const slow = useSlow(validations.running || actions.busy);
  const error = actions.error ?? validations.error;
  const around = {sandbox: session.globals.sandbox, home: host.home};
  return (
    <Screen
      crumbs={['Profiles']}
      load={load}
      waiting={slow || storage.slow}
      notice={error ? {...noticeOf(error), hint: error.hint} : untrustedNotice(load.data?.untrusted)}
      sub={storageLine(storage.data, load.data?.active, around)}
      keys={keys}
      status={rows.length === 0 ? '' : plural(rows.length, 'profile')}
    >
      {(area) => <ProfileList state={state} area={area} />}
    </Screen>
  );
}

function untrustedNotice(untrusted: UntrustedHere | undefined): Notice | undefined {
  if (!untrusted) return undefined;
  const {message, remedy} = untrusted.config;
  const keys = untrusted.content && 't shows what it names, and trusts it.';
  return {tone: 'busy', text: message, hint: keys ? undefined : remedy, keys};
}

const MOST_DETAIL = 5;

/** The profiles, and below them the full result of the network check for the selected one. */
function ProfileList({
  state: {load, list, row},
  area: {columns: width, rows: height},
}: {
  state: ProfilesState;
  area: Size;
}) {
  const {theme} = useDisplay();
  const columns = useMemo(() => profileColumns(theme.glyphs), [theme]);
  const detail = detailLines(row, width).slice(0, Math.min(MOST_DETAIL, height - 3));
  const below = detail.length > 0 ? ['', ...detail] : [];
  return (
    <Box flexDirection="column">
      <List
        state={list}
        columns={columns}
        width={width}
        height={height - below.length}
        loading={load.busy}
        empty={load.error ? '' : 'No profile is stored. l logs in with an API key, i explains it step by step.'}
      />
      <Lines lines={below} width={width} />
    </Box>
  );
}

function detailLines(row: ProfileRow | undefined, width: number): LineContent[] {
  const lines = validationDetail(row?.validation).flatMap((text) => wrap(text, width - 6));
  return lines.map((text, index) => [{text: `   ${text}`, dim: index > 0}]);
}
