import {useEffect, useState} from 'react';
import {authLogin, loginInput} from '../../app/commands/auth/login.ts';
import {describe} from '../../app/present/error.ts';
import {readInput} from '../../app/read-command.ts';
import type {Session} from '../../app/session.ts';
import {tidyPath} from '../../app/use-cases/complete-path.ts';
import {lineOf} from '../../app/use-cases/guided.ts';
import {logIn} from '../../app/use-cases/login.ts';
import type {PastedKey} from '../../app/use-cases/pasted-key.ts';
import type {LoginResult} from '../../services/credentials/credentials.ts';
import {ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import type {Labels, Values} from '../form/fields.ts';
import {useForm} from '../form/use-form.ts';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';
import {useLoad} from '../hooks/use-load.ts';
import {useTask} from '../hooks/use-task.ts';
import {shortPath} from '../text/path.ts';
import {KEY_FIELD, type KeyField, type PastedText, useKeyField} from './use-key-field.ts';

export interface LoginOptions {
  /** Texts to begin with, by flag name. */
  initial?: Values;
  /** Asks for every flag, not only for those that are required. */
  withChoices: boolean;
  onDone(done: LoggedIn): void;
}

/** A profile that was stored, and the equivalent command. */
export interface LoggedIn {
  result: LoginResult;
  command: string;
  /** The values of the form, except a pasted key: it begins with them when it is opened again. */
  values: Values;
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

interface LabelOptions {
  withChoices: boolean;
  sandbox: boolean;
  pasted: PastedKey | undefined;
}

/** The fields of `auth login`. */
export function loginLabels(
  values: Values,
  {withChoices, sandbox, pasted}: LabelOptions,
): Labels<typeof authLogin.flags> {
  const inConfig = values['bypass-keychain'] === 'true';
  return {
    name: {label: 'Name', help: 'of your choice, e.g. work'},
    'key-id': {label: 'Key ID', help: 'beside the key in the list'},
    'issuer-id': {label: 'Issuer ID', help: 'above the list'},
    [KEY_FIELD]: {
      label: 'Key file',
      placeholder: 'path, or paste the whole text',
      help: 'Tab completes a path',
      parse: (text) => (text === pasted?.words ? checkPasted(pasted) : authLogin.flags[KEY_FIELD].parse(text)),
    },
    'bypass-keychain': {label: 'Bypass keychain', hidden: !withChoices || sandbox},
    local: {label: 'For this repository', hidden: !withChoices || sandbox || !inConfig},
    network: {label: 'Network check', hidden: !withChoices},
    'read-only': {label: 'Read-only', hidden: !withChoices},
    individual: {label: 'Individual key', hidden: !withChoices},
    'skip-validation': false,
  };
}

function checkPasted(pasted: PastedKey): void {
  if (pasted.state === 'usable') return;
  const refusal = pasted.state === 'unusable' ? pasted.refusal : 'is cut off: its END line is missing';
  throw new ToolError('usage', refusal);
}

/** The form of `auth login`, and the login itself; an error is shown beside the field it is about. */
export function useLogin({initial, withChoices, onDone}: LoginOptions): Login {
  const {session, workAs} = useServices();
  const {globals} = session;
  const [pasted, setPasted] = useState<PastedText>();
  const task = useTask<LoggedIn>();
  const {status, error, result} = task;
  const known = useLoad('known', 'known', async () => (await session.credentials()).profiles());
  const plain = useForm(authLogin.flags, {
    labels: (values) => loginLabels(values, {withChoices, sandbox: globals.sandbox, pasted: pasted?.key}),
    initial,
  });
  useLeaveGuard(plain.dirty && !result ? 'Discard the new profile?' : undefined);
  const {form, candidates} = useKeyField(plain, {pasted, setPasted, active: status !== 'running'});

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (result) onDone(result);
    if (!error) return;
    if (!error.facts.cancelled) form.fail(failureText(error, form.values.network === 'true'), error.facts.flag);
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
      const texts = form.submit();
      if (!texts) return;
      // A pasted key is named by the file it was downloaded as.
      const path = pasted ? `AuthKey_${texts.get('key-id')}.p8` : tidyPath(texts.get(KEY_FIELD) ?? '');
      const given = new Map([...texts, [KEY_FIELD, path]]);
      task.run(async (signal) => {
        const input = loginInput(readInput(authLogin, given, {}));
        const stored = await logIn(pasted ? {...input, privateKey: {pem: pasted.pem}} : input, session, signal);
        workAs(await nameToWorkAs(stored.name, session));
        const values = Object.fromEntries([...texts].filter(([flag]) => flag !== KEY_FIELD || !pasted));
        return {result: stored, command: lineOf(authLogin, given, {...globals, profile: undefined}), values};
      });
    },
    cancel: task.cancel,
  };
}

/** The profile to choose after a login; undefined where the new one is in use by default. */
async function nameToWorkAs(name: string, session: Session): Promise<string | undefined> {
  const byItself = await session
    .withProfile(undefined)
    .active()
    .catch(() => undefined);
  return byItself?.name === name ? undefined : name;
}

/** `system keychain`, or the config file. */
export function storageName({storedIn, configPath}: LoginResult, home: string): string {
  return storedIn === 'keychain' ? 'system keychain' : `config file at ${shortPath(configPath, home)}`;
}

/** @param network the key was to be checked over the network */
function failureText(error: ToolError, network: boolean): string {
  const {message, details, hint} = describe(error, {named: false});
  if (error.facts.flag !== undefined) return message;
  const unchecked = 'Nothing was stored. Without the network check it would be.';
  return [message, ...details, hint, network && error.kind !== 'storage' ? unchecked : ''].filter(Boolean).join('\n');
}
