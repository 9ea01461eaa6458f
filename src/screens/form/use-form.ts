import {useState} from 'react';
import type {Flag} from '../../app/flags.ts';
import {asToolError} from '../../services/model/error.ts';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';

/** One field of a form: a flag of a command, and the words around it. */
export interface FormField {
  /** The flag's name. */
  name: string;
  flag: Flag<unknown>;
  label: string;
  /** Beside the field while nothing is wrong with it; the flag's summary when absent. */
  help?: string;
  placeholder?: string;
  /** What a choice is called; as it is when absent. */
  choiceName?(value: string): string;
  /** Neither shown nor sent. */
  hidden?: boolean;
  /** Shown as dots. */
  secret?: boolean;
  /** A paste keeps its line breaks. */
  multiline?: boolean;
}

export interface FormOptions {
  fields: readonly FormField[];
  /** Texts to begin with, by flag name. */
  initial?: Readonly<Record<string, string>>;
  /** `filled` sends what is not empty; `changed` sends what is not as it began, a cleared field included. */
  sends?: 'filled' | 'changed';
  /** The rules between flags, e.g. the command's own `check`. @throws ToolError; `facts.flag` says which field */
  check?(given: ReadonlyMap<string, string>): void;
  /** What is lost when a dirty form is left: `the new version`. Absent where the caller guards it (useLeaveGuard). */
  lost?: string;
}

export interface Form {
  fields: readonly FormField[];
  values: Readonly<Record<string, string>>;
  /** What is wrong, by flag name. */
  errors: Readonly<Record<string, string>>;
  /** About the form as a whole. */
  error: string | undefined;
  /** Name of the field that has the keys. */
  focus: string;
  dirty: boolean;
  set(name: string, text: string): void;
  /** Goes to another field; the one that is left is checked. */
  move(by: number): void;
  isLast: boolean;
  /** What would be sent now, unchecked: for a preview of the command. */
  given: ReadonlyMap<string, string>;
  /** Checks everything; goes to the first wrong field, or returns what is to be sent. */
  submit(): ReadonlyMap<string, string> | undefined;
  /** Shows an answer of the service beside the field it is about, or above the form. */
  fail(message: string, field?: string): void;
}

/** The flag's own message on a text; undefined when it is fine. */
function complaint({flag}: FormField, text: string): string | undefined {
  if (text === '') return flag.required ? 'is required' : undefined;
  try {
    flag.parse(text);
    return undefined;
  } catch (error) {
    return asToolError(error).message;
  }
}

/** The state of a form over a command's flags: each field is checked by the flag's own parser as it is left. */
export function useForm({fields: all, initial = {}, sends = 'filled', check, lost}: FormOptions): Form {
  const fields = all.filter(({hidden}) => !hidden);
  const [start] = useState(() =>
    Object.fromEntries(all.map(({name, flag}) => [name, initial[name] ?? flag.fallback ?? ''])),
  );
  const [values, setValues] = useState<Record<string, string>>(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<string>();
  const [focusName, setFocus] = useState(fields[0]?.name ?? '');
  const focusIndex = Math.max(
    0,
    fields.findIndex(({name}) => name === focusName),
  );
  const focus = fields[focusIndex]?.name ?? '';
  const textOf = (name: string) => values[name] ?? '';
  const dirty = all.some(({name}) => textOf(name) !== (start[name] ?? ''));
  useLeaveGuard(dirty ? lost : undefined);

  const isSent = ({name, flag}: FormField) => {
    const text = textOf(name);
    if (sends === 'filled') return text !== '';
    return text !== (start[name] ?? '') && (text !== '' || flag.allowsEmpty);
  };
  const given = new Map(fields.filter(isSent).map(({name}) => [name, textOf(name)]));
  const withComplaints = (checked: readonly FormField[]) => {
    const next = {...errors};
    for (const field of checked) {
      const message = complaint(field, textOf(field.name));
      if (message === undefined) delete next[field.name];
      else next[field.name] = message;
    }
    setErrors(next);
    return next;
  };
  const fail = (message: string, field?: string) => {
    if (field !== undefined && fields.some(({name}) => name === field)) {
      setErrors({...errors, [field]: message});
      setFocus(field);
    } else {
      setError(message);
    }
  };

  return {
    fields,
    values,
    errors,
    error,
    focus,
    dirty,
    given,
    isLast: focusIndex === fields.length - 1,
    set(name, text) {
      setValues((before) => ({...before, [name]: text}));
      setError(undefined);
      if (errors[name] !== undefined)
        setErrors(Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name)));
    },
    move(by) {
      const left = fields[focusIndex];
      // An empty field that one only passes through is not wrong yet.
      if (left && textOf(left.name) !== '') withComplaints([left]);
      setFocus(fields[(focusIndex + by + fields.length) % fields.length]?.name ?? '');
    },
    submit() {
      const wrong = withComplaints(fields);
      const first = fields.find(({name}) => wrong[name] !== undefined);
      if (first) {
        setFocus(first.name);
        return undefined;
      }
      try {
        check?.(given);
      } catch (reason) {
        const {message, facts} = asToolError(reason);
        fail(message, facts.flag);
        return undefined;
      }
      return given;
    },
    fail,
  };
}
