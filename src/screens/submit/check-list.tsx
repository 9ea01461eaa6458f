import {checkColumns} from '../checks/check-columns.ts';
import {List} from '../components/list.tsx';
import {useDisplay} from '../context/display.ts';
import type {Checks} from './use-checks.ts';

interface CheckListProps {
  checks: Checks;
  width: number;
  height: number;
}

/** What review asks for, errors first, each with what mends it. */
export function CheckList({checks: {state, load, mend}, width, height}: CheckListProps) {
  const {theme} = useDisplay();
  const columns = checkColumns(state.rows, theme.glyphs, (check) => mend(check)?.label ?? '');
  return <List state={state} columns={columns} width={width} height={height} loading={load.busy} />;
}
