import {useEffect, useRef} from 'react';
import {isRolledOut} from '../../services/model/phased-release.ts';
import {countMissing} from '../../services/model/readiness.ts';
import type {Release} from '../../services/model/release.ts';
import {versionToShip} from '../../services/model/release-steps.ts';
import {type AppOverview, PLATFORMS, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {useSubmitDialog} from '../checks/submit-dialog.tsx';
import {openingKey, useNoted, useOpening} from '../checks/use-opening.ts';
import {useListState} from '../components/list-model.ts';
import {useDisplay} from '../context/display.ts';
import {type Params, useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useLocalTime} from '../context/time.ts';
import {ACTION_LABELS, actionKeys, actionParams, inFooter, isFinal, ROLL_OUT_ACTIONS} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {shipNews} from '../flows/ship-news.ts';
import {noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useTarget} from '../frame/target.ts';
import {useWatchedVersion} from '../hooks/use-changes.ts';
import {NOTHING_READ, useQuery} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {ListWithDetail} from '../list/list-with-detail.tsx';
import {platformName} from '../text/api-names.ts';
import {appLabel, versionTitle} from '../text/labels.ts';
import {NEXT_VERSION, stepColumns, stepRows, withNews} from './step-rows.ts';
import type {StepFacts, StepRow} from './step-text.ts';

/** The steps of one release. Stores nothing: the service says what is done. */
export function Checklist({shipped, onPlatforms}: {shipped: Shipped; onPlatforms?(): void}) {
  const {theme, size} = useDisplay();
  const {readOnly, revision} = useServices();
  const entry = useEntry();
  const {saved} = entry;
  const router = useRouter();
  const time = useLocalTime();
  const {load, app, appName, platform, release} = shipped;
  const [followedId, follow] = useSaved<string | undefined>('followed', undefined);
  const {version, steps: read} = progressOf(shipped, {glyphs: theme.glyphs, time}, followedId);
  const steps = withNews(read, shipNews(entry), theme.glyphs);
  const shownId = steps.length > 0 ? version?.id : undefined;
  useEffect(() => {
    if (shownId !== undefined) follow(shownId);
  }, [follow, shownId]);
  const notRead = load.busy ? 'the steps are still being read' : 'the steps have not been read';
  const unread = load.busy || load.at === undefined ? notRead : 'no version is in flight';
  const target = {app, version, unread, readOnly, isComplete: version !== undefined};
  useTarget(target);
  useWatchedVersion(app, version);

  const state = useListState('steps', steps, ({id}) => id, {
    prefers: ({isNext}) => isNext === true,
    isFinal: ({opens}) => opens.kind === 'flow' && isFinal(opens.action),
    // After each write and each return, the first open step is selected.
    round: revision,
  });
  useEffect(() => () => void saved.delete('list:steps'), [saved]);
  // Also after a write, until what it changed is read; `r` does not hold.
  useHold(load.busy && (load.overtaken || load.outdated || load.at === undefined));

  const {review, notes, readiness} = release ?? {};
  const missing = readiness?.value ? countMissing(readiness.value) : 0;
  const submit = useSubmitDialog({about: actionParams(target), missing});
  const openingOf = useOpening(target, {platform, onSubmit: submit.open});
  const columns = stepColumns(theme.glyphs, size.columns, ({opens}) => openingOf(opens).label);
  const failed = [review, notes, readiness].find((part) => part?.error)?.error;
  const {selected} = state;
  const opening = selected && openingOf(selected.opens);
  const words = {
    label: selected ? 'nothing to do' : 'continue',
    title: selected ? (opening?.label ? `Continue with ${selected.name}` : selected.name) : 'Continue',
    unavailable: unread,
    guarded: true,
  };
  const actions = actionKeys(target, router, {submit: readiness?.value && submit.open});
  const ofSteps = actions.filter(({keys: [key]}) => key !== ACTION_LABELS.ship.key);
  const keys: Binding[] = [
    openingKey(opening, words, load),
    // The others are what Enter does on their rows.
    ...inFooter(ofSteps, stateIs(version?.state, 'live') ? ROLL_OUT_ACTIONS : ['enable-phased'], 'help'),
    useAppPageKey(app, {shown: 'help'}),
    ...(onPlatforms && !load.slow && load.retryIn === 0
      ? [{keys: ['esc'], label: 'platforms', title: 'Choose another platform', run: onPlatforms}]
      : []),
  ];
  // What is on sale is not what is shipped next.
  const titled = version ?? (stateIs(shipped.expected?.state, 'at-rest') ? undefined : shipped.expected);
  const title = titled ? versionTitle(titled) : platform && platformName(platform);
  return (
    <Screen
      crumbs={['Apps', appName, title ? `Ship ${title}` : 'Ship']}
      load={load}
      watch={{underWay: steps.some(({status}) => status === 'under way')}}
      notice={failed && !load.error ? noticeOf(failed) : undefined}
      keys={keys}
      status={countDone(steps)}
      readAt={load.at}
      dialog={submit.dialog}
    >
      {(area) => (
        <ListWithDetail
          size={area}
          state={state}
          columns={columns}
          stale={load.stale}
          loading={load.busy}
          empty={load.error ? '' : NOTHING_READ}
        />
      )}
    </Screen>
  );
}

const NONE: readonly StepRow[] = [];

/** Once everyone has a version, the next release begins. @param followedId a version shown before stays on its last step */
function progressOf(
  {app, release, known, load: {at, outdated}}: Shipped,
  display: Pick<StepFacts, 'glyphs' | 'time'>,
  followedId: string | undefined,
) {
  // All steps at once: what is missing may turn one into several.
  if (outdated || at === undefined) return {version: undefined, steps: NONE};
  const read = release?.version;
  const facts = {versions: app?.versions ?? [], at, known, ...display};
  const isOver = stateIs(read?.state, 'live') && isRolledOut(read?.phasedRelease) && read?.id !== followedId;
  return read && !isOver
    ? {version: read, steps: stepRows({...facts, release})}
    : {version: undefined, steps: stepRows({...facts, release: undefined, live: read})};
}

function countDone(steps: readonly StepRow[]): string {
  const counted = steps.filter(({id, status}) => status !== 'note' && id !== NEXT_VERSION);
  if (counted.length === 0) return '';
  return `${counted.filter(({status}) => status === 'done').length} of ${counted.length} steps done`;
}

export type Shipped = ReturnType<typeof useRelease>;

interface Shipping {
  /** Undefined until it has answered. */
  app?: AppOverview;
  /** Of the version in flight, else of the one on sale; undefined while there is none, or no platform is chosen. */
  release?: Release;
}

export function useRelease(params: Params & {appId: string}) {
  const {session, markUsed} = useServices();
  const {appId, versionId} = params;
  const [chosen, choose] = useSaved<string | undefined>('platform', undefined);
  const given = chosen ?? params.version?.platform ?? params.platforms?.[0];
  const last = useRef<Shipping>({});
  const load = useQuery<Shipping>(`ship:${appId} ${given}`, async (signal, {isQuiet, partly}) => {
    const store = await session.store();
    const {release: before} = isQuiet ? last.current : {};
    // Not the ID of the params: that may be a bundle ID.
    const readRelease = ({id, platform, state, appId: ofApp = params.app?.id}: StoreVersion) =>
      store.readRelease({id, known: {appId: ofApp, platform, state}, before}, signal);
    // A list's params allow both to load at once.
    const expected = toShip(knownVersions(params), given, versionId);
    const early = expected && readRelease(expected);
    early?.catch(() => {});
    const overview = await store.readApp(appId, signal);
    // Of fifty newer iOS versions, none is for the Mac.
    const more = overview.isPartial ? await store.versionsByPlatform({app: overview.id, most: 20}, signal) : [];
    const unseen = more.filter(({id}) => !overview.versions.some((one) => one.id === id));
    const app = {...overview, versions: [...overview.versions, ...unseen]};
    const version = toShip(app.versions, given, versionId);
    if (!version) return {app};
    partly({app});
    return {app, release: await (version.id === expected?.id ? early : readRelease(version))};
  });
  const {app, release} = load.data ?? {};
  last.current = load.data ?? {};
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);
  const known = useNoted(release);

  const platforms = platformsOf(app?.versions ?? knownVersions(params));
  const platform = given ?? release?.version.platform ?? (platforms.length === 1 ? platforms[0] : undefined);
  const appName = appLabel(app ?? params.app ?? {id: appId});
  const expected = toShip(app?.versions ?? knownVersions(params), given, versionId);
  return {load, app, appName, expected, platform, platforms, choose, isChosen: chosen !== undefined, release, known};
}

function toShip(versions: readonly StoreVersion[], given: string | undefined, versionId: string | undefined) {
  const [only, ...others] = platformsOf(versions);
  const wanted = versions.find(({id}) => id === versionId)?.platform;
  const platform = given ?? wanted ?? (others.length === 0 ? only : undefined);
  return platform === undefined ? undefined : versionToShip(versions, platform, versionId);
}

/** In an order of their own: that of the versions changes with each new one. */
function platformsOf(versions: readonly StoreVersion[]): string[] {
  const there = new Set(versions.flatMap(({platform}) => platform ?? []));
  return [...new Set([...PLATFORMS, ...there])].filter((platform) => there.has(platform));
}

function knownVersions({app, version}: Params): readonly StoreVersion[] {
  if (app && 'versions' in app) return (app as AppOverview).versions;
  return version && !stateIs(version.state, 'at-rest') ? [version] : [];
}
