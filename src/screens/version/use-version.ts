import {useRef} from 'react';
import {commandLine} from '../../app/present/formats.ts';
import {type Release, withPrevious} from '../../services/model/release.ts';
import {INCLUDES} from '../../services/model/version.ts';
import {useNoted} from '../checks/use-opening.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useQuery} from '../hooks/use-query.ts';

export type VersionState = ReturnType<typeof useVersion>;

export function useVersion() {
  const {session, readOnly} = useServices();
  const {params} = useEntry();
  const {versionId = ''} = params;
  const [showsRelated, setShowsRelated] = useSaved('related', false);

  const last = useRef<Release>(undefined);
  const load = useQuery<Release>(`release:${versionId}`, async (signal, {isQuiet, partly}) => {
    const store = await session.store();
    const {appId = params.app?.id ?? params.appId, platform, state} = last.current?.version ?? params.version ?? {};
    const query = {id: versionId, known: {appId, platform, state}, before: isQuiet ? last.current : undefined};
    const release = await store.readRelease({...query, onPart: partly}, signal);
    return withPrevious(release, last.current);
  });
  last.current = load.data;
  const known = useNoted(load.data);
  const related = useQuery(showsRelated ? `related:${versionId}` : undefined, async (signal) => {
    const store = await session.store();
    return (await store.viewVersion({id: versionId, include: INCLUDES}, signal)).included ?? [];
  });

  const version = load.data?.version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const app = params.app ?? load.data?.app ?? (appId ? {id: appId} : undefined);
  const flags = {'version-id': versionId, 'include-build': true, 'include-submission': true};
  return {
    versionId,
    target: {app, version, readOnly, isComplete: load.data !== undefined},
    load,
    known,
    related,
    showsRelated,
    toggleRelated: () => setShowsRelated(!showsRelated),
    command: commandLine({command: ['versions', 'view'], flags}, session.globals),
  };
}
