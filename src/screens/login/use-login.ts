import {useEffect, useState} from 'react';
import {logIn} from '../../app/use-cases/login.ts';
import {useServices} from '../context/services.ts';
import {useLeaveGuard} from '../context/shell.ts';
import type {Values} from '../form/form-state.ts';
import {useForm} from '../form/use-form.ts';
import {useLoad} from '../hooks/use-load.ts';
import {useTask} from '../hooks/use-task.ts';
import {type LoggedIn, nameToWorkAs} from './logged-in.ts';
import {KEY_FIELD, loginFields} from './login-fields.ts';
import {commandOf, complaintOf, inputOf} from './login-input.ts';
import {type KeyField, type PastedText, useKeyField} from './use-key-field.ts';

export interface LoginOptions {
  /** Texts to begin with, by flag name. */
  initial?: Values;
  /** Asks for every flag, not only for those that are required. */
  withChoices: boolean;
  onDone(done: LoggedIn): void;
}

export interface Login extends KeyField {
  phase: 'fields' | 'running' | 'done';
  /** Running long enough to show a spinner. */
  slow: boolean;
  /** The name is taken: the stored profile would be replaced. */
  replaces: boolean;
  submit(): void;
  cancel(): void;
}

/** The form of `auth login`, and the login itself; an error is shown beside the field it is about. */
export function useLogin({initial, withChoices, onDone}: LoginOptions): Login {
  const {session, workAs} = useServices();
  const {sandbox} = session.globals;
  const [pasted, setPasted] = useState<PastedText>();
  const task = useTask<LoggedIn>();
  const {status, error, result} = task;
  const known = useLoad('known', 'known', async () => (await session.credentials()).profiles());
  const plain = useForm({
    fields: (values) => loginFields(values, {withChoices, sandbox, pasted: pasted?.key}),
    initial,
  });
  useLeaveGuard(plain.dirty && !result ? 'Discard the new profile?' : undefined);
  const {form, candidates} = useKeyField(plain, {pasted, setPasted, active: status !== 'running'});

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (result) onDone(result);
    if (!error) return;
    const {text, field} = complaintOf(error, form.values.network === 'true');
    if (!error.facts.cancelled) form.fail(text, field);
    task.reset();
  }, [result, error]);

  const name = form.given.get('name');
  return {
    form,
    candidates,
    phase: result ? 'done' : status === 'running' ? 'running' : 'fields',
    slow: task.slow,
    replaces: known.data?.some((profile) => profile.name === name) ?? false,
    submit() {
      const given = form.submit();
      if (!given) return;
      task.run(async (signal) => {
        const stored = await logIn(inputOf(given, pasted?.pem), session, signal);
        workAs(await nameToWorkAs(stored.name, session));
        const values = Object.fromEntries([...given].filter(([flag]) => flag !== KEY_FIELD || !pasted));
        return {result: stored, command: commandOf(given, pasted?.pem, session.globals), values};
      });
    },
    cancel: task.cancel,
  };
}
