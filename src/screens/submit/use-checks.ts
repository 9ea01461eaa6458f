import {useMemo} from 'react';
import type {Target} from '../../services/model/actions.ts';
import {
  type CheckGroup,
  checkKey,
  countMissing,
  groupChecks,
  type Readiness,
  type ReadinessCheck,
} from '../../services/model/readiness.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {type Mending, useMending} from '../checks/use-mending.ts';
import {type ListState, useListState} from '../components/list-state.ts';
import {useServices} from '../context/services.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';

/** What review asks for of a version, and what mends it. */
export interface Checks {
  load: Load<Readiness>;
  /** How many things are missing. */
  missing: number;
  state: ListState<CheckGroup>;
  mend(check: ReadinessCheck): Mending | undefined;
  /** Enter: opens what mends the selected check. */
  mendKey: Binding;
}

export function useChecks({version, ...subject}: Target & {version: StoreVersion}): Checks {
  const {session, checked} = useServices();
  const load = useLoad<Readiness>('checks', version.id, async (signal) => {
    const store = await session.store();
    const found = await store.checkVersion(version.id, {askService: false}, signal);
    checked.note(found);
    return found;
  });
  const groups = useMemo(() => groupChecks(load.data?.checks ?? []), [load.data]);
  const state = useListState('checks', groups, ({check}) => checkKey(check));
  const mend = useMending({version, ...subject});
  const mending = state.selected && mend(state.selected.check);
  return {
    load,
    missing: load.data ? countMissing(load.data) : 0,
    state,
    mend,
    mendKey: {
      keys: ['enter'],
      label: mending?.label ?? 'mend',
      title: 'Open what mends this line',
      unavailable: mending ? mending.unavailable : 'this line has nothing to mend',
      run: () => mending?.run(),
    },
  };
}
