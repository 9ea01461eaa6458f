import {Lines} from '../components/line.tsx';
import type {ListState} from '../components/list-state.ts';
import {useDisplay} from '../context/display.ts';
import {type LineContent, type Segment, segmentsOf, spokenText} from '../text/line-content.ts';
import {clampTop} from './page-move.ts';
import {usePageKeys} from './use-page-keys.ts';

/** Something on the page that Enter does. */
export interface PageChoice {
  /** The same from one reading to the next. */
  id: string;
  /** A word or two for the footer: `attach build`. */
  label: string;
  /** `Attach a build to 3.3.0 for iOS` */
  title: string;
  /** Why Enter does nothing here. */
  unavailable?: string;
  run?(): void;
}

export interface PageRow {
  /** With its margin, but for a line that can be chosen: it has one of MARK columns. */
  line: LineContent;
  choice?: PageChoice;
}

/** Columns of the mark in front of what can be chosen. */
export const MARK = 3;

interface PageProps {
  rows: readonly PageRow[];
  state: ListState<PageChoice>;
  width: number;
  height: number;
}

/** Lines to read, some of which can be chosen. */
export function Page({rows, state, width, height}: PageProps) {
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
  const lines = rows.map(draw);
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={width} />;
}
