import {Box} from 'ink';
import {Line, Lines} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import {type LineContent, segmentsOf} from '../text/line-content.ts';
import {signedLines} from '../text/lines.ts';
import {pad, widthOf} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';
import {FieldInput, isChoice} from './field-input.tsx';
import type {FormField} from './form-state.ts';
import type {Form} from './use-form.ts';

interface FieldRowProps {
  form: Form;
  field: FormField;
  labelWidth: number;
  width: number;
}

const FIELD_WIDTH = 30;
/** Text fits beside a field from this width on. */
const LEAST_SIDE = 18;
const GAP = 2;

/** Where the parts of a field have room: an error that does not fit beside it is below. */
function layout({form, field: {name, flag}, labelWidth, width}: FieldRowProps, glyphs: Glyphs) {
  const room = width - labelWidth;
  const fieldWidth = isChoice(flag) || room < FIELD_WIDTH + GAP + LEAST_SIDE ? room : FIELD_WIDTH;
  const side = Math.max(0, room - fieldWidth - GAP);
  const error = form.errors[name];
  const sign = {sign: glyphs.rejected, tone: 'bad'} as const;
  const fits = error !== undefined && widthOf(error) + 2 <= side;
  const [beside] = fits ? signedLines(sign, error, side) : [];
  const below = error !== undefined && !fits ? signedLines(sign, error, room) : [];
  return {fieldWidth, side, beside, below};
}

/** Rows that a field takes. */
export function fieldHeight(props: FieldRowProps, glyphs: Glyphs): number {
  return 1 + layout(props, glyphs).below.length;
}

/** A field with its label, and help or an error beside it; an error that does not fit is below. */
export function FieldRow(props: FieldRowProps) {
  const {glyphs} = useDisplay().theme;
  const {form, field, labelWidth, width} = props;
  const {name, flag, label, help = flag.summary} = field;
  const focus = form.focus === name;
  const {fieldWidth, side, beside, below} = layout(props, glyphs);
  const indent = {text: ' '.repeat(labelWidth)};
  const helpLine: LineContent = [{text: form.errors[name] === undefined ? help : '', dim: true}];
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box height={1}>
        <Line
          width={labelWidth}
          content={[{text: pad(label, labelWidth), bold: focus, tone: focus ? 'accent' : undefined}]}
        />
        <Box width={fieldWidth}>
          <FieldInput {...{form, field, focus, width: fieldWidth}} />
        </Box>
        {side > 0 ? (
          <Box marginLeft={GAP}>
            <Line content={beside ?? helpLine} width={side} />
          </Box>
        ) : null}
      </Box>
      <Lines width={width} lines={below.map((line) => [indent, ...segmentsOf(line)])} />
    </Box>
  );
}
