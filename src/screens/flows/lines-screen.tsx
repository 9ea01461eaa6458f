import {Scroll} from '../components/scroll.tsx';
import {useDisplay} from '../context/display.ts';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import {type LineContent, segmentsOf} from '../text/line-content.ts';

const MARGIN = 2;
/** Lines of a screen around its content. */
const FRAME = 4;

/** Columns for the text of a LinesScreen. */
export function useLinesWidth(): number {
  return useDisplay().size.columns - 2 * MARGIN;
}

interface LinesScreenProps {
  crumbs: readonly string[];
  keys: readonly Binding[];
  waiting?: boolean;
  /** A line between header and rule. */
  sub?: LineContent;
  /** At most useLinesWidth() columns wide. */
  lines: readonly LineContent[];
}

/** A screen of lines to read. */
export function LinesScreen({crumbs, keys, waiting, sub, lines}: LinesScreenProps) {
  const {size} = useDisplay();
  const margin = {text: ' '.repeat(MARGIN)};
  const indented = ['', ...lines.map((line) => [margin, ...segmentsOf(line)])];
  const isLong = indented.length > size.rows - FRAME - (sub ? 1 : 0);
  return (
    <Screen crumbs={crumbs} sub={sub} keys={keys} waiting={waiting} statusRight={isLong ? 'PgDn shows more' : ''}>
      {({columns, rows}) => <Scroll lines={indented} width={columns} height={rows} />}
    </Screen>
  );
}
