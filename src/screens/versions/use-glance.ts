import {useEffect, useMemo, useRef} from 'react';
import type {ErrorKind} from '../../services/model/error.ts';
import {historyOf} from '../../services/model/history.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {usePane} from '../context/pane.ts';
import {useServices} from '../context/services.ts';
import {useWatching} from '../context/watching.ts';
import {useKept} from '../list/use-kept.ts';
import {useRested} from '../list/use-rested.ts';
import type {Glance} from './pane-lines.ts';

interface Selected {
  version: StoreVersion | undefined;
  appId: string | undefined;
  /** When the list was read, in milliseconds since the epoch. */
  listedAt: number | undefined;
}

/**
 * What the pane says of the selected version: what the list knows at once; once the selection has rested, one request for
 * the rest of it, and one in all for the submissions of the app.
 *
 * @param isOpen there is a pane: nothing is read for one that is not shown
 */
export function useGlance({version, appId, listedAt = 0}: Selected, isOpen: boolean): Glance | undefined {
  const {session} = useServices();
  const {round, forget} = usePane();
  const {limit} = useWatching();
  const id = isOpen ? version?.id : undefined;

  const rested = useRested(id);
  const since = useRef({id, round});
  if (since.current.id !== id) since.current = {id, round};
  // When few requests are left for the hour, they are for what a person asks for.
  const spares = limit !== 'plenty' && since.current.round === round;
  const wanted = rested && !spares;
  const facts = useKept(id, wanted, async (signal) => {
    const store = await session.store();
    return store.versionFacts(id ?? '', signal);
  });
  // They are for all versions: moving on does not stop them.
  const wantsSubmissions = useRef(false);
  wantsSubmissions.current ||= wanted;
  const ofApp = isOpen && appId !== undefined ? `submissions of ${appId}` : undefined;
  const submissions = useKept(ofApp, wantsSubmissions.current, async (signal) => {
    const store = await session.store();
    return store.appSubmissions(appId ?? '', signal);
  });

  const whole = facts.data?.version;
  // What the list has learned since then is news for the rest too.
  const isOvertaken = Boolean(version && whole && facts.isCurrent && listedAt > facts.at && differs(version, whole));
  useEffect(() => {
    if (isOvertaken) forget();
  }, [isOvertaken, forget]);

  const known = submissions.data ?? (submissions.error && NONE);
  const history = useMemo(() => whole && known && historyOf(whole, known), [whole, known]);
  const error = facts.error ?? submissions.error;
  const remark = error
    ? `Not read: ${WHY[error.kind] ?? 'the service failed'}. r tries again.`
    : spares && !facts.isCurrent
      ? 'Few requests are left this hour. r reads it.'
      : undefined;
  const {data, isCurrent, at: readAt} = facts;
  const slow = facts.slow || submissions.slow;
  return useMemo(
    () => (isOpen && version ? {listed: version, facts: data, isCurrent, readAt, history, slow, remark} : undefined),
    [isOpen, version, data, isCurrent, readAt, history, slow, remark],
  );
}

const NONE: readonly never[] = [];

const WHY: Partial<Record<ErrorKind, string>> = {
  network: 'no connection',
  credentials: 'the key was refused',
  'rate-limited': 'too many requests',
  'not-found': 'it is not there any more',
};

function differs(one: StoreVersion, other: StoreVersion): boolean {
  return one.state !== other.state || one.build?.id !== other.build?.id;
}
