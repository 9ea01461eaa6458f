import {useMemo} from 'react';
import type {Subject} from '../../app/use-cases/availability.ts';
import {scripted} from '../../app/use-cases/scripted.ts';
import type {VersionView} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import {INCLUDES} from '../../services/model/version.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {Scroll} from '../components/scroll.tsx';
import {useLook} from '../context/look.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {actionKeys} from '../flows/actions.ts';
import {noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useSubject} from '../frame/subject.ts';
import {useChanges, watchedState} from '../hooks/use-changes.ts';
import {useLoad} from '../hooks/use-load.ts';
import {appLabel, versionLabel, versionTitle} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {createLocalTime} from '../text/time.ts';
import {actionLines, commandLines, factLines, relatedLines, type Surroundings, stateLines} from './version-lines.ts';

/** One version: everything about it, what can be done with it, and the command that shows the same. */
export function Version() {
  const {session, host} = useServices();
  const {theme, size} = useLook();
  const {copy, browse} = useShell();
  const router = useRouter();
  const {params} = useEntry();
  const {versionId = '', version: known} = params;
  const [showsRelated, setShowsRelated] = useSaved('related', false);
  const time = useMemo(() => createLocalTime(host.env), [host]);

  const load = useLoad<VersionView>('version', versionId, async (signal) => {
    const store = await session.store();
    return store.viewVersion(
      {id: versionId, includeBuild: true, includeSubmission: true, withPhasedRelease: true},
      signal,
    );
  });
  const related = useLoad('related', showsRelated ? versionId : undefined, async (signal) => {
    const store = await session.store();
    return (await store.viewVersion({id: versionId, include: INCLUDES}, signal)).included ?? [];
  });

  const version = load.data?.version ?? known;
  const appId = version?.appId ?? params.appId;
  const app = params.app ?? load.data?.app ?? (appId ? {id: appId} : undefined);
  const read = useMemo(() => (load.data ? [load.data.version] : []), [load.data]);
  useChanges(read, (one) => [watchedState(app, one)], undefined);
  const subject: Subject = {app, version};
  useSubject(subject);
  const command = scripted(
    ['versions', 'view'],
    new Map([
      ['version-id', versionId],
      ['include-build', 'true'],
      ['include-submission', 'true'],
    ]),
    session.globals,
    (flag) => flag.startsWith('include-'),
  );

  /** Filters are the list's: it is gone back to, with the picker open. */
  const pickFilter = (picking: 'states' | 'platforms') => {
    if (router.stack.at(-2)?.screen === 'versions') router.backToPick(picking);
    else router.replace('versions', {appId, app, picking});
  };

  const around: Surroundings = {glyphs: theme.glyphs, time, width: size.columns};
  const lines: LineContent[] = version
    ? [
        ...stateLines(version, around),
        '',
        ...factLines(version, load.data, around),
        '',
        ...actionLines(subject),
        '',
        ...commandLines(command, around),
        ...(showsRelated ? ['', heading(related.data?.length), ...relatedLines(related.data ?? [], around)] : []),
      ]
    : [[{text: load.busy ? '  Reading the version' : '', dim: true}]];
  const title = version ? versionTitle(version) : versionId;
  return (
    <Screen
      crumbs={['Apps', ...(app ? [appLabel(app)] : []), title]}
      load={load}
      watch={{underWay: stateIs(version?.state, 'moving')}}
      waiting={related.slow}
      notice={related.error && !load.error ? noticeOf(related.error) : undefined}
      keys={[
        ...actionKeys(subject, router),
        {
          keys: ['y'],
          label: 'copy ID',
          title: 'Copy the version ID',
          inPalette: true,
          run: () => copy(versionId, 'Version ID'),
        },
        {
          keys: ['Y'],
          label: 'copy command',
          title: 'Copy the command that shows the same',
          shown: 'help',
          inPalette: true,
          run: () => copy(command, 'Command'),
        },
        {
          keys: ['o'],
          label: 'web page',
          title: 'Open the app on the web',
          inPalette: true,
          unavailable: appId ? undefined : 'the app is not known yet',
          run: () => appId && browse(appPage(appId)),
        },
        ...(['states', 'platforms'] as const).map((kind) => ({
          keys: [kind === 'states' ? 'f' : 'p'],
          label: kind,
          title: kind === 'states' ? 'Filter the versions by state' : 'Filter the versions by platform',
          shown: 'help' as const,
          inPalette: true,
          unavailable: appId ? undefined : 'the app is not known yet',
          run: () => pickFilter(kind),
        })),
        {
          keys: ['i'],
          label: showsRelated ? 'hide related' : 'related',
          title: showsRelated ? 'Hide related resources' : 'Show related resources: age rating, review detail, …',
          inPalette: true,
          run: () => setShowsRelated(!showsRelated),
        },
      ]}
      status={version ? versionLabel(version) : ''}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
    >
      {({columns, rows}) => <Scroll lines={lines} width={columns} height={rows} />}
    </Screen>
  );
}

function heading(count: number | undefined): LineContent {
  return [{text: `  Related resources${count === undefined ? '' : ` (${count})`}`, bold: true}];
}
