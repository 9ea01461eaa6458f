import type {Opening} from '../checks/use-opening.ts';
import {Lines} from '../components/line.tsx';
import type {ListState} from '../components/list-model.ts';
import {movementKeys, useTypedNumber} from '../components/movement-keys.ts';
import {useDisplay} from '../context/display.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {type LineContent, type Segment, segmentsOf, spokenText} from '../text/line-content.ts';
import {dimmed} from '../text/lines.ts';

export interface PageChoice extends Opening {
  /** Stable between reloads. */
  id: string;
  isFinal?: boolean;
  title: string;
}

export interface PageRow {
  /** Includes its margin, except in a choice: that has one of MARK columns. */
  line: LineContent;
  choice?: PageChoice;
}

/** Width of the marker in front of a choice. */
export const MARK = 3;

interface PageProps {
  rows: readonly PageRow[];
  state: ListState<PageChoice>;
  stale: boolean;
  width: number;
  height: number;
}

export function Page({rows, state, stale, width, height}: PageProps) {
  const {theme, screenReader} = useDisplay();
  const places = rows.flatMap(({choice}, line) => (choice ? [line] : []));
  const page = {places, count: rows.length, height};
  usePageKeys(state, page);
  const top = clampTop(state.top, page);
  const chosen = places[state.index];
  const draw = ({line, choice}: PageRow, index: number): LineContent => {
    if (!choice) return line;
    if (screenReader) {
      return `${places.indexOf(index) + 1}. ${spokenText(line).trim()}${index === chosen ? ', selected' : ''}`;
    }
    if (index !== chosen) return [{text: ' '.repeat(MARK)}, ...segmentsOf(line)];
    const marker: Segment = {text: ` ${theme.glyphs.marker} `, tone: 'accent', bold: true};
    return [marker, ...segmentsOf(line).map((segment) => ({...segment, bold: true, dim: false}))];
  };
  const drawn = rows.map(draw);
  const lines = stale ? dimmed(drawn) : drawn;
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={width} />;
}

function usePageKeys<Choice>({index, top, select}: ListState<Choice>, page: PageShape): void {
  const {forget, onKey} = useTypedNumber(page.places.length, select);
  const now: PagePosition = {top: clampTop(top, page), choice: index};
  const go = (to: PagePosition) => {
    forget();
    select(to.choice, to.top);
  };
  const keys = movementKeys({
    labels: {down: 'down', up: 'up', start: 'start', end: 'end'},
    page: page.height,
    bySpace: true,
    step: (by) => go(steps(now, by, page)),
    turn: (by) => go(turn(now, now.top + by, page)),
    toStart: () => go({top: 0, choice: 0}),
    toEnd: () => go(turn(now, page.count, page)),
  });
  useKeys(keys, {rank: RANK.list, onKey});
}

interface PageShape {
  places: readonly number[];
  count: number;
  height: number;
}

interface PagePosition {
  top: number;
  /** Index of the chosen place; -1 if there is none. */
  choice: number;
}

function clampTop(top: number, {count, height}: PageShape): number {
  return Math.max(0, Math.min(top, count - height));
}

/** Selects the next place if it is visible, else scrolls by a line: nothing is skipped unread. */
function step({top, choice}: PagePosition, direction: 1 | -1, page: PageShape): PagePosition {
  const next = page.places[choice + direction];
  const isVisible = next !== undefined && next >= top && next < top + page.height;
  if (isVisible) return {top, choice: choice + direction};
  return {top: clampTop(top + direction, page), choice};
}

export function steps(position: PagePosition, by: number, page: PageShape): PagePosition {
  const direction = by < 0 ? -1 : 1;
  let now = position;
  for (let left = Math.min(Math.abs(by), page.count + page.places.length); left > 0; left--) {
    now = step(now, direction, page);
  }
  return now;
}

/** Scrolls; a choice that would leave the view moves along. */
export function turn({choice}: PagePosition, top: number, page: PageShape): PagePosition {
  const to = clampTop(top, page);
  const isVisible = (line: number | undefined) => line !== undefined && line >= to && line < to + page.height;
  if (isVisible(page.places[choice])) return {top: to, choice};
  const other = page.places.findIndex(isVisible);
  return {top: to, choice: other < 0 ? choice : other};
}
