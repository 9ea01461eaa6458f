import type {Flag} from '../../app/flags/flags.ts';
import {asToolError} from '../../services/model/error.ts';

/** Texts of fields, by flag name. */
export type Values = Readonly<Record<string, string>>;
/** Texts to give a command, by flag name, in the order to show them. */
export type Given = ReadonlyMap<string, string>;

/** One field of a form: a flag of a command, and the words around it. */
export interface FormField {
  /** The flag's name. */
  name: string;
  flag: Flag<unknown>;
  label: string;
  /** Beside the field while nothing is wrong with it; the flag's summary when absent. */
  help?: string;
  placeholder?: string;
  /** How a choice is shown; as it is when absent. */
  choiceName?(value: string): string;
  /** Neither shown nor sent. */
  hidden?: boolean;
}

/** `filled` sends every field that has a text; `changed` those that differ from the start, cleared ones included. */
export type Sends = 'filled' | 'changed';

export interface FormState {
  values: Values;
  /** By flag name. */
  errors: Values;
  /** About the form as a whole. */
  error?: string;
  /** Name of the field that has the keys; the first one when there is no such field. */
  focus: string;
}

/** The text of a field without blanks around it: nobody means those. */
export function textOf(values: Values, name: string): string {
  return (values[name] ?? '').trim();
}

export function startValues(fields: readonly FormField[], initial: Values): Values {
  return Object.fromEntries(fields.map(({name, flag}) => [name, initial[name] ?? flag.fallback ?? '']));
}

/** The texts to send, unchecked. */
export function givenOf(fields: readonly FormField[], values: Values, start: Values, sends: Sends): Given {
  const isSent = ({name, flag}: FormField) => {
    const text = textOf(values, name);
    if (sends === 'filled') return text !== '';
    return text !== textOf(start, name) && (text !== '' || flag.allowsEmpty);
  };
  return new Map(fields.filter(isSent).map(({name}) => [name, textOf(values, name)]));
}

/** The complaints of the flags' own parsers, by flag name. */
export function complaintsOf(fields: readonly FormField[], values: Values): Values {
  const entries = fields.map(({name, flag}) => [name, complaintOf(flag, textOf(values, name))] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function complaintOf(flag: Flag<unknown>, text: string): string | undefined {
  if (text === '') return flag.required ? 'is required' : undefined;
  try {
    flag.parse(text);
    return undefined;
  } catch (error) {
    return asToolError(error).message;
  }
}

/** The errors of all but some fields. */
export function withoutErrors(errors: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
