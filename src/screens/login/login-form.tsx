import {useEffect, useRef, useState} from 'react';
import {readInput} from '../../app/command-line/read-input.ts';
import {authLogin, loginInput} from '../../app/commands/auth/edit.ts';
import {tidyPath} from '../../app/completion/complete-path.ts';
import {describe} from '../../app/present/error.ts';
import {lineOf} from '../../app/run-command.ts';
import {activeByDefault, logIn} from '../../app/session/login.ts';
import type {LoginResult} from '../../services/credentials/credentials.ts';
import {areSwapped, doubtsAbout, issuerIdDoubt, keyFileDoubt, keyIdDoubt} from '../../services/model/credential.ts';
import {ToolError} from '../../services/model/error.ts';
import {wrap} from '../../services/text/width.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {discardQuestion, useLeaveGuard, useShell} from '../context/shell.ts';
import {useCopyKey, useKeysPageKey} from '../flows/common-keys.ts';
import {doneKeys, LinesView, resultLines, runningKeys} from '../flows/lines-screen.tsx';
import {FormView, formKeys} from '../form/form-view.tsx';
import {type Labels, useForm, type Values} from '../form/use-form.ts';
import {inKeys} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import {shortPath} from '../text/labels.ts';
import {type Fact, noteLines} from '../text/lines.ts';
import {KEY_FIELD, type PastedText, useKeyField} from './use-key-field.ts';

export interface LoggedIn extends Typed {
  result: LoginResult;
  command: string;
  doubts: readonly string[];
}

export function storageName({storedIn, configPath, keyPath}: LoginResult, home: string): string {
  if (storedIn === 'keychain') return 'system keychain';
  const key = keyPath === undefined ? '' : `; the key stays in ${shortPath(keyPath, home)}`;
  return `config file at ${shortPath(configPath, home)}${key}`;
}

export function loginLabels(
  values: Values,
  {withChoices, sandbox, pasted}: {withChoices: boolean; sandbox: boolean; pasted: PastedText | undefined},
): Labels<typeof authLogin.flags> {
  const inConfig = values['bypass-keychain'] === 'true';
  return {
    name: {label: 'Name', help: 'of your choice, e.g. work'},
    'key-id': {label: 'Key ID', help: 'beside the key in the list', doubt: keyIdDoubt},
    'issuer-id': {label: 'Issuer ID', help: 'above the list', doubt: issuerIdDoubt},
    individual: {label: 'Kind of key', valueName: (value) => (value === 'true' ? 'individual (no issuer ID)' : 'team')},
    [KEY_FIELD]: {
      label: 'Key file',
      placeholder: 'path, or paste the whole text',
      help: 'Tab completes or moves on',
      doubt: (text) => (pasted ? undefined : keyFileDoubt(text, values['key-id'] ?? '')),
      parse(text) {
        if (!pasted || text !== pasted.key.label) authLogin.flags[KEY_FIELD].parse(text);
        else if (pasted.key.refusal) throw new ToolError('usage', pasted.key.refusal);
      },
    },
    'bypass-keychain': {label: 'Bypass keychain', hidden: !withChoices || sandbox},
    local: {label: 'For this repo', hidden: !withChoices || sandbox || !inConfig},
    network: {label: 'Network check', hidden: !withChoices},
    'read-only': {label: 'Read-only', hidden: !withChoices},
    'skip-validation': false,
    from: false,
  };
}

interface Typed {
  values: Values;
  pasted: PastedText | undefined;
}

export const TYPED = 'typed login';

interface LoginFormProps {
  crumbs: readonly string[];
  keys?: readonly Binding[];
  intro?: readonly string[];
  offer?: string;
  initial?: Typed;
  withChoices: boolean;
  onDone(done: LoggedIn): void;
}

const AROUND = 6;

export function LoginForm(props: LoginFormProps) {
  const {crumbs, keys = [], intro = [], offer, initial, withChoices, onDone} = props;
  const {session, switchProfile} = useServices();
  const {ask} = useShell();
  const {globals} = session;
  const {saved} = useEntry();
  const [typed] = useState(saved.get(TYPED) as Typed | undefined);
  const [pasted, setPasted] = useState((typed ?? initial)?.pasted);
  const task = useTask<LoggedIn>();
  const {status, error, result} = task;
  const known = useQuery('profiles', async () => (await session.credentials()).profiles());
  const plain = useForm(authLogin.flags, {
    labels: (values) => loginLabels(values, {withChoices, sandbox: globals.sandbox, pasted}),
    initial: initial?.values,
    // The name is never the reason why a key was refused, so the focus starts on the key ID.
    first: initial && 'key-id',
    typed: typed?.values,
  });
  const {values} = plain;
  useEffect(() => {
    if (!withChoices) saved.set(TYPED, {values, pasted});
  }, [saved, withChoices, values, pasted]);
  useLeaveGuard(plain.dirty && !result ? discardQuestion('Discard the new profile?') : undefined);
  const form = useKeyField(plain, {pasted, setPasted, active: status !== 'running'});

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the task ends
  useEffect(() => {
    if (result) onDone(result);
    if (!error) return;
    if (error.facts.signal !== 'cancel') {
      form.markDoubts();
      form.fail(failureText(error), error.facts.flag);
    }
  }, [result, error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount, when the form is opened again
  useEffect(() => {
    if (initial) form.markDoubts();
  }, []);

  const accepted = useRef('');
  const submit = async () => {
    const texts = form.submit();
    if (!texts) return;
    // For a pasted key, the command shown after the login uses the name that Apple gives the downloaded file.
    const path = pasted ? `AuthKey_${texts.get('key-id')}.p8` : tidyPath(texts.get(KEY_FIELD) ?? '');
    const given = new Map([...texts, [KEY_FIELD, path]]);
    const [keyId = '', issuerId] = [texts.get('key-id'), texts.get('issuer-id')];
    const doubts = doubtsAbout({keyId, issuerId, keyFile: pasted ? undefined : path});
    // Swapped IDs are refused anyway, so there is nothing to ask.
    const isCertain = areSwapped(keyId, issuerId);
    if (doubts.length > 0 && !isCertain && accepted.current !== doubts.join()) {
      const question = {title: 'Store it anyway?', lines: doubts, yes: 'store it', no: 'correct it'};
      if (!(await ask(question))) return form.markDoubts();
      accepted.current = doubts.join();
    }
    task.run(async (signal) => {
      const input = loginInput(readInput(authLogin, given, {}));
      const stored = await logIn(pasted ? {...input, privateKey: {pem: pasted.pem}} : input, session, signal);
      for (const warning of stored.warnings) session.told(warning);
      const byDefault = await activeByDefault(session);
      switchProfile(byDefault?.name === stored.name ? undefined : stored.name);
      saved.delete(TYPED);
      const values = Object.fromEntries(texts);
      // By now, a pasted key is stored in a file or in the keychain.
      const shown = pasted && stored.keyPath ? new Map([...given, [KEY_FIELD, stored.keyPath]]) : given;
      return {
        result: stored,
        command: lineOf(authLogin, shown, {...globals, profile: undefined}),
        values,
        pasted,
        doubts,
      };
    });
  };
  if (result || status === 'running') {
    const stop = result ? [] : runningKeys(task);
    const linesIn = () => ['Checking and storing the key'];
    return <LinesView frame={{crumbs}} waiting={task.slow} keys={stop} linesIn={linesIn} />;
  }
  const name = form.given.get('name');
  const replaces = known.data?.some((profile) => profile.name === name);
  return (
    <Screen
      crumbs={crumbs}
      keys={[...formKeys(form, submit, 'check and store', 'store', 'the check of the key, then store it'), ...keys]}
    >
      {(area) => {
        const room = area.rows - form.fields.length - AROUND;
        return (
          <FormView
            {...{form, area}}
            intro={room >= intro.length ? intro : []}
            outro={(inside) => [
              ...(replaces ? ['', ...noteLines(`'${name}' is already stored: this replaces it.`, inside)] : []),
              ...(offer && room >= 2 ? ['', ...wrap(offer, inside)] : []),
            ]}
          />
        );
      }}
    </Screen>
  );
}

/** Makes a network error say first that the key was not checked, because the key may be right. */
export function uncheckedKey(error: ToolError): ToolError {
  if (error.kind !== 'network') return error;
  const summary = 'The key was not checked: no answer from the store.';
  return error.with({summary, details: [error.summary, ...error.details]});
}

function failureText(error: ToolError): string {
  const {message, details, hint} = describe(uncheckedKey(error), {named: false});
  if (error.facts.flag !== undefined) return message;
  const outcome = error.kind === 'storage' ? '' : 'Nothing was stored.';
  return inKeys([message, ...details, hint, outcome].filter(Boolean).join('\n'));
}

const CRUMBS = ['Profiles', 'Log in'];

export function Login() {
  const keysPage = useKeysPageKey('ctrl+o');
  const [done, setDone] = useState<LoggedIn>();
  if (done) return <Stored done={done} />;
  return <LoginForm crumbs={CRUMBS} keys={[keysPage]} withChoices onDone={setDone} />;
}

function Stored({done: {result, command}}: {done: LoggedIn}) {
  const {host} = useServices();
  const {theme} = useDisplay();
  const router = useRouter();
  const facts: Fact[] = [
    ['Stored in', storageName(result, host.home)],
    ['Default', 'yes: used unless another profile is named'],
  ];
  const step = {title: `Registered API key '${result.name}'`, facts, note: result.warnings, command};
  const keys = doneKeys(router.back, useCopyKey(command));
  const linesIn = (width: number) => resultLines(step, width, theme.glyphs);
  return <LinesView frame={{crumbs: CRUMBS}} keys={keys} linesIn={linesIn} />;
}
