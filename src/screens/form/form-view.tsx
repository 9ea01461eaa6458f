import {Box} from 'ink';
import type {ReactNode} from 'react';
import {Choice} from '../components/choice.tsx';
import {Line} from '../components/line.tsx';
import {TextField} from '../components/text-field.tsx';
import {useLook} from '../context/look.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import {pad, widthOf, wrap} from '../text/width.ts';
import type {Form, FormField} from './use-form.ts';

interface FormViewProps {
  form: Form;
  width: number;
  /** Above the fields, one line each. */
  intro?: readonly string[];
  /** Below them, e.g. a warning. */
  outro?: ReactNode;
  /** Enter on the last field. */
  onSubmit(): void;
}

const MARGIN = 2;
const FIELD_WIDTH = 30;

/** The fields of a form: label, field, and beside it what helps or what is wrong. Its keys: formKeys. */
export function FormView({form, width, intro = [], outro, onSubmit}: FormViewProps) {
  useKeys(
    [
      {keys: ['tab', 'down'], label: 'next field', shown: 'help', run: () => form.move(1)},
      {keys: ['shift+tab', 'up'], label: 'previous field', shown: 'help', run: () => form.move(-1)},
      {keys: ['enter'], label: 'next', shown: 'none', run: () => (form.isLast ? onSubmit() : form.move(1))},
    ],
    {rank: RANK.form},
  );
  const inner = width - 2 * MARGIN;
  const labelWidth = Math.max(...form.fields.map(({label}) => widthOf(label))) + 2;
  return (
    <Box flexDirection="column" paddingX={MARGIN} paddingTop={1}>
      {intro.map((line) => (
        <Line key={line} content={line} width={inner} />
      ))}
      {intro.length > 0 ? <Box height={1} /> : null}
      {form.fields.map((field) => (
        <FieldRow key={field.name} form={form} field={field} labelWidth={labelWidth} width={inner} />
      ))}
      {form.error
        ? wrap(form.error, inner - 2).map((line, index) => (
            <Line
              key={line}
              width={inner}
              content={[{text: index === 0 ? '! ' : '  ', tone: 'bad', bold: true}, {text: line}]}
            />
          ))
        : null}
      {outro}
    </Box>
  );
}

interface FieldRowProps {
  form: Form;
  field: FormField;
  labelWidth: number;
  width: number;
}

function FieldRow({form, field, labelWidth, width}: FieldRowProps) {
  const {theme} = useLook();
  const {name, flag, label} = field;
  const focus = form.focus === name;
  const error = form.errors[name];
  const isChoice = flag.kind === 'switch' || (flag.choices !== undefined && !flag.multiple);
  const room = width - labelWidth;
  const fieldWidth = isChoice || room < FIELD_WIDTH + 20 ? room : FIELD_WIDTH;
  const side = fieldWidth === room ? 0 : room - fieldWidth - 2;
  const help = field.help ?? flag.summary;
  const fits = error === undefined || widthOf(error) + 2 <= side;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box height={1}>
        <Line
          width={labelWidth}
          content={[{text: pad(label, labelWidth), bold: focus, tone: focus ? 'accent' : undefined}]}
        />
        <Box width={fieldWidth}>
          {isChoice ? (
            <ChoiceField {...{form, field, focus, width: fieldWidth}} />
          ) : (
            <TextInputField {...{form, field, focus, width: fieldWidth}} />
          )}
        </Box>
        {side > 0 ? (
          <Box marginLeft={2}>
            {error !== undefined && fits ? (
              <Line content={[{text: `${theme.glyphs.rejected} `, tone: 'bad'}, {text: error}]} width={side} />
            ) : (
              <Line content={[{text: error === undefined ? help : '', dim: true}]} width={side} />
            )}
          </Box>
        ) : null}
      </Box>
      {error !== undefined && !fits
        ? wrap(error, width - labelWidth - 2).map((line, index) => (
            <Line
              key={line}
              width={width}
              content={[
                {text: ' '.repeat(labelWidth)},
                {text: index === 0 ? `${theme.glyphs.rejected} ` : '  ', tone: 'bad'},
                {text: line},
              ]}
            />
          ))
        : null}
    </Box>
  );
}

interface FieldProps {
  form: Form;
  field: FormField;
  focus: boolean;
  width: number;
}

function TextInputField({form, field, focus, width}: FieldProps) {
  return (
    <TextField
      value={form.values[field.name] ?? ''}
      onChange={(text) => form.set(field.name, text)}
      focus={focus}
      width={width}
      placeholder={field.placeholder}
      mask={field.secret ? '*' : undefined}
      multiline={field.multiline}
    />
  );
}

/** `none` is a choice too where the flag may be left out. */
function ChoiceField({form, field: {name, flag, choiceName}, focus, width}: FieldProps) {
  const values =
    flag.kind === 'switch' ? ['', 'true'] : [...(flag.required || flag.fallback ? [] : ['']), ...(flag.choices ?? [])];
  const label = (value: string) => {
    if (flag.kind === 'switch') return value === 'true' ? 'yes' : 'no';
    return value === '' ? 'not set' : (choiceName?.(value) ?? value);
  };
  return (
    <Choice
      items={values.map((value) => ({value, label: label(value)}))}
      value={form.values[name] ?? ''}
      onChange={(value) => form.set(name, value)}
      focus={focus}
      width={width}
    />
  );
}
