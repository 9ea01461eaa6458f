import {Box} from 'ink';
import {pad, type Size, widthOf} from '../../services/text/width.ts';
import {Choice} from '../components/choices.tsx';
import {Line, Lines} from '../components/line.tsx';
import {TextField} from '../components/text-field.tsx';
import {useDisplay} from '../context/services.ts';
import {ACROSS, type Binding, goOnKey} from '../input/keyboard.ts';
import {indented, type LineContent, NOTE, type Segment, segmentsOf, signedLines} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {choicesOf, type Form, type FormField, isChoice, textOf} from './use-form.ts';

interface FormViewProps {
  form: Form;
  area: Size;
  intro: readonly LineContent[];
  outro(inside: number): readonly LineContent[];
}

const MARGIN = 2;
const BLANK = ' '.repeat(MARGIN);
const FIELD_WIDTH = 37;
const LEAST_SIDE = 16;
const NARROW_FIELD = 30;
const LEAST_FIELD = 10;
const GAP = 2;

export function formInside(width: number): number {
  return width - 2 * MARGIN;
}

/** Returns the keys of a Screen that shows FormView. Esc belongs to the shell, which asks before anything is lost. */
export function formKeys(
  form: Form,
  onSubmit: () => void,
  submit = 'review',
  last = 'review',
  to = 'the review',
): Binding[] {
  const index = form.fields.findIndex(({name}) => name === form.focus);
  const focused = form.fields[index];
  // Tab wraps around, but arrows stop at both ends, so that an extra press does not lead to another field.
  const move = (by: number, stops: boolean) => {
    if (!stops || form.fields[index + by]) form.move(by);
  };
  return [
    {
      keys: ['enter'],
      label: form.isLast ? last : 'next',
      room: last.length,
      run: () => (form.isLast ? onSubmit() : form.move(1)),
    },
    goOnKey(submit, to, onSubmit),
    {keys: ['tab', 'down'], label: 'next field', shown: 'help', run: ({id}) => move(1, id === 'down')},
    {keys: ['shift+tab', 'up'], label: 'previous field', shown: 'help', run: ({id}) => move(-1, id === 'up')},
    ...(focused && isChoice(focused.flag) ? [{keys: [ACROSS], label: 'choose'}] : []),
  ];
}

export function FormView({form, area: {columns: width, rows}, intro, outro}: FormViewProps) {
  const {theme, screenReader} = useDisplay();
  const inside = formInside(width);
  const labelWidth = Math.max(...form.fields.map(({label}) => widthOf(label))) + 2;
  const error = form.error === undefined ? [] : signedLines({sign: '!', tone: 'bad'}, form.error, inside);
  const lead = ['', ...intro, ...(intro.length > 0 ? [''] : [])];
  const room = inside - labelWidth;
  const helps = form.fields.filter(({flag}) => !isChoice(flag)).map(helpOf);
  const fieldWidth = fieldWidthFor(room, Math.max(LEAST_SIDE, ...helps.map(widthOf)));
  const placed = form.fields.map((field) => placeField(form, field, {room, fieldWidth}, theme.glyphs));
  const heights = placed.map(({below}) => 1 + below.length);
  const focused = form.fields.findIndex(({name}) => name === form.focus);
  const after = [...error, ...outro(inside)];
  // The lines below the fields get their room first, but the focused field is always shown with its remarks.
  const height = Math.max(heights[focused] ?? 1, rows - after.length);
  const count = (last?: number) => heights.slice(0, last).reduce((total, height) => total + height, lead.length);
  const hidden = screenReader ? 0 : Math.max(0, count(focused + 1) - height);
  return (
    <Box flexDirection="column">
      <Box height={screenReader ? undefined : Math.min(count(), height)} overflowY="hidden" flexShrink={0}>
        <Box flexDirection="column" flexShrink={0} marginTop={-hidden}>
          <Lines lines={indented(lead, BLANK)} width={width} />
          {placed.map((row) => (
            <FieldRow key={row.field.name} form={form} placed={row} labelWidth={labelWidth} width={width} />
          ))}
        </Box>
      </Box>
      <Lines lines={indented(after, BLANK)} width={width} />
    </Box>
  );
}

const helpOf = ({help, flag}: FormField) => help ?? flag.summary;

/** Returns the usual width of the fields. They shrink, down to NARROW_FIELD, to make room for the longest help. */
function fieldWidthFor(room: number, help: number): number {
  const fits = room - GAP - LEAST_SIDE >= FIELD_WIDTH;
  return fits ? Math.min(FIELD_WIDTH, Math.max(NARROW_FIELD, room - GAP - help)) : FIELD_WIDTH;
}

/** Places a field and its remark. The remark replaces the help or, if it does not fit there, goes below the field. */
function placeField(
  form: Form,
  field: FormField,
  {room, fieldWidth: usual}: {room: number; fieldWidth: number},
  glyphs: Glyphs,
) {
  const {name, flag, doubt} = field;
  const value = textOf(form.values, name);
  const error = form.errors[name];
  const remark = error ?? (name === form.focus || value === '' ? undefined : doubt?.(value));
  const beside = remark === undefined ? LEAST_SIDE : widthOf(remark) + 2;
  const most = Math.min(usual, room - GAP - beside);
  const isWide = isChoice(flag) || widthOf(value) >= most || most < (remark === undefined ? usual : LEAST_FIELD);
  const fieldWidth = isWide ? room : most;
  const side = Math.max(0, room - fieldWidth - GAP);
  const sign = error === undefined ? NOTE : ({sign: glyphs.rejected, tone: 'bad'} as const);
  const fits = remark !== undefined && widthOf(remark) + 2 <= side;
  const [aside] = fits ? signedLines(sign, remark, side) : [];
  const remarks = remark !== undefined && !fits ? signedLines(sign, remark, room) : [];
  const under = name === form.focus ? (form.under?.(room) ?? []) : [];
  return {field, fieldWidth, side, aside, below: [...remarks, ...under]};
}

interface FieldRowProps {
  form: Form;
  placed: ReturnType<typeof placeField>;
  labelWidth: number;
  width: number;
}

function FieldRow({form, placed: {field, fieldWidth, side, aside, below}, labelWidth, width}: FieldRowProps) {
  const {name, flag, label, placeholder, proposed} = field;
  const focus = form.focus === name;
  const {marker} = useDisplay().theme.glyphs;
  const lead: Segment = {text: focus ? pad(marker, MARGIN) : BLANK, tone: 'accent', bold: true, decor: true};
  const indent = {text: ' '.repeat(MARGIN + labelWidth)};
  const helpLine: LineContent = [{text: below.length === 0 ? helpOf(field) : '', dim: true}];
  const value = form.values[name] ?? '';
  const input = {value, onChange: (text: string) => form.set(name, text), focus, width: fieldWidth};
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box height={1}>
        <Line width={MARGIN + labelWidth} content={[lead, {text: pad(label, labelWidth), bold: focus}]} />
        <Box width={fieldWidth}>
          {isChoice(flag) ? (
            <Choice {...input} items={choicesOf(field, value)} />
          ) : (
            <TextField {...input} {...{placeholder, proposed}} hidesKeys={form.hidesKeys} />
          )}
        </Box>
        {side > 0 ? (
          <Box marginLeft={GAP}>
            <Line content={aside ?? helpLine} width={side} />
          </Box>
        ) : null}
      </Box>
      <Lines width={width} lines={below.map((line) => [indent, ...segmentsOf(line)])} />
    </Box>
  );
}
