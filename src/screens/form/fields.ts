import type {Flag, Flags} from '../../app/flags/flags.ts';
import {asToolError} from '../../services/model/error.ts';

export type Values = Readonly<Record<string, string>>;
export type Given = ReadonlyMap<string, string>;

export interface FieldLabel {
  label: string;
  help?: string;
  placeholder?: string;
  valueName?(value: string): string;
  hidden?: boolean;
  /** Returns a doubt about a text that looks mistyped, shown once its field is left. */
  doubt?(text: string): string | undefined;
  /** Overrides the flag's parser where the form knows more. */
  parse?(text: string): unknown;
}

/** Fields in display order; `false` omits one. Unlisted flags come last under their own name: nothing is sent unseen. */
export type Labels<F extends Flags = Flags> = {readonly [Name in keyof F]?: FieldLabel | false};

export interface FormField extends FieldLabel {
  name: string;
  flag: Flag<unknown>;
  required: boolean;
}

/** `changed` sends fields that differ from their initial value, cleared ones included. */
export type Sends = 'filled' | 'changed';

export function fieldsOf(flags: Flags, labels: Labels, values: Values = {}): FormField[] {
  const names = [...new Set([...Object.keys(labels), ...Object.keys(flags)])];
  return names.flatMap((name): FormField[] => {
    const flag = flags[name];
    const label = labels[name] ?? {label: name};
    if (!flag || label === false) return [];
    const hidden = label.hidden || (flag.unless?.some((other) => values[other] === 'true') ?? false);
    return [{...label, name, flag, hidden, required: flag.required || flag.unless !== undefined}];
  });
}

export function textOf(values: Values, name: string): string {
  return (values[name] ?? '').trim();
}

export function startValues(fields: readonly FormField[], initial: Values): Values {
  return Object.fromEntries(fields.map(({name, flag}) => [name, initial[name] ?? flag.fallback ?? '']));
}

export function givenOf(fields: readonly FormField[], values: Values, start: Values, sends: Sends): Given {
  const isSent = ({name, flag}: FormField) => {
    const text = textOf(values, name);
    if (sends === 'filled') return text !== '';
    return text !== textOf(start, name) && (text !== '' || flag.allowsEmpty);
  };
  return new Map(fields.filter(isSent).map(({name}) => [name, textOf(values, name)]));
}

export function refusalsOf(fields: readonly FormField[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const refusal = refusalOf(field, textOf(values, field.name));
      return refusal === undefined ? [] : [[field.name, refusal]];
    }),
  );
}

function refusalOf({flag, required, parse = flag.parse}: FormField, text: string): string | undefined {
  if (text === '') return required ? 'is required' : undefined;
  try {
    parse(text);
    return undefined;
  } catch (error) {
    return asToolError(error).message;
  }
}

export function isChoice({kind, choices, multiple}: Flag<unknown>): boolean {
  return kind === 'switch' || (choices !== undefined && !multiple);
}

export function choicesOf(field: FormField, value: string) {
  const {flag, required} = field;
  const named = (choices: readonly string[] = []) => choices.map((one) => ({value: one, label: nameOf(field, one)}));
  if (flag.kind === 'switch') return named(['', 'true']);
  if (required || flag.fallback || flag.implied)
    return [...(value === '' ? [{value, label: 'choose'}] : []), ...named(flag.choices)];
  return [{value: '', label: 'not set'}, ...named(flag.choices)];
}

export function nameOf({flag, valueName}: FormField, value: string): string {
  return valueName?.(value) ?? (flag.kind !== 'switch' ? value : value === 'true' ? 'yes' : 'no');
}

export function readAs({flag}: FormField, text: string): string {
  const value = text === '' ? '' : flag.parse(text);
  return typeof value === 'string' ? value : text;
}
