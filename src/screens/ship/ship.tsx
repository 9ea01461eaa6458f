import {useEffect} from 'react';
import {isRolledOut} from '../../services/model/phased-release.ts';
import type {Release} from '../../services/model/release.ts';
import {type StepId, versionToShip} from '../../services/model/release-steps.ts';
import {type AppOverview, PLATFORMS, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {pad} from '../../services/text/width.ts';
import {hiddenLines, Page, type PageRow, usePage} from '../checks/page.tsx';
import type {StepRow} from '../checks/step-text.ts';
import {progressText, stepLines, stepRows, unreadLines} from '../checks/steps.ts';
import {unshown, useFooter, useNextStepFacts, useReadRelease, useReleaseTarget} from '../checks/use-release.tsx';
import {type Params, useEntry, useSaved} from '../context/router.ts';
import {isNarrow, useDisplay, useServices} from '../context/services.ts';
import {ACTION_LABELS, inFooter, shortTitle} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {useLastNews} from '../flows/ship-news.ts';
import {type VersionData, VersionFlow} from '../flows/version-flow.tsx';
import {noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {NOTHING_READ, useQuery} from '../hooks/use-query.ts';
import {useFollow} from '../hooks/use-watch.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, platformName, stateSegments, versionTitle} from '../text/labels.ts';

/** Shows the steps of a release. `submit` opens this screen, too, and requires a version that can be submitted. */
export function Ship() {
  const {screen, params} = useEntry();
  const {appId, version} = params;
  const action = screen === 'ship' ? 'ship' : 'submit';
  if (appId !== undefined && (action === 'ship' || version)) return <ShipApp {...params} appId={appId} />;
  return <VersionFlow action={action} crumb={shortTitle(action)} step={ShipVersion} />;
}

function ShipVersion({app, version}: VersionData) {
  return <ShipApp appId={app.id} app={app} versionId={version.id} version={version} />;
}

function ShipApp(params: Params & {appId: string}) {
  const shipped = useShipData(params);
  const {app, platform, platforms, choose} = shipped;
  if (app && platform === undefined && platforms.length > 1) return <Platforms shipped={shipped} />;
  const onPlatforms = shipped.isChosen ? () => choose(undefined) : undefined;
  return <Checklist shipped={shipped} onPlatforms={onPlatforms} />;
}

function Platforms({shipped}: {shipped: ShipData}) {
  const {glyphs} = useDisplay().theme;
  const {load, app, appName, platforms, choose} = shipped;
  const now = useServices().host.clock.now();
  const rows = platforms.map((platform): PageRow => {
    const {versionString, state} = versionToShip(app?.versions ?? [], platform, {now}) ?? {};
    const words = [platformName(platform), versionString ?? glyphs.none].map((text) => pad(text, COLUMN));
    const more = stateIs(state, 'live') ? ', nothing in flight' : '';
    return {
      line: [{text: words.join('')}, ...(state === undefined ? [] : stateSegments(state, glyphs, more))],
      choice: {id: platform, label: 'choose', title: 'Ship on this platform', run: () => choose(platform)},
    };
  });
  const {state, enter} = usePage('platforms', rows, {load, unread: 'the app is still being read'});
  return (
    <Screen crumbs={['Apps', appName, 'Ship']} sub="Choose a platform" load={load} keys={[enter]} readAt={load.at}>
      {(area) => <Page {...{rows, state, area}} stale={load.stale} />}
    </Screen>
  );
}

const COLUMN = 12;

function Checklist({shipped, onPlatforms}: {shipped: ShipData; onPlatforms?(): void}) {
  const {theme, size, screenReader} = useDisplay();
  const {revision} = useServices();
  const entry = useEntry();
  const {load, app, appName, platform, release, known} = shipped;
  const {version, steps} = useProgress(shipped);
  const notRead = load.busy ? 'the steps are still being read' : 'the steps have not been read';
  const unread = load.busy || load.at === undefined ? notRead : 'no version is in flight';
  const {readiness} = release ?? {};
  const {openingOf, actions, dialog} = useReleaseTarget({app, version, load, unread, readiness, platform});
  const news = useLastNews(load.isCurrent ? steps.map(({id, status}) => `${id} ${status}`).join() : undefined);
  useFollow(load, news?.action === 'release' && !stateIs(version?.state, 'live'));
  const display = {
    glyphs: theme.glyphs,
    width: size.columns,
    screenReader,
    news: news?.isOld ? undefined : news,
    areOvertaken: load.overtaken,
  };
  const titled = version ?? (stateIs(shipped.expected?.state, 'at-rest') ? undefined : shipped.expected);
  const isUnread = load.at === undefined && load.busy && !screenReader;
  const rows = isUnread ? unreadLines(titled, theme.glyphs) : stepLines(steps, openingOf, display);
  // The first open step is selected again after a write, after a return to this screen, and once a rejection is read.
  const round = `${revision} ${known.isRejectionRead}`;
  const {state, enter} = usePage('steps', rows, {load, unread, round});
  useEffect(() => () => void entry.saved.delete('list:steps'), [entry]);
  // Keys wait for the first read and for the read after a write, but not during a refresh with `r`.
  useHold(load.busy && (load.overtaken || load.outdated || load.at === undefined));

  const failed = [release?.review, release?.notes, readiness].find((part) => part?.error)?.error;
  const ofSteps = actions.filter(({keys: [key]}) => key !== ACTION_LABELS.ship.key);
  const keys: Binding[] = [
    enter,
    ...useFooter(
      inFooter(ofSteps, firstInFooter(version?.state), 'help', isNarrow(size) ? 'rest' : 'footer'),
      enter.label,
    ),
    useAppPageKey(app, {shown: 'help'}),
    ...(onPlatforms ? [{keys: ['esc'], label: 'platforms', title: 'Choose another platform', run: onPlatforms}] : []),
  ];
  const title = titled ? versionTitle(titled) : platform && platformName(platform);
  return (
    <Screen
      crumbs={['Apps', appName, title ? `Ship ${title}` : 'Ship']}
      load={load}
      reading={title && app ? title : 'the app'}
      watch={{underWay: steps.some(({status}) => status === 'under way')}}
      notice={failed && !load.error ? noticeOf(failed) : undefined}
      keys={load.at === undefined ? unshown(keys) : keys}
      status={(area) =>
        [progressText(steps), hiddenLines(rows, state, area)].filter(Boolean).join(` ${theme.glyphs.dot} `)
      }
      readAt={load.at}
      dialog={dialog}
    >
      {(area) => (
        <Page {...{rows, state, area}} stale={load.stale} empty={load.busy || load.error ? '' : NOTHING_READ} />
      )}
    </Screen>
  );
}

function firstInFooter(state: string | undefined): StepId {
  if (stateIs(state, 'live')) return 'roll-out';
  if (stateIs(state, 'releasable')) return 'release';
  return stateIs(state, 'in-review') ? 'submission' : 'build';
}

const NONE: readonly StepRow[] = [];

/** Skips a version that everyone already has, unless this screen showed it before: it then stays on its last step. */
function useProgress({app, release, known, load: {at, outdated}}: ShipData) {
  const [followedId, follow] = useSaved<string | undefined>('followed', undefined);
  const read = release?.version;
  const isOver = stateIs(read?.state, 'live') && isRolledOut(read?.phasedRelease) && read?.id !== followedId;
  const version = isOver ? undefined : read;
  // Waits until everything is read, because a late part may turn one step into several.
  const isRead = at !== undefined && !outdated;
  const shownId = isRead ? version?.id : undefined;
  useEffect(() => {
    if (shownId !== undefined) follow(shownId);
  }, [follow, shownId]);
  if (!isRead) return {version: undefined, steps: NONE};
  const facts = {versions: app?.versions ?? [], at, known};
  return {version, steps: stepRows({...facts, release: version && release, live: read})};
}

type ShipData = ReturnType<typeof useShipData>;

interface Shipping {
  app: AppOverview;
  release?: Release;
}

function useShipData(params: Params & {appId: string}) {
  const {session, markUsed, host} = useServices();
  const {appId, versionId} = params;
  const wanted = {versionId, now: host.clock.now()};
  const [chosen, choose] = useSaved<string | undefined>('platform', undefined);
  const given = chosen ?? params.version?.platform ?? params.platforms?.[0];
  const readRelease = useReadRelease();
  const load = useQuery<Shipping>(`ship:${appId} ${given}`, async (signal, {isQuiet, partly}) => {
    const store = await session.store();
    // The ID in the params may be a bundle ID, so it is not used here.
    const read = (version: StoreVersion) =>
      readRelease({...version, appId: version.appId ?? params.app?.id}, {isQuiet}, signal);
    // If the previous screen passed the versions that it knows, the one to ship is read at the same time as the app.
    const expected = toShip(knownVersions(params), given, wanted);
    const early = expected && read(expected);
    early?.catch(() => {});
    const overview = await store.readApp(appId, signal);
    // The overview holds at most fifty versions, and newer iOS versions may take up all of them.
    const more = overview.isPartial ? await store.versionsByPlatform({app: overview.id, most: 20}, signal) : [];
    const unseen = more.filter(({id}) => !overview.versions.some((version) => version.id === id));
    const app = {...overview, versions: [...overview.versions, ...unseen]};
    const version = toShip(app.versions, given, wanted);
    if (!version) return {app};
    partly({app});
    return {app, release: await (version.id === expected?.id ? early : read(version))};
  });
  const {app, release} = load.data ?? {};
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);
  const known = useNextStepFacts(release, load);

  const versions = app?.versions ?? knownVersions(params);
  const platforms = platformsOf(versions);
  const platform = given ?? release?.version.platform ?? (platforms.length === 1 ? platforms[0] : undefined);
  const appName = appLabel(app ?? params.app ?? {id: appId});
  const expected = toShip(versions, given, wanted);
  return {load, app, appName, expected, platform, platforms, choose, isChosen: chosen !== undefined, release, known};
}

function toShip(
  versions: readonly StoreVersion[],
  given: string | undefined,
  wanted: {now: number; versionId: string | undefined},
) {
  const [only, ...others] = platformsOf(versions);
  const platformOfWanted = versions.find(({id}) => id === wanted.versionId)?.platform;
  const platform = given ?? platformOfWanted ?? (others.length === 0 ? only : undefined);
  return platform === undefined ? undefined : versionToShip(versions, platform, wanted);
}

function platformsOf(versions: readonly StoreVersion[]): string[] {
  const there = new Set(versions.flatMap(({platform}) => platform ?? []));
  return [...new Set([...PLATFORMS, ...there])].filter((platform) => there.has(platform));
}

/** Returns the versions known so far. `version` may be newer than its copy in `app`, which may come from Home. */
function knownVersions({app, version}: Params): readonly StoreVersion[] {
  if (app && 'versions' in app)
    return (app as AppOverview).versions.map((one) => (one.id === version?.id ? version : one));
  return version && !stateIs(version.state, 'at-rest') ? [version] : [];
}
