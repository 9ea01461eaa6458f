import {useEffect, useRef} from 'react';
import type {Target} from '../../services/model/actions.ts';
import type {App, StoreVersion, VersionView} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {Params} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Query, useQuery} from '../hooks/use-query.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, versionTitle} from '../text/labels.ts';

/** The version of a flow, read again when the flow opens: a list may be out of date. */
export interface FlowVersion<Extra> extends Target {
  load: Query<VersionView & {extra?: Extra}>;
  versionId: string;
  version: StoreVersion | undefined;
  app: App | undefined;
  /** `Aurora Notes`, or its ID until the name is known. */
  appName: string;
  title: string;
}

export type LoadExtra<Extra> = (store: Store, version: StoreVersion, signal: AbortSignal) => Promise<Extra>;

export function useFlowVersion<Extra = undefined>(params: Params, loadExtra?: LoadExtra<Extra>): FlowVersion<Extra> {
  const {session, readOnly} = useServices();
  const {versionId = ''} = params;
  const load = useQuery<VersionView & {extra?: Extra}>(`target:${versionId}`, async (signal) => {
    const store = await session.store();
    const view = await store.viewVersion({id: versionId, includeBuild: true, withPhasedRelease: true}, signal);
    return {...view, extra: await loadExtra?.(store, view.version, signal)};
  });
  useOutdated(params.version, load);
  // Keys typed now are meant for the step that the version's state leads to.
  useHold(load.busy && load.data === undefined, true);
  const version = load.data?.version;
  const known = version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const bare = appId === undefined ? undefined : {id: appId};
  const app: App | undefined = load.data?.app?.name ? load.data.app : (params.app ?? bare);
  return {
    load,
    versionId,
    version,
    app,
    isComplete: version !== undefined,
    readOnly,
    appName: app ? appLabel(app) : '',
    title: known ? versionTitle(known) : versionId,
  };
}

/** If the state differs from what the flow was opened with, the screens below reload when it is left. */
function useOutdated(known: StoreVersion | undefined, {data, error}: Query<VersionView>): void {
  const {invalidate} = useServices();
  const isOutdated = useRef(false);
  if (error?.kind === 'not-found' || (known && data && !isSame(known, data.version))) isOutdated.current = true;
  useEffect(
    () => () => {
      if (isOutdated.current) invalidate();
    },
    [invalidate],
  );
}

/** Compares only what both know. */
function isSame(one: StoreVersion, other: StoreVersion): boolean {
  const [phased, now] = [one.phasedRelease?.state, other.phasedRelease?.state];
  return one.state === other.state && (phased === undefined || phased === now);
}
