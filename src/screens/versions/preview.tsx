import {memo, useEffect, useLayoutEffect, useMemo, useRef, useState} from 'react';
import {historyOf} from '../../services/model/history.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Size} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {untilLeft, useLocalTime} from '../context/time.ts';
import {useQuery} from '../hooks/use-query.ts';
import {useWatching} from '../hooks/use-watch.ts';
import {whyUnread} from '../text/labels.ts';
import {type Preview, previewLines} from './preview-lines.ts';

export const PREVIEWS = 'preview:';

interface Selected {
  version: StoreVersion | undefined;
  appId: string | undefined;
  listedAt: number | undefined;
}

/**
 * Shows what the list knows, then reads the rest once the selection rests: one request per version and one for the
 * submissions of the app. Reads nothing while the pane is hidden.
 */
export function usePreview(
  {version, appId, listedAt = 0}: Selected,
  {round, refresh}: {round: number; refresh(): void},
  isOpen: boolean,
): Preview | undefined {
  const {session} = useServices();
  const {limit} = useWatching();
  const id = isOpen ? version?.id : undefined;

  const isSettled = useDebounced(id);
  const visit = useRef({id, round});
  if (visit.current.id !== id) visit.current = {id, round};
  // The last requests of the hour are reserved for explicit actions.
  const isRationed = limit !== 'plenty' && visit.current.round === round;
  const enabled = isSettled && !isRationed;
  const facts = useQuery(
    id === undefined ? undefined : `${PREVIEWS}version:${id}`,
    async (signal) => (await session.store()).versionFacts(id ?? '', signal),
    {shared: true, enabled},
  );
  // Shared by all versions: moving on does not abort it.
  const wantsSubmissions = useRef(false);
  wantsSubmissions.current ||= enabled;
  const submissions = useQuery(
    isOpen && appId !== undefined ? `${PREVIEWS}submissions:${appId}` : undefined,
    async (signal) => (await session.store()).appSubmissions(appId ?? '', signal),
    {shared: true, enabled: wantsSubmissions.current},
  );

  const full = facts.data?.version;
  const {data, isCurrent, at: readAt = 0} = facts;
  const isOvertaken = Boolean(version && full && isCurrent && listedAt > readAt && differs(version, full));
  useEffect(() => {
    if (isOvertaken) refresh();
  }, [isOvertaken, refresh]);

  const submissionsError = submissions.busy ? undefined : submissions.error;
  const known = submissions.data ?? (submissionsError && NONE);
  const history = useMemo(() => full && known && historyOf(full, known), [full, known]);
  const error = (enabled && !facts.busy && facts.error) || submissionsError;
  const remark = error
    ? `Not read: ${whyUnread(error)}. r tries again.`
    : isRationed && !isCurrent
      ? 'Few requests are left this hour. r reads it.'
      : undefined;
  const slow = facts.slow || submissions.slow;
  return useMemo(
    () => (isOpen && version ? {listed: version, facts: data, isCurrent, readAt, history, slow, remark} : undefined),
    [isOpen, version, data, isCurrent, readAt, history, slow, remark],
  );
}

const NONE: readonly never[] = [];

function differs(one: StoreVersion, other: StoreVersion): boolean {
  return one.state !== other.state || one.build?.id !== other.build?.id;
}

const DEBOUNCE_MS = 150;

function useDebounced(id: string | undefined): boolean {
  const {clock} = useServices().host;
  const [settled, setSettled] = useState<string>();
  // A layout effect: the delay starts when the row is visible.
  useLayoutEffect(() => {
    if (id === undefined) return;
    const stop = untilLeft((signal) => clock.sleep(DEBOUNCE_MS, signal).then(() => setSettled(id)));
    return () => {
      stop();
      setSettled(undefined);
    };
  }, [id, clock]);
  return id !== undefined && settled === id;
}

export function VersionPreview({preview, step, size: {columns, rows}}: {preview?: Preview; step?: string; size: Size}) {
  const {theme, screenReader} = useDisplay();
  const {clock} = useServices().host;
  const time = useLocalTime();
  const lines = useMemo(
    () =>
      preview
        ? previewLines(preview, step, {
            ...{glyphs: theme.glyphs, time, width: columns, rows, screenReader},
            now: clock.now(),
          })
        : [],
    [preview, step, theme, time, columns, rows, screenReader, clock],
  );
  return <PreviewLines lines={lines} width={columns} />;
}

const PreviewLines = memo(Lines);
