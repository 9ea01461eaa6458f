import {Box} from 'ink';
import {Lines} from '../components/lines.tsx';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {signedLines} from '../text/lines.ts';
import {widthOf} from '../text/width.ts';
import {FieldRow} from './field-row.tsx';
import type {Form} from './use-form.ts';

interface FormViewProps {
  form: Form;
  width: number;
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
export function FormView({form, width, intro = [], outro = [], onSubmit}: FormViewProps) {
  useKeys(
    [
      {keys: ['tab', 'down'], label: 'next field', shown: 'help', run: () => form.move(1)},
      {keys: ['shift+tab', 'up'], label: 'previous field', shown: 'help', run: () => form.move(-1)},
      {keys: ['enter'], label: 'next', shown: 'none', run: () => (form.isLast ? onSubmit() : form.move(1))},
    ],
    {rank: RANK.form},
  );
  const inside = formInside(width);
  const labelWidth = Math.max(...form.fields.map(({label}) => widthOf(label))) + 2;
  const error = form.error === undefined ? [] : signedLines({sign: '!', tone: 'bad'}, form.error, inside);
  return (
    <Box flexDirection="column" paddingX={MARGIN} paddingTop={1}>
      <Lines lines={intro.length > 0 ? [...intro, ''] : []} width={inside} />
      {form.fields.map((field) => (
        <FieldRow key={field.name} form={form} field={field} labelWidth={labelWidth} width={inside} />
      ))}
      <Lines lines={[...error, ...outro]} width={inside} />
    </Box>
  );
}
