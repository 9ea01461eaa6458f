import {useState} from 'react';
import {type Flag, type Flags, isSwitch} from '../../app/flags/flags.ts';
import {asToolError} from '../../services/model/error.ts';
import type {LineContent} from '../text/lines.ts';

export interface FormOptions<F extends Flags> {
  labels(values: Values): Labels<F>;
  initial?: Values;
  /** Values that count as typed by the user: from an earlier visit, or to undo an update. */
  typed?: Values;
  sends?: Sends;
  /** Checks rules that concern several fields. @throws ToolError whose `facts.flag` names the field */
  check?(given: Given): void;
  first?: string;
  follow?(name: string, text: string, values: Values): Values;
}

interface FormState {
  values: Values;
  errors: Values;
  /**
   * Fields whose doubt is shown until they are edited or left. Each doubt is judged again on every change, because it
   * may depend on other fields.
   */
  doubted: readonly string[];
  error?: string;
  focus: string;
}

export type Form = ReturnType<typeof useForm> & {
  hidesKeys?: boolean;
  /** Returns the lines to show below the focused field. */
  under?(width: number): readonly LineContent[];
};

export function useForm<F extends Flags>(flags: F, options: FormOptions<F>) {
  const {labels, initial = {}, typed, first = '', sends = 'filled', check, follow} = options;
  const isSet = ({name, flag}: FormField) => sends === 'changed' && !flag.allowsEmpty && textOf(initial, name) !== '';
  const fieldsFor = (values: Values) =>
    fieldsOf(flags, labels(values), values).map((one) => ({...one, required: one.required || isSet(one)}));
  const [start] = useState(() => startValues(fieldsFor(initial), initial));
  const [state, setState] = useState<FormState>({values: {...start, ...typed}, errors: {}, doubted: [], focus: first});
  const {values, errors, doubted} = state;
  const all = fieldsFor(values);
  const fields = all.filter(({hidden}) => !hidden);
  const focused = fields.findIndex(({name}) => name === state.focus);
  const index = Math.max(0, focused);
  const given = givenOf(fields, values, start, sends);
  const change = (part: Partial<FormState>) => setState((before) => ({...before, ...part}));

  const fail = (message: string, field?: string) => {
    const isShown = fields.some(({name}) => name === field);
    setState((before) =>
      field !== undefined && isShown
        ? {...before, errors: {...before.errors, [field]: message}, focus: field}
        : {...before, error: message},
    );
  };
  const doubts = doubtsOf(fields, values);
  return {
    ...state,
    errors: {...Object.fromEntries(doubts.filter(([name]) => doubted.includes(name))), ...errors},
    fields,
    focus: fields[index]?.name ?? '',
    isLast: index === fields.length - 1,
    dirty: all.some(({name}) => textOf(values, name) !== textOf(start, name)),
    given,
    set(name: string, text: string): void {
      setState((before) => ({
        ...before,
        values: {...before.values, [name]: text, ...follow?.(name, text, before.values)},
        errors: without(before.errors, name),
        doubted: before.doubted.filter((one) => one !== name),
        error: undefined,
      }));
    },
    move(by: number): void {
      const left = fields[index];
      const isEmpty = left === undefined || textOf(values, left.name) === '';
      change({
        errors: isEmpty ? errors : {...without(errors, left.name), ...refusalsOf([left], values)},
        doubted: doubted.filter((one) => one !== left?.name),
        focus: fields[(index + by + fields.length) % fields.length]?.name ?? '',
      });
    },
    /** Checks all fields. @returns what to send, or undefined after it has focused the first wrong field */
    submit(): Given | undefined {
      const wrong = refusalsOf(fields, values);
      const first = fields.find(({name}) => wrong[name] !== undefined);
      change({errors: wrong, doubted: [], ...(first && {focus: first.name})});
      if (first) return undefined;
      try {
        check?.(given);
        return given;
      } catch (reason) {
        const {message, facts} = asToolError(reason);
        fail(message, facts.flag);
        return undefined;
      }
    },
    fail,
    markDoubts(): void {
      const names = doubts.map(([name]) => name);
      change({doubted: names, ...(names.length > 0 && {focus: names[0]})});
    },
  };
}

function doubtsOf(fields: readonly FormField[], values: Values): (readonly [string, string])[] {
  return fields.flatMap(({name, doubt}) => {
    const text = textOf(values, name);
    const found = text === '' ? undefined : doubt?.(text);
    return found === undefined ? [] : [[name, found] as const];
  });
}

function without(errors: Values, name: string): Values {
  const {[name]: _, ...others} = errors;
  return others;
}

export type Values = Readonly<Record<string, string>>;
export type Given = ReadonlyMap<string, string>;

export interface FieldLabel {
  label: string;
  help?: string;
  placeholder?: string;
  proposed?: string;
  valueName?(value: string): string;
  hidden?: boolean;
  /** Returns a warning about a value that looks mistyped. It is shown after the user has left the field. */
  doubt?(text: string): string | undefined;
  parse?(text: string): unknown;
}

/** Fields in display order; `false` omits a field. Other flags come last under their own name, so all are seen. */
export type Labels<F extends Flags = Flags> = {readonly [Name in keyof F]?: FieldLabel | false};

export interface FormField extends FieldLabel {
  name: string;
  flag: Flag<unknown>;
  required: boolean;
}

/** `changed` sends the fields that differ from their initial value, including cleared fields. */
type Sends = 'filled' | 'changed';

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

function startValues(fields: readonly FormField[], initial: Values): Values {
  return Object.fromEntries(fields.map(({name, flag}) => [name, initial[name] ?? flag.fallback ?? '']));
}

function givenOf(fields: readonly FormField[], values: Values, start: Values, sends: Sends): Given {
  const isSent = ({name, flag}: FormField) => {
    const text = textOf(values, name);
    if (sends === 'filled') return text !== '';
    return text !== textOf(start, name) && (text !== '' || flag.allowsEmpty);
  };
  return new Map(fields.filter(isSent).map(({name}) => [name, textOf(values, name)]));
}

function refusalsOf(fields: readonly FormField[], values: Values): Values {
  const refusals = fields.map((field) => [field.name, refusalOf(field, textOf(values, field.name))] as const);
  return Object.fromEntries(refusals.flatMap(([name, refusal]) => (refusal === undefined ? [] : [[name, refusal]])));
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

export function isChoice(flag: Flag<unknown>): boolean {
  return isSwitch(flag) || (flag.choices !== undefined && !flag.multiple);
}

export function choicesOf(field: FormField, value: string) {
  const {flag, required} = field;
  const named = (choices: readonly string[] = []) => choices.map((one) => ({value: one, label: nameOf(field, one)}));
  if (isSwitch(flag)) return named(['', 'true']);
  if (required || flag.fallback || flag.implied)
    return [...(value === '' ? [{value, label: 'choose'}] : []), ...named(flag.choices)];
  return [{value: '', label: 'not set'}, ...named(flag.choices)];
}

export function nameOf({flag, valueName}: FormField, value: string): string {
  return valueName?.(value) ?? (!isSwitch(flag) ? value : value === 'true' ? 'yes' : 'no');
}

export function readAs({flag}: FormField, text: string): string {
  const value = text === '' ? '' : flag.parse(text);
  return typeof value === 'string' ? value : text;
}
