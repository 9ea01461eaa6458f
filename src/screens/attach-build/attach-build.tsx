import {useMemo, useState} from 'react';
import {attachBuild} from '../../app/commands/versions/attach-build.ts';
import {guided} from '../../app/run-command.ts';
import {inOrderFor, whyNotAttachable} from '../../services/model/build-choice.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import type {Build, StoreVersion} from '../../services/model/version.ts';
import {localDateTime} from '../../services/text/local-time.ts';
import type {Column} from '../components/list-model.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useWrite} from '../context/writes.ts';
import {useNextSteps} from '../flows/common-keys.ts';
import type {WriteResult} from '../flows/done-view.tsx';
import {WriteSteps} from '../flows/form-flow.tsx';
import {useShipNews} from '../flows/ship-news.ts';
import {UnavailableFlow, type VersionData, VersionFlow} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {usePages} from '../hooks/use-pages.ts';
import {ListScreen} from '../list/list-screen.tsx';
import {useListing} from '../list/use-listing.ts';
import {appLabel, platformName, versionLabel} from '../text/labels.ts';
import type {LineContent} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export function AttachBuild() {
  return <VersionFlow action="attach-build" crumb="Attach a build" step={AttachTo} />;
}

function AttachTo(target: VersionData) {
  const {version, crumbs} = target;
  const {preset} = useEntry().params;
  const [build, setBuild] = useState(preset?.build);
  const isStep = useShipNews() !== undefined;
  const [proposes, setProposes] = useState(isStep);
  const [isThere] = useState(build !== undefined && build.id === version.build?.id);
  if (build && isThere) {
    const what = `${capitalized(versionLabel(version))}: build ${buildName(build)} is attached already`;
    return <UnavailableFlow {...{crumbs, target}} reasons={[what, 'Nothing was sent.']} />;
  }
  if (build) return <AttachStep {...target} build={build} onBack={() => setBuild(undefined)} />;
  return <BuildList {...{...target, proposes}} onChoose={setBuild} onRefuse={() => setProposes(false)} />;
}

function AttachStep({version, app, build, crumbs, onBack}: VersionData & {build: Build; onBack(): void}) {
  const {session, host} = useServices();
  const router = useRouter();
  const uploaded = localDateTime(build.uploadedDate);
  const write = useWrite<WriteResult>();
  const next = useNextSteps()({app, version});

  const name = versionLabel(version);
  const given = new Map([
    ['version-id', version.id],
    ['build', build.id],
  ]);
  const isOther = build.versionString !== undefined && build.versionString !== version.versionString;
  return (
    <WriteSteps
      {...{crumbs, write, onBack}}
      command={guided(attachBuild, given, session, host, {app, version})}
      steps={{
        words: ['Attach', 'Attaching', 'Attached'],
        of: `build ${buildName(build)} to ${name}`,
        whether: `build ${buildName(build)} was attached to ${name}`,
        facts: [
          ['App', appLabel(app)],
          ['Version', name],
          ['Build', [buildName(build), uploaded && `uploaded ${uploaded}`].filter(Boolean).join(', ')],
          ...(version.build ? [['Replaces', `build ${buildName(version.build)}`] as const] : []),
        ],
        warnings: isOther ? [`It was built for ${build.versionString}: the store may refuse it.`] : [],
        result: () => ({
          next: 'L shows what is still missing, and all steps until it is on sale.',
          keys: [next.steps, next.view, next.web],
        }),
      }}
      onDone={router.back}
    />
  );
}

const PAGE = 200;

interface BuildListProps extends VersionData {
  /** Shows the review of the best build first, unless that build is already attached. Esc then leads to the list. */
  proposes: boolean;
  onChoose(build: Build): void;
  onRefuse(): void;
}

function BuildList({version, app, crumbs, proposes, onChoose, onRefuse}: BuildListProps) {
  const {session} = useServices();
  const {theme} = useDisplay();
  const {versionString, platform} = version;
  const attachedId = version.build?.id;
  const columns = useMemo(() => buildColumns(theme.glyphs, version), [theme, version]);
  const pages = usePages<Build>(`builds:${app.id} ${platform}`, async (next, signal) => {
    const store = await session.store();
    const platforms = platform === undefined ? undefined : [platform];
    return store.listBuilds(next ? {next} : {app: app.id, platforms, limit: PAGE}, signal);
  });
  const {items, total = 0} = pages;
  const ordered = useMemo(() => inOrderFor(items, versionString), [items, versionString]);
  const reasonAgainst = (build: Build) => whyNotAttachable(build, attachedId);
  // The attached build may be selected, so that two presses of Enter do not attach an older one.
  const prefers = (build: Build) => build.id === attachedId || reasonAgainst(build) === undefined;
  const listing = useListing({...pages, items: ordered}, {searchText: buildSearchText, prefers});
  const proposal = ordered.find(prefers);
  const build = listing.selected;
  const reason = build && reasonAgainst(build);

  const count = total > items.length ? `${items.length} of ${plural(total, 'build')}` : plural(items.length, 'build');
  const found = items.length > 0 ? `${count} for ${platformName(platform ?? '')}` : '';
  if (proposes && pages.load.busy && items.length === 0)
    return <Screen {...{crumbs, load: pages.load}} reading="the builds" />;
  if (proposes && proposal && proposal.id !== attachedId)
    return <AttachStep {...{version, app, crumbs}} build={proposal} onBack={onRefuse} />;
  return (
    <ListScreen
      crumbs={crumbs}
      listing={listing}
      columns={columns}
      noun="build"
      open={{
        label: 'choose',
        title: build ? `${reason === undefined ? 'Choose build' : 'Build'} ${buildName(build)}` : 'Choose this build',
        unavailable: reason,
        run: onChoose,
      }}
      status={(cut) => [found, cut].filter(Boolean).join(` ${theme.glyphs.dot} `)}
      empty="No builds for this platform yet. Press r to look again after an upload."
    />
  );
}

/** Leaves out the ID, because a search for nearly any digit would match it. */
function buildSearchText({version = '', versionString = ''}: Build): string {
  return `${version} ${versionString}`;
}

function buildName({id, version}: Build): string {
  return version ?? id;
}

function buildColumns(glyphs: Glyphs, {versionString, build: attached}: StoreVersion): Column<Build>[] {
  const attachedId = attached?.id;
  const dimmed =
    (text: (build: Build) => string) =>
    (build: Build): LineContent => [{text: text(build), dim: whyNotAttachable(build, attachedId) !== undefined}];
  return [
    {
      title: 'Build',
      importance: 10,
      min: 5,
      max: 20,
      cell: dimmed(buildName),
      spoken: (build) => `build ${buildName(build)}`,
    },
    {
      title: 'Version',
      importance: 8,
      min: 7,
      max: 16,
      cell: dimmed((build) => build.versionString ?? glyphs.none),
      spoken: (build) => (build.versionString ? `for version ${build.versionString}` : ''),
    },
    {
      title: 'Uploaded',
      importance: 5,
      min: 18,
      max: 18,
      cell: dimmed(({uploadedDate}) => localDateTime(uploadedDate) ?? glyphs.none),
      spoken: ({uploadedDate}) => (uploadedDate ? `uploaded ${localDateTime(uploadedDate)}` : ''),
    },
    {
      title: 'Usable',
      importance: 9,
      min: 24,
      max: 48,
      spoken: (build) => `usable: ${whyNotAttachable(build, attachedId) ?? 'yes'}`,
      cell(build): LineContent {
        const reason = whyNotAttachable(build, attachedId);
        if (build.id === attachedId) return [{text: `${glyphs.ok} `, tone: 'good', decor: true}, {text: reason ?? ''}];
        if (reason !== undefined) return [{text: reason, dim: true}];
        return build.versionString === versionString ? 'yes' : 'another version';
      },
    },
  ];
}
