import type {HistoryEntry} from '../../services/model/history.ts';
import type {VersionFacts} from '../../services/model/release-notes.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {versionPage} from '../../services/model/web-pages.ts';
import {wrap} from '../../services/text/width.ts';
import {attributeLines, type FactDisplay, rollOutLines, stateMeaning} from '../facts/attributes.ts';
import {notesLines, timelineLines} from '../facts/notes-and-history.ts';
import {stateDisplay} from '../text/api-names.ts';
import {versionTitle} from '../text/labels.ts';
import {type LineContent, signSegment} from '../text/line-content.ts';
import {behind, dimmed} from '../text/lines.ts';

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

/** A version in at most `rows` lines. What is being reloaded slowly is dim. `step` is the next step. */
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
    ...(step === undefined || isReading ? [] : [stepLine(step, display)]),
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

function stepLine(step: string, {glyphs}: FactDisplay): LineContent {
  return [{text: `${glyphs.step} `, tone: 'accent', bold: true}, {text: step}];
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

function headLines(version: StoreVersion, {glyphs, width, time, now}: PreviewDisplay): LineContent[] {
  const display = stateDisplay(version.state);
  return [
    [{text: versionTitle(version), bold: true, page: versionPage(version, version.appId)}],
    ...behind(signSegment(display, glyphs), wrap(stateMeaning(version, {time, now}), width - 2)),
  ];
}

function whatsNew({version, notes, primaryLocale}: VersionFacts, display: PreviewDisplay): LineContent[] {
  const most = display.rows < 30 ? 2 : 4;
  return notesLines(notes, display, {most, first: primaryLocale, canChange: !stateIs(version.state, 'texts-final')});
}
