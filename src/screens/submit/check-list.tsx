import {useState} from 'react';
import type {Readiness, ReadinessCheck} from '../../services/model/readiness.ts';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useLook} from '../context/look.ts';
import {useServices} from '../context/services.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import type {VersionFlowSubject} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import {plural, versionLabel} from '../text/labels.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {checkColumns, checkKey} from './check-columns.ts';
import {SubmitDialog} from './submit-dialog.tsx';
import {useMending} from './use-mending.ts';

const NONE: readonly ReadinessCheck[] = [];

/** What review asks for, errors first. Enter opens what mends a line; `S` goes on, whatever the list says. */
export function CheckList({version, app, crumbs}: VersionFlowSubject) {
  const {session} = useServices();
  const {theme} = useLook();
  const time = useLocalTime();
  const [isConfirming, setConfirming] = useState(false);
  const load = useLoad<Readiness>('checks', version.id, async (signal) => {
    const store = await session.store();
    return store.checkVersion(version.id, {askService: false}, signal);
  });
  const checks = load.data?.checks ?? NONE;
  const errors = checks.filter(({status}) => status === 'error').length;
  const state = useListState('checks', checks, checkKey);
  const mend = useMending({version, app});
  const mending = state.selected && mend(state.selected);
  const keys: Binding[] = [
    {
      keys: ['enter'],
      label: mending?.label ?? 'mend',
      title: 'Open what mends this line',
      unavailable: mending ? undefined : 'this line has nothing to mend',
      run: () => mending?.run(),
    },
    {
      keys: ['S'],
      label: errors > 0 ? 'submit all the same' : 'submit',
      title: `Submit ${versionLabel(version)} for review${errors > 0 ? ' all the same' : ''}`,
      inPalette: true,
      unavailable: load.data ? undefined : 'the check has not ended',
      run: () => setConfirming(true),
    },
    useAppPageKey(app),
  ];
  return (
    <Screen
      crumbs={crumbs}
      load={load}
      keys={keys}
      status={load.data ? summary(errors) : ''}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
      dialog={isConfirming ? <SubmitDialog errors={errors} onCancel={() => setConfirming(false)} /> : undefined}
    >
      {({columns, rows}) => (
        <List
          state={state}
          columns={checkColumns(theme.glyphs, (check) => mend(check)?.label ?? '')}
          width={columns}
          height={rows}
          loading={load.busy}
        />
      )}
    </Screen>
  );
}

function summary(errors: number): string {
  return errors > 0 ? `${plural(errors, 'error')} to mend first` : 'Nothing is missing that can be seen from here';
}
