import {useState} from 'react';
import type {Flags} from '../../app/flags/flags.ts';
import {asToolError} from '../../services/model/error.ts';
import {
  type FormField,
  fieldsOf,
  type Given,
  givenOf,
  type Labels,
  refusalsOf,
  type Sends,
  startValues,
  textOf,
  type Values,
} from './fields.ts';

export interface FormOptions<F extends Flags> {
  labels(values: Values): Labels<F>;
  initial?: Values;
  /** Values that were typed before, or that undo an update. */
  typed?: Values;
  sends?: Sends;
  /** Rules between fields. @throws ToolError; `facts.flag` names the field */
  check?(given: Given): void;
  /** The field that has the cursor first. */
  first?: string;
  /** Values that change along with a field, e.g. a proposal. */
  follow?(name: string, text: string, values: Values): Values;
}

interface FormState {
  values: Values;
  errors: Values;
  error?: string;
  focus: string;
}

/** `hidesKeys`: the form itself hides a pasted private key. */
export type Form = ReturnType<typeof useForm> & {hidesKeys?: boolean};

export function useForm<F extends Flags>(flags: F, options: FormOptions<F>) {
  const {labels, initial = {}, typed, first = '', sends = 'filled', check, follow} = options;
  const isSet = ({name, flag}: FormField) => sends === 'changed' && !flag.allowsEmpty && textOf(initial, name) !== '';
  const fieldsFor = (values: Values) =>
    fieldsOf(flags, labels(values), values).map((one) => ({...one, required: one.required || isSet(one)}));
  const [start] = useState(() => startValues(fieldsFor(initial), initial));
  const [state, setState] = useState<FormState>({values: {...start, ...typed}, errors: {}, focus: first});
  const {values, errors} = state;
  const all = fieldsFor(values);
  const fields = all.filter(({hidden}) => !hidden);
  const index = Math.max(
    0,
    fields.findIndex(({name}) => name === state.focus),
  );
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
  return {
    ...state,
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
        error: undefined,
      }));
    },
    move(by: number): void {
      const left = fields[index];
      // An empty field may be filled in later.
      const isEmpty = left === undefined || textOf(values, left.name) === '';
      change({
        errors: isEmpty ? errors : {...without(errors, left.name), ...refusalsOf([left], values)},
        focus: fields[(index + by + fields.length) % fields.length]?.name ?? '',
      });
    },
    /** Checks everything. @returns what to send; undefined after focusing the first wrong field */
    submit(): Given | undefined {
      const wrong = refusalsOf(fields, values);
      const first = fields.find(({name}) => wrong[name] !== undefined);
      change({errors: wrong, ...(first && {focus: first.name})});
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
    /** Shows what looks mistyped until it is edited, and focuses the first such field. */
    markDoubts(): void {
      for (const {name, doubt} of fields.toReversed()) {
        const text = textOf(values, name);
        const found = text === '' ? undefined : doubt?.(text);
        if (found !== undefined) fail(found, name);
      }
    },
  };
}

function without(errors: Values, name: string): Values {
  const {[name]: _, ...others} = errors;
  return others;
}
