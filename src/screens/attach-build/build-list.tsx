import {useMemo} from 'react';
import {inOrderFor, whyNotAttachable} from '../../services/model/build-choice.ts';
import type {Build} from '../../services/model/version.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import type {VersionFlowTarget} from '../flows/version-flow.tsx';
import {usePages} from '../hooks/use-pages.ts';
import {ListScreen} from '../list/list-screen.tsx';
import {useListing} from '../list/use-listing.ts';
import {plural, versionLabel} from '../text/labels.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {buildColumns, buildName, buildWords} from './build-columns.ts';

const PAGE = 200;

interface BuildListProps extends VersionFlowTarget {
  onChoose(build: Build): void;
}

/** The builds of the app for the platform of the version; those that cannot be attached are dim and say why. */
export function BuildList({version, app, crumbs, onChoose}: BuildListProps) {
  const {session} = useServices();
  const {theme} = useDisplay();
  const {versionString, platform} = version;
  const attachedId = version.build?.id;
  const time = useLocalTime();
  const columns = useMemo(
    () => buildColumns(theme.glyphs, time, {versionString, attachedId}),
    [theme, time, versionString, attachedId],
  );
  const pages = usePages<Build>(`builds:${app.id} ${platform}`, async (next, signal) => {
    const store = await session.store();
    const platforms = platform === undefined ? undefined : [platform];
    return store.listBuilds(next ? {next} : {app: app.id, platforms, limit: PAGE}, signal);
  });
  const {items, total = 0} = pages;
  const ordered = useMemo(() => inOrderFor(items, versionString), [items, versionString]);
  const reasonAgainst = (build: Build) => whyNotAttachable(build, attachedId);
  const listing = useListing(
    {...pages, items: ordered},
    {words: buildWords, prefers: (build) => reasonAgainst(build) === undefined},
  );
  const build = listing.selected;
  const count = total > items.length ? `${items.length} of ${plural(total, 'build')}` : plural(items.length, 'build');
  return (
    <ListScreen
      crumbs={crumbs}
      listing={listing}
      columns={columns}
      noun="build"
      open={{
        label: 'choose',
        title: build ? `Choose build ${buildName(build)}` : 'Choose this build',
        unavailable: build && reasonAgainst(build),
        run: onChoose,
      }}
      status={items.length > 0 ? `For ${versionLabel(version)}: ${count}` : ''}
      empty="No builds for this platform yet. r looks again after an upload."
    />
  );
}
