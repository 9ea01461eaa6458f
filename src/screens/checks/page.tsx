import type {Size} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {type ListOptions, type ListState, moreText, useListState} from '../components/list-model.ts';
import {movementKeys, useTypedNumber} from '../components/movement-keys.ts';
import {isNarrow, useDisplay} from '../context/services.ts';
import type {Query} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {dimmed, type LineContent, type Segment, segmentsOf, spokenRow, spokenText} from '../text/lines.ts';
import type {Opening} from './use-opening.ts';

export interface PageChoice extends Opening {
  id: string;
  isFinal?: boolean;
  isNext?: boolean;
  leadsOn?: boolean;
  title: string;
}

export interface PageRow {
  /** Includes the margin, except in a row with a choice, where the list draws it (MARK columns). */
  line: LineContent;
  choice?: PageChoice;
}

export const MARK = 3;

interface PageStateOptions extends Pick<ListOptions<PageChoice>, 'readAt' | 'round'> {
  /** The data of the page. Enter does nothing while the data is outdated because of a write. */
  load: Query<unknown>;
  unread: string;
}

export function usePage(name: string, rows: readonly PageRow[], {load, unread, ...options}: PageStateOptions) {
  const choices = rows.flatMap(({choice}) => choice ?? []);
  const state = useListState(name, choices, ({id}) => id, {
    prefers: ({isNext}) => isNext === true,
    isFinal: (choice) => choice.isFinal === true,
    isRead: load.at !== undefined,
    ...options,
  });
  const {whyOvertaken} = load;
  const {selected} = state;
  const next = choices.findIndex(({isNext, unavailable}) => isNext && unavailable === undefined);
  const leadsOn = selected?.leadsOn === true && next >= 0;
  const {label = NEXT.label, title = NEXT.title} = (leadsOn ? NEXT : selected) ?? {};
  const isTight = isNarrow(useDisplay().size);
  const whyNot = selected ? selected.unavailable : unread;
  const enter: Binding = {
    keys: ['enter'],
    label,
    title: whyOvertaken ? 'Not yet' : title,
    room: isTight ? Math.max(...choices.map((choice) => (choice.unavailable ? 0 : choice.label.length))) : ENTER_ROOM,
    shown: isTight && selected?.unavailable !== undefined && !leadsOn ? 'help' : 'footer',
    // If new data changes what a row does, Enter works only after the change is visible. Moving to another row needs no
    // such wait.
    guarded: choices.map((choice) => `${choice.id} ${choice.label}`).join(),
    unavailable: whyOvertaken ?? (leadsOn ? undefined : whyNot),
    run: () => (leadsOn ? state.select(next) : selected?.run()),
  };
  return {state, enter};
}

const ENTER_ROOM = 'phased release'.length;
const NEXT = {label: 'next step', title: 'Next step'};

interface PageProps {
  rows: readonly PageRow[];
  state: ListState<PageChoice>;
  stale: boolean;
  area: Size;
  empty?: string;
}

export function Page({rows, state, stale, area, empty = ''}: PageProps) {
  const {theme, screenReader} = useDisplay();
  const page = shapeOf(rows, area);
  const {places, height} = page;
  usePageKeys(state, page);
  const top = topOf(state, page);
  const chosen = places[state.index];
  const draw = ({line, choice}: PageRow, index: number): LineContent => {
    if (!choice) return line;
    if (screenReader) {
      return spokenRow(places.indexOf(index), spokenText(line).trim(), index === chosen);
    }
    if (index !== chosen) return [{text: ' '.repeat(MARK)}, ...segmentsOf(line)];
    const marker: Segment = {text: ` ${theme.glyphs.marker} `, tone: 'accent', bold: true};
    return [marker, ...segmentsOf(line).map((segment) => ({...segment, bold: true, dim: false}))];
  };
  const drawn = rows.length > 0 ? rows.map(draw) : [[{text: ' '.repeat(MARK) + empty, dim: true}]];
  const lines = stale ? dimmed(drawn) : drawn;
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={area.columns} />;
}

function usePageKeys(state: ListState<PageChoice>, page: PageShape): void {
  const {index, select} = state;
  const now: PagePosition = {top: topOf(state, page), choice: index};
  const go = (to: PagePosition) => select(to.choice, to.top);
  const keys = movementKeys({
    labels: {down: 'down', up: 'up', start: 'start', end: 'end'},
    page: page.height,
    bySpace: true,
    step: (by) => go(steps(now, by, page)),
    turn: (by) => go(turn(now, now.top + by, page)),
    toStart: () => go({top: 0, choice: 0}),
    toEnd: () => go(turn({...now, choice: page.places.length - 1}, page.count, page)),
  });
  useKeys(keys, {rank: RANK.list, onKey: useTypedNumber(index, page.places.length, select)});
}

export function hiddenLines(rows: readonly PageRow[], state: ListState<PageChoice>, area: Size): string {
  const page = shapeOf(rows, area);
  return moreText(topOf(state, page), page.height, page.count);
}

function shapeOf(rows: readonly PageRow[], {rows: height}: Size): PageShape {
  const places = rows.flatMap(({choice}, line) => (choice ? [line] : []));
  const ends = places.map((start) => {
    const after = rows.findIndex(({line, choice}, at) => at > start && (choice !== undefined || line === ''));
    return (after < 0 ? rows.length : after) - 1;
  });
  return {places, ends, count: rows.length, height};
}

interface PageShape {
  places: readonly number[];
  /** The last line of each place: the one before the next place or the next empty line. */
  ends: readonly number[];
  count: number;
  height: number;
}

interface PagePosition {
  top: number;
  choice: number;
}

function topOf({top, index, isMoved}: ListState<PageChoice>, page: PageShape): number {
  const isVisible = isMoved || (page.ends[index] ?? 0) < page.height;
  return clampTop(isVisible ? top : (page.places[index] ?? 0) - Math.floor(page.height / 2), page);
}

function clampTop(top: number, {count, height}: PageShape): number {
  return Math.max(0, Math.min(top, count - height));
}

/** Selects the next place if it is visible. Otherwise scrolls by one line, so that no text is skipped. */
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

/** Scrolls, and selects another choice if the current one would leave the view. */
export function turn({choice}: PagePosition, top: number, page: PageShape): PagePosition {
  const to = clampTop(top, page);
  const isVisible = (line: number | undefined) => line !== undefined && line >= to && line < to + page.height;
  if (isVisible(page.places[choice])) return {top: to, choice};
  const other = page.places.findIndex(isVisible);
  return {top: to, choice: other < 0 ? choice : other};
}
