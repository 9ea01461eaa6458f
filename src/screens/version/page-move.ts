/** A page that is longer than its window: lines, some of which can be chosen. */
export interface PageShape {
  /** The lines that can be chosen, in order. */
  places: readonly number[];
  /** How many lines there are. */
  count: number;
  height: number;
}

export interface PagePosition {
  /** The first line that is shown. */
  top: number;
  /** Which of the places is chosen; -1 where there are none. */
  choice: number;
}

export function clampTop(top: number, {count, height}: PageShape): number {
  return Math.max(0, Math.min(top, count - height));
}

/**
 * One step along: to the next place where that is in sight, else the page moves by a line, so that nothing is skipped
 * unread. @param direction 1 is down, -1 is up
 */
export function step({top, choice}: PagePosition, direction: 1 | -1, page: PageShape): PagePosition {
  const next = page.places[choice + direction];
  const isInSight = next !== undefined && next >= top && next < top + page.height;
  if (isInSight) return {top, choice: choice + direction};
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

/** Moves the page; what is chosen comes along when it would be out of sight. */
export function turn({choice}: PagePosition, top: number, page: PageShape): PagePosition {
  const to = clampTop(top, page);
  const isInSight = (line: number | undefined) => line !== undefined && line >= to && line < to + page.height;
  if (isInSight(page.places[choice])) return {top: to, choice};
  const other = page.places.findIndex(isInSight);
  return {top: to, choice: other < 0 ? choice : other};
}
