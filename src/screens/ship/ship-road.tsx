import {useEffect, useMemo, useRef, useState} from 'react';
import {countMissing} from '../../services/model/readiness.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {SubmitDialog} from '../checks/submit-dialog.tsx';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useDisplay} from '../context/display.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {ACTION_WORDS, actionKeys, actionParams} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import {noticeOf} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useSubject} from '../frame/subject.ts';
import {useChanges, watchedState} from '../hooks/use-changes.ts';
import type {Binding} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {versionTitle} from '../text/labels.ts';
import {platformName} from '../text/words.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {standOf} from './stand.ts';
import {isOpen, type Step} from './step.ts';
import {stepColumns} from './step-columns.ts';
import {type Opening, useOpening} from './use-opening.ts';
import type {Shipped} from './use-release.ts';

/** The brake of a roll-out stays in the footer. */
const ROLL_OUT_KEYS = [ACTION_WORDS['pause-phased'].key, ACTION_WORDS['complete-phased'].key];

/** The road of one version to the store. Nothing of it is kept here: what is done is what the service says. */
export function ShipRoad({shipped, onPlatforms}: {shipped: Shipped; onPlatforms?(): void}) {
  const {theme} = useDisplay();
  const {readOnly, revision} = useServices();
  const {saved} = useEntry();
  const router = useRouter();
  const time = useLocalTime();
  const [isSubmitting, setSubmitting] = useState(false);
  const {load, app, appName, platform, release} = shipped;
  const [followedId, follow] = useSaved<string | undefined>('followed', undefined);
  const {version, steps} = standOf(shipped, {glyphs: theme.glyphs, time}, followedId);
  const onRoadId = steps.length > 0 ? version?.id : undefined;
  useEffect(() => {
    if (onRoadId !== undefined) follow(onRoadId);
  }, [follow, onRoadId]);
  const subject = {app, version, readOnly, isWhole: version !== undefined};
  useSubject(subject);
  const read = useMemo(() => (version ? [version] : []), [version]);
  useChanges(read, (one) => [watchedState(app, one)], undefined);

  const list = `steps ${revision}`;
  const state = useListState(list, steps, ({id}) => id, {prefers: isOpen});
  // After each return the first open step is selected.
  useEffect(() => () => void saved.delete(`list:${list}`), [saved, list]);
  // Until it is read for the first time since the last write: `r` lets one move on.
  const isRead = useRef(false);
  if (!load.busy) isRead.current = true;
  useHold(!isRead.current);

  const openingOf = useOpening({subject, platform, onSubmit: () => setSubmitting(true)});
  const columns = stepColumns(theme.glyphs, ({opens}) => openingOf(opens).label);
  const {review, notes, readiness} = release.data ?? {};
  const failed = [review, notes, readiness].find((part) => part?.error)?.error;
  const missing = readiness?.value ? countMissing(readiness.value) : 0;
  const close = () => setSubmitting(false);
  const keys: Binding[] = [
    enterKey(state.selected, openingOf),
    ...actionKeys(subject, router)
      .filter(({keys: [key]}) => key !== ACTION_WORDS.ship.key)
      .map((key) => (ROLL_OUT_KEYS.includes(key.keys[0] ?? '') ? key : {...key, shown: 'help' as const})),
    useAppPageKey(app, {shown: 'help'}),
    ...(onPlatforms && !load.slow && load.retryIn === 0
      ? [{keys: ['esc'], label: 'platforms', title: 'Choose another platform', run: onPlatforms}]
      : []),
  ];
  return (
    <Screen
      crumbs={['Apps', appName, titleOf(version, platform)]}
      load={load}
      watch={{underWay: steps.some(({status}) => status === 'under way')}}
      notice={failed && !load.error ? noticeOf(failed) : undefined}
      keys={keys}
      status={progress(steps)}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
      dialog={
        isSubmitting ? (
          <SubmitDialog about={actionParams(subject)} missing={missing} onCancel={close} onLeave={close} />
        ) : undefined
      }
    >
      {({columns: width, rows}) => (
        <List state={state} columns={columns} width={width} height={rows} loading={load.busy} empty="" />
      )}
    </Screen>
  );
}

function enterKey(step: Step | undefined, openingOf: (step: Step['opens']) => Opening): Binding {
  const opening = step && openingOf(step.opens);
  return {
    keys: ['enter'],
    label: opening?.label || 'go on',
    title: step ? `Go on with ${step.name}` : 'Go on',
    unavailable: opening ? opening.unavailable : 'there is no step here',
    guarded: true,
    run: () => opening?.run(),
  };
}

function titleOf(version: StoreVersion | undefined, platform: string | undefined): string {
  if (version) return `Ship ${versionTitle(version)}`;
  return platform === undefined ? 'Ship' : `Ship ${platformName(platform)}`;
}

/** `5 of 9 steps done` */
function progress(steps: readonly Step[]): string {
  const counted = steps.filter(({status}) => status !== 'note');
  if (counted.length === 0) return '';
  return `${counted.filter(({status}) => status === 'done').length} of ${counted.length} steps done`;
}
