import {useState} from 'react';
import {asToolError} from '../../services/model/error.ts';
import {
  complaintsOf,
  type FormField,
  type FormState,
  type Given,
  givenOf,
  type Sends,
  startValues,
  textOf,
  type Values,
  withoutErrors,
} from './form-state.ts';

export interface FormOptions {
  /** The fields, which may depend on the texts in them. */
  fields(values: Values): readonly FormField[];
  initial?: Values;
  /** `filled` unless told. */
  sends?: Sends;
  /** Rules between fields. @throws ToolError; `facts.flag` names the field that it is about */
  check?(given: Given): void;
  /** Texts that change along with a field, e.g. a proposal that depends on it. */
  follow?(name: string, text: string, values: Values): Values;
}

export interface Form extends FormState {
  fields: readonly FormField[];
  /** A private key that is pasted into a field is hidden by the form itself. */
  hidesKeys?: boolean;
  /** Something was changed. */
  dirty: boolean;
  isLast: boolean;
  /** The texts to send as they are now, unchecked. */
  given: Given;
  set(name: string, text: string): void;
  /** Moves to another field; the one that is left is checked. */
  move(by: number): void;
  /** Checks everything; moves to the first wrong field, or returns what is to be sent. */
  submit(): Given | undefined;
  /** Shows an error beside the field it is about, or below the form. */
  fail(message: string, field?: string): void;
}

/** The state of a form over a command's flags: each field is checked by the flag's own parser as it is left. */
export function useForm({fields: fieldsOf, initial = {}, sends = 'filled', check, follow}: FormOptions): Form {
  const [start] = useState(() => startValues(fieldsOf(initial), initial));
  const [state, setState] = useState<FormState>({values: start, errors: {}, focus: ''});
  const {values, errors} = state;
  const all = fieldsOf(values);
  const fields = all.filter(({hidden}) => !hidden);
  const found = fields.findIndex(({name}) => name === state.focus);
  const index = Math.max(0, found);
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
    set(name, text) {
      setState((before) => ({
        ...before,
        values: {...before.values, [name]: text, ...follow?.(name, text, before.values)},
        errors: withoutErrors(before.errors, [name]),
        error: undefined,
      }));
    },
    move(by) {
      // A field that is still empty may be filled in later.
      const left = fields.slice(index, index + 1).filter(({name}) => textOf(values, name) !== '');
      const names = left.map(({name}) => name);
      change({
        errors: {...withoutErrors(errors, names), ...complaintsOf(left, values)},
        focus: fields[(index + by + fields.length) % fields.length]?.name ?? '',
      });
    },
    submit() {
      const wrong = complaintsOf(fields, values);
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
  };
}
