import {memo, useEffect, useMemo, useRef} from 'react';
import {type HistoryEntry, historyOf} from '../../services/model/history.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {versionPage} from '../../services/model/web-pages.ts';
import type {VersionFacts} from '../../services/store/view-version.ts';
import {type Size, wrap} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {useDisplay, useRested, useServices} from '../context/services.ts';
import {attributeLines, type FactDisplay, rollOutLines, stateMeaning} from '../facts/attributes.ts';
import {notesLines, timelineLines} from '../facts/notes-and-history.ts';
import {useQuery, useRollOutNoted} from '../hooks/use-query.ts';
import {useWatching} from '../hooks/use-watch.ts';
import {stateDisplay, versionTitle, whyUnread} from '../text/labels.ts';
import {behind, dimmed, type LineContent, signSegment} from '../text/lines.ts';

export const PREVIEWS = 'preview:';

/** Reads what the list lacks once the selection stays on a row: the version, and the app's submissions. */
export function usePreview(
  {version, appId, listedAt = 0}: {version?: StoreVersion; appId?: string; listedAt?: number},
  refresh: () => void,
  isOpen: boolean,
): Preview | undefined {
  const {session} = useServices();
  const {limit} = useWatching();
  const id = isOpen ? version?.id : undefined;

  // The last requests of the hour are reserved for explicit actions.
  const isRationed = limit !== 'plenty';
  const isRested = useRested(id);
  const enabled = isRested && !isRationed;
  const facts = useQuery(
    id === undefined ? undefined : `${PREVIEWS}version:${id}`,
    async (signal) => (await session.store()).versionFacts(id ?? '', signal),
    {shared: true, enabled},
  );
  const wantsSubmissions = useRef(false);
  wantsSubmissions.current ||= enabled;
  const submissions = useQuery(
    isOpen && appId !== undefined ? `${PREVIEWS}submissions:${appId}` : undefined,
    async (signal) => (await session.store()).appSubmissions(appId ?? '', signal),
    {shared: true, enabled: wantsSubmissions.current},
  );

  const full = facts.data?.version;
  useRollOutNoted(full, facts);
  const {data, isCurrent, at: readAt = 0} = facts;
  const differs = full?.state !== version?.state || full?.build?.id !== version?.build?.id;
  const isOvertaken = version !== undefined && full !== undefined && isCurrent && listedAt > readAt && differs;
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
      ? 'Few requests are left this hour. Enter reads it.'
      : undefined;
  const slow = facts.slow || submissions.slow;
  return useMemo(
    () => (isOpen && version ? {listed: version, facts: data, isCurrent, readAt, history, slow, remark} : undefined),
    [isOpen, version, data, isCurrent, readAt, history, slow, remark],
  );
}

const NONE: readonly never[] = [];

export function VersionPreview({preview, step, size: {columns, rows}}: {preview?: Preview; step?: string; size: Size}) {
  const {theme, screenReader} = useDisplay();
  const {clock} = useServices().host;
  const lines = useMemo(() => {
    const display = {glyphs: theme.glyphs, width: columns, rows, screenReader, now: clock.now()};
    return preview ? previewLines(preview, step, display) : [];
  }, [preview, step, theme, columns, rows, screenReader, clock]);
  return <PreviewLines lines={lines} width={columns} />;
}

const PreviewLines = memo(Lines);

export interface Preview {
  listed: StoreVersion;
  facts: VersionFacts | undefined;
  isCurrent: boolean;
  readAt: number;
  history: readonly HistoryEntry[] | undefined;
  slow: boolean;
  remark: string | undefined;
}

interface PreviewDisplay extends FactDisplay {
  rows: number;
  now: number;
}

export function previewLines(preview: Preview, step: string | undefined, display: PreviewDisplay): LineContent[] {
  const {listed, facts, isCurrent, slow, remark} = preview;
  const version = isCurrent && facts ? facts.version : listed;
  const read = [
    [...attributeLines(version, facts?.version, display), ...rollOutLines(facts?.version.phasedRelease, display)],
    facts ? whatsNew(facts, display) : [],
    timelineLines(preview.history ?? [], display, preview.readAt),
  ];
  const [attributes = [], notes = [], timeline = []] = slow && !isCurrent ? read.map(dimmed) : read;
  const isReading = preview.history === undefined && remark === undefined;
  const message = remark ?? (slow && !facts ? `Reading ${versionTitle(listed)}` : undefined);
  const end: LineContent[] = [
    ...(step === undefined || isReading
      ? []
      : [[{text: `${display.glyphs.step} `, tone: 'accent' as const, bold: true}, {text: step}]]),
    ...(message === undefined ? [] : [[{text: message, dim: true}]]),
  ];
  const spaced = withBlanks([headLines(version, display), attributes, notes, timeline, end]);
  if (spaced.length <= display.rows) return spaced;
  const first = [...headLines(version, display), ...attributes, ...notes];
  const room = Math.max(0, display.rows - end.length);
  const lines = [...first, ...newest(timeline, room - first.length, display)];
  const more = [{text: display.glyphs.ellipsis, dim: true}];
  return [...(lines.length > room && room > 1 ? [...lines.slice(0, room - 1), more] : lines.slice(0, room)), ...end];
}

function withBlanks(parts: readonly (readonly LineContent[])[]): LineContent[] {
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

function newest(timeline: readonly LineContent[], room: number, {glyphs}: FactDisplay): LineContent[] {
  if (timeline.length <= room) return [...timeline];
  if (room < 2) return [];
  const shown = room - 1;
  return [[{text: `${glyphs.ellipsis}  ${timeline.length - shown} earlier`, dim: true}], ...timeline.slice(-shown)];
}

function headLines(version: StoreVersion, {glyphs, width, now}: PreviewDisplay): LineContent[] {
  const display = stateDisplay(version.state);
  return [
    [{text: versionTitle(version), bold: true, page: versionPage(version, version.appId)}],
    ...behind(signSegment(display, glyphs), wrap(stateMeaning(version, now), width - 2)),
  ];
}

function whatsNew({version, notes, primaryLocale}: VersionFacts, display: PreviewDisplay): LineContent[] {
  const most = display.rows < 30 ? 2 : 4;
  return notesLines(notes, display, {most, first: primaryLocale, canChange: !stateIs(version.state, 'texts-final')});
}
