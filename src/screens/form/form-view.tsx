import {Box} from 'ink';
import {Lines} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {signedLines} from '../text/lines.ts';
import {widthOf} from '../text/width.ts';
import {FieldRow, fieldHeight} from './field-row.tsx';
import type {Form} from './use-form.ts';

interface FormViewProps {
  form: Form;
  width: number;
  /** Rows there are for all of it. */
  rows: number;
  /** Above the fields. */
  intro?: readonly LineContent[];
  /** Below them, e.g. a warning. */
  outro?: readonly LineContent[];
  /** Enter on the last field. */
  onSubmit(): void;
}

const MARGIN = 2;

/** Columns for the texts around the fields of a form. */
export function formInside(width: number): number {
  return width - 2 * MARGIN;
}

/** The fields of a form: label, field, and beside it help or an error. Its keys: formKeys. */
export function FormView({form, width, rows, intro = [], outro = [], onSubmit}: FormViewProps) {
  useKeys(
    [
      {keys: ['tab', 'down'], label: 'next field', shown: 'help', run: () => form.move(1)},
      {keys: ['shift+tab', 'up'], label: 'previous field', shown: 'help', run: () => form.move(-1)},
      {keys: ['enter'], label: 'next', shown: 'none', run: () => (form.isLast ? onSubmit() : form.move(1))},
    ],
    {rank: RANK.form},
  );
  const {theme, screenReader} = useDisplay();
  const inside = formInside(width);
  const labelWidth = Math.max(...form.fields.map(({label}) => widthOf(label))) + 2;
  const error = form.error === undefined ? [] : signedLines({sign: '!', tone: 'bad'}, form.error, inside);
  const above = intro.length > 0 ? [...intro, ''] : [];
  const heights = form.fields.map((field) => fieldHeight({form, field, labelWidth, width: inside}, theme.glyphs));
  const focused = form.fields.findIndex(({name}) => name === form.focus);
  // An error takes its lines from the fields around the one that has the keys.
  const room = Math.max(heights[focused] ?? 1, rows - error.length);
  const hidden = screenReader ? 0 : hiddenAbove(heights.slice(0, focused + 1), above.length + 1, room);
  const top = hidden > 0 ? 0 : above.length + 1;
  const shown = heights.filter((_, index) => {
    const end = heights.slice(hidden, index + 1).reduce((total, height) => total + height, top);
    return index >= hidden && (screenReader || error.length === 0 || end <= room);
  });
  return (
    <Box flexDirection="column" paddingX={MARGIN} paddingTop={hidden > 0 ? 0 : 1}>
      <Lines lines={hidden > 0 ? [] : above} width={inside} />
      {form.fields.slice(hidden, hidden + shown.length).map((field) => (
        <FieldRow key={field.name} form={form} field={field} labelWidth={labelWidth} width={inside} />
      ))}
      <Lines lines={[...error, ...outro]} width={inside} />
    </Box>
  );
}

/** How many of the first fields have to go, and what is above them, for the last of these to be seen. */
function hiddenAbove(heights: readonly number[], above: number, rows: number): number {
  const sum = (from: number) => heights.slice(from).reduce((total, height) => total + height, 0);
  if (above + sum(0) <= rows) return 0;
  const first = heights.findIndex((_, from) => from > 0 && sum(from) <= rows);
  return first < 0 ? Math.max(0, heights.length - 1) : first;
}
