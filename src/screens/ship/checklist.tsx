import {useEffect} from 'react';
import type {Action} from '../../services/model/actions.ts';
import {isRolledOut} from '../../services/model/phased-release.ts';
import {stateIs} from '../../services/model/version.ts';
import {hiddenLines, Page, usePage} from '../checks/page.tsx';
import type {StepFacts, StepRow} from '../checks/step-text.ts';
import {countDone, stepLines, stepRows} from '../checks/steps.ts';
import {unshown, useFooter, useReleaseActions} from '../checks/use-release.tsx';
import {useDisplay} from '../context/display.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useLocalTime} from '../context/time.ts';
import {ACTION_LABELS, inFooter, ROLL_OUT_ACTIONS} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {shipNews} from '../flows/ship-news.ts';
import {noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {NOTHING_READ} from '../hooks/use-query.ts';
import {useFollow} from '../hooks/use-watch.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {platformName} from '../text/api-names.ts';
import {versionTitle} from '../text/labels.ts';
import type {Shipped} from './use-shipped.ts';

export function Checklist({shipped, onPlatforms}: {shipped: Shipped; onPlatforms?(): void}) {
  const {theme, size, screenReader} = useDisplay();
  const {revision} = useServices();
  const entry = useEntry();
  const time = useLocalTime();
  const {load, app, appName, platform, release} = shipped;
  const {version, steps} = useProgress(shipped, {time});
  const notRead = load.busy ? 'the steps are still being read' : 'the steps have not been read';
  const unread = load.busy || load.at === undefined ? notRead : 'no version is in flight';
  const {readiness} = release ?? {};
  const {openingOf, actions, dialog} = useReleaseActions({app, version, isRead: true, unread, readiness, platform});
  const news = shipNews(entry);
  useFollow(load, news?.action === 'release' && !stateIs(version?.state, 'live'));
  const display = {glyphs: theme.glyphs, time, width: size.columns, screenReader, news};
  const rows = stepLines(steps, openingOf, display);
  // After each write and each return, the first open step is selected.
  const {state, enter, firstLabel} = usePage('steps', rows, {load, unread, round: revision});
  useEffect(() => () => void entry.saved.delete('list:steps'), [entry]);
  // Keys also wait after a write until its changes are read, but not for a refresh with `r`.
  useHold(load.busy && (load.overtaken || load.outdated || load.at === undefined));

  const failed = [release?.review, release?.notes, readiness].find((part) => part?.error)?.error;
  const footerActions = footerOf(version?.state);
  const ofSteps = actions.filter(({keys: [key]}) => key !== ACTION_LABELS.ship.key);
  const keys: Binding[] = [
    enter,
    ...useFooter(inFooter(ofSteps, footerActions, 'help'), firstLabel),
    useAppPageKey(app, {shown: 'help'}),
    ...(onPlatforms && !load.slow && load.retryIn === 0
      ? [{keys: ['esc'], label: 'platforms', title: 'Choose another platform', run: onPlatforms}]
      : []),
  ];
  const titled = version ?? (stateIs(shipped.expected?.state, 'at-rest') ? undefined : shipped.expected);
  const title = titled ? versionTitle(titled) : platform && platformName(platform);
  return (
    <Screen
      crumbs={['Apps', appName, title ? `Ship ${title}` : 'Ship']}
      load={load}
      watch={{underWay: steps.some(({status}) => status === 'under way')}}
      notice={failed && !load.error ? noticeOf(failed) : undefined}
      keys={load.at === undefined ? unshown(keys) : keys}
      status={(area) =>
        [countDone(steps), hiddenLines(rows, state, area)].filter(Boolean).join(` ${theme.glyphs.dot} `)
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

function footerOf(state: string | undefined): readonly Action[] {
  if (stateIs(state, 'live')) return ROLL_OUT_ACTIONS;
  if (stateIs(state, 'releasable')) return ['release', 'enable-phased'];
  return [stateIs(state, 'in-review') ? 'withdraw' : 'submit', 'enable-phased'];
}

const NONE: readonly StepRow[] = [];

/** Turns to the next release once everyone has the version. A version that was shown before stays on its last step. */
function useProgress({app, release, known, load: {at, outdated}}: Shipped, display: Pick<StepFacts, 'time'>) {
  const [followedId, follow] = useSaved<string | undefined>('followed', undefined);
  const read = release?.version;
  const isOver = stateIs(read?.state, 'live') && isRolledOut(read?.phasedRelease) && read?.id !== followedId;
  const version = isOver ? undefined : read;
  // Shows all steps at once: a missing part may turn one into several.
  const isRead = at !== undefined && !outdated;
  const shownId = isRead ? version?.id : undefined;
  useEffect(() => {
    if (shownId !== undefined) follow(shownId);
  }, [follow, shownId]);
  if (!isRead) return {version: undefined, steps: NONE};
  const facts = {versions: app?.versions ?? [], at, known, ...display};
  return {version, steps: stepRows({...facts, release: version && release, live: read})};
}
