import type {Flag} from '../../app/flags/flags.ts';
import {Choice} from '../components/choice.tsx';
import {TextField} from '../components/text-field.tsx';
import type {FormField} from './form-state.ts';
import type {Form} from './use-form.ts';

interface FieldInputProps {
  form: Form;
  field: FormField;
  focus: boolean;
  width: number;
}

/** Whether a flag is given by choosing rather than by typing. */
export function isChoice({kind, choices, multiple}: Flag<unknown>): boolean {
  return kind === 'switch' || (choices !== undefined && !multiple);
}

/** Where a flag's value is typed or chosen. */
export function FieldInput({form, field, focus, width}: FieldInputProps) {
  const {name, flag, placeholder} = field;
  const input = {
    value: form.values[name] ?? '',
    onChange: (text: string) => form.set(name, text),
    focus,
    width,
  };
  return isChoice(flag) ? (
    <Choice {...input} items={choicesOf(field, input.value)} />
  ) : (
    <TextField {...input} placeholder={placeholder} hidesKeys={form.hidesKeys} />
  );
}

/** `not set` is a choice too where the flag may be left out; where it may not, nothing is chosen for anybody. */
function choicesOf({flag, choiceName = (name) => name}: FormField, value: string) {
  if (flag.kind === 'switch') {
    return [
      {value: '', label: 'no'},
      {value: 'true', label: 'yes'},
    ];
  }
  const named = (flag.choices ?? []).map((value) => ({value, label: choiceName(value)}));
  if (flag.required || flag.fallback) return value === '' ? [{value, label: 'choose'}, ...named] : named;
  return [{value: '', label: 'not set'}, ...named];
}
