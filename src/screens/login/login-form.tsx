import {useEffect, useRef, useState} from 'react';
import {readInput} from '../../app/command-line/read-input.ts';
import {authLogin, loginInput} from '../../app/commands/auth/edit.ts';
import {absolutePath, completePath, tidyPath} from '../../app/completion/complete-path.ts';
import {describe} from '../../app/present/error.ts';
import {lineOf} from '../../app/run-command.ts';
import {activeByDefault, logIn} from '../../app/session/login.ts';
import {type PastedKey, readPastedKey} from '../../app/session/pasted-key.ts';
import type {LoginResult} from '../../services/credentials/credentials.ts';
import {doubtsAbout, issuerIdDoubt, keyFileDoubt, keyIdDoubt} from '../../services/model/credential.ts';
import {ToolError} from '../../services/model/error.ts';
import type {Host} from '../../services/ports.ts';
import {wrap} from '../../services/text/width.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {untilLeft, useDisplay, useServices} from '../context/services.ts';
import {discardQuestion, useLeaveGuard, useShell} from '../context/shell.ts';
import {useCopyKey, useKeysPageKey} from '../flows/common-keys.ts';
import {doneKeys, LinesView, resultLines, runningKeys} from '../flows/lines-screen.tsx';
import {FormView, formInside, formKeys} from '../form/form-view.tsx';
import {type Form, type Labels, useForm, type Values} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {useTask} from '../hooks/use-task.ts';
import type {Binding, KeyPress} from '../input/keyboard.ts';
import {RANK, useHold, useKeys} from '../input/use-keys.tsx';
import {shortPath} from '../text/labels.ts';
import {type Fact, firstOf, type LineContent, noteLines} from '../text/lines.ts';

export interface LoggedIn {
  result: LoginResult;
  command: string;
  values: Values;
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
      help: 'Tab completes a path',
      doubt: (text) => (pasted ? undefined : keyFileDoubt(text, values['key-id'] ?? '')),
      parse(text) {
        if (!pasted || text !== pasted.key.label) authLogin.flags[KEY_FIELD].parse(text);
        else if (pasted.key.refusal) throw new ToolError('usage', pasted.key.refusal);
      },
    },
    'bypass-keychain': {label: 'Bypass keychain', hidden: !withChoices || sandbox},
    local: {label: 'For this repository', hidden: !withChoices || sandbox || !inConfig},
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
  sub?: LineContent;
  intro?: readonly string[];
  offer?: string;
  initial?: Values;
  withChoices: boolean;
  onDone(done: LoggedIn): void;
}

const MOST_CANDIDATES = 3;
const AROUND = 6;

export function LoginForm(props: LoginFormProps) {
  const {crumbs, keys = [], sub, intro = [], offer, initial, withChoices, onDone} = props;
  const {session, switchProfile} = useServices();
  const {ask} = useShell();
  const {globals} = session;
  const {saved} = useEntry();
  const [typed] = useState(saved.get(TYPED) as Typed | undefined);
  const [pasted, setPasted] = useState(typed?.pasted);
  const task = useTask<LoggedIn>();
  const {status, error, result} = task;
  const known = useQuery('profiles', async () => (await session.credentials()).profiles());
  const plain = useForm(authLogin.flags, {
    labels: (values) => loginLabels(values, {withChoices, sandbox: globals.sandbox, pasted}),
    initial,
    typed: typed?.values,
  });
  const {values} = plain;
  useEffect(() => {
    if (!withChoices) saved.set(TYPED, {values, pasted});
  }, [saved, withChoices, values, pasted]);
  useLeaveGuard(plain.dirty && !result ? discardQuestion('Discard the new profile?') : undefined);
  const {form, candidates} = useKeyField(plain, {pasted, setPasted, active: status !== 'running'});

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends
  useEffect(() => {
    if (result) onDone(result);
    if (!error) return;
    if (error.facts.signal !== 'cancel') {
      form.markDoubts();
      form.fail(failureText(error, form.values.network === 'true'), error.facts.flag);
    }
  }, [result, error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount, when the form is opened again
  useEffect(() => {
    if (initial) form.markDoubts();
  }, []);

  const accepted = useRef('');
  const submit = async () => {
    const texts = form.submit();
    if (!texts) return;
    // The command shows a pasted key under the file name that the key was downloaded with.
    const path = pasted ? `AuthKey_${texts.get('key-id')}.p8` : tidyPath(texts.get(KEY_FIELD) ?? '');
    const given = new Map([...texts, [KEY_FIELD, path]]);
    const [keyId = '', issuerId] = [texts.get('key-id'), texts.get('issuer-id')];
    const doubts = doubtsAbout({keyId, issuerId, keyFile: pasted ? undefined : path});
    if (doubts.length > 0 && accepted.current !== doubts.join()) {
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
      const values = Object.fromEntries([...texts].filter(([flag]) => flag !== KEY_FIELD || !pasted));
      // A pasted key has become a file by now, or is in the keychain.
      const shown = pasted && stored.keyPath ? new Map([...given, [KEY_FIELD, stored.keyPath]]) : given;
      return {result: stored, command: lineOf(authLogin, shown, {...globals, profile: undefined}), values, doubts};
    });
  };
  if (result || status === 'running') {
    const stop = result ? [] : runningKeys(task);
    const linesIn = () => ['Checking and storing the key'];
    return <LinesView frame={{crumbs, sub}} waiting={task.slow} keys={stop} linesIn={linesIn} />;
  }
  const name = form.given.get('name');
  const replaces = known.data?.some((profile) => profile.name === name);
  return (
    <Screen crumbs={crumbs} sub={sub} keys={[...formKeys(form, submit, 'check and store', 'store'), ...keys]}>
      {({columns, rows}) => {
        const inside = formInside(columns);
        const room = rows - form.fields.length - AROUND;
        return (
          <FormView
            form={form}
            width={columns}
            rows={rows}
            intro={room >= intro.length ? intro : []}
            outro={[
              ...candidateLines(candidates, inside).map((text) => [{text, dim: true}]),
              ...(replaces ? ['', ...noteLines(`'${name}' is already stored: this replaces it.`, inside)] : []),
              ...(offer && room >= 2 ? ['', ...wrap(offer, inside)] : []),
            ]}
          />
        );
      }}
    </Screen>
  );
}

function failureText(error: ToolError, network: boolean): string {
  const {message, details, hint} = describe(error, {named: false});
  if (error.facts.flag !== undefined) return message;
  const unchecked = 'Nothing was stored. Without the network check it would be.';
  return [message, ...details, hint, network && error.kind !== 'storage' ? unchecked : ''].filter(Boolean).join('\n');
}

function candidateLines(candidates: readonly string[], width: number): string[] {
  const lines = wrap(candidates.join('  '), width - ' +9999'.length).filter(Boolean);
  const countIn = (some: readonly string[]) => some.join('  ').split(/ {2,}/).length;
  return firstOf(lines, MOST_CANDIDATES, () => `+${candidates.length - countIn(lines.slice(0, MOST_CANDIDATES))}`);
}

const CRUMBS = ['Profiles', 'Log in'];

export function Login() {
  const keysPage = useKeysPageKey('ctrl+o');
  const {preset} = useEntry().params;
  const [done, setDone] = useState<LoggedIn>();
  if (done) return <Stored done={done} />;
  return <LoginForm crumbs={CRUMBS} keys={[keysPage]} initial={preset?.fields} withChoices onDone={setDone} />;
}

function Stored({done: {result, command, values}}: {done: LoggedIn}) {
  const {host} = useServices();
  const {theme} = useDisplay();
  const router = useRouter();
  const facts: Fact[] = [
    ['Stored in', storageName(result, host.home)],
    ['Default', 'yes: used unless another profile is named'],
    ...(values.network === 'true' ? [['Network check', 'passed'] as const] : []),
  ];
  const step = {title: `Registered API key '${result.name}'`, facts, note: result.warnings, command};
  const keys = doneKeys(router.back, useCopyKey(command));
  const linesIn = (width: number) => resultLines(step, width, theme.glyphs);
  return <LinesView frame={{crumbs: CRUMBS}} keys={keys} linesIn={linesIn} />;
}

const KEY_FIELD = 'private-key';

const NO_FILE = 'there is no such file';

/** How long line breaks after a pasted key still belong to the paste, in ms. */
const PASTE_TAIL = 200;

interface PastedText {
  pem: string;
  key: PastedKey;
}

interface Options {
  pasted: PastedText | undefined;
  setPasted(pasted: PastedText | undefined): void;
  active: boolean;
}

/** Takes a path, completed with Tab, or the key itself, which is never shown; a key pasted into another field moves here. */
function useKeyField(form: Form, {pasted, setPasted, active}: Options) {
  const {host} = useServices();
  const [offered, setOffered] = useState<{to: string; candidates: readonly string[]}>();
  const [completing, setCompleting] = useState(false);
  const tailUntil = useRef(0);
  const focused = active && form.focus === KEY_FIELD;
  const text = form.values[KEY_FIELD] ?? '';
  const unfinished = pasted?.key.unfinished ? pasted.pem : undefined;
  useHold(completing, true);

  const setText = (next: string) => {
    setPasted(undefined);
    form.set(KEY_FIELD, next);
  };
  const setKey = (pem: string, key: PastedKey) => {
    const place = (name: string) => form.fields.findIndex((field) => field.name === name);
    if (form.focus !== KEY_FIELD) form.move(place(KEY_FIELD) - place(form.focus));
    setPasted({pem, key});
    form.set(KEY_FIELD, key.label);
    if (key.refusal && !key.unfinished) form.fail(key.refusal, KEY_FIELD);
  };
  const set = (name: string, next: string) => {
    // The label of a key cannot be edited: typing starts a new text.
    const label = name === KEY_FIELD ? pasted?.key.label : undefined;
    const typed = label === undefined ? next : next.startsWith(label) ? next.slice(label.length) : '';
    const key = readPastedKey(typed);
    if (key) setKey(typed, key);
    else if (name === KEY_FIELD) setText(typed);
    else form.set(name, next);
  };

  const latest = useRef(text);
  latest.current = text;
  const complete = async () => {
    setCompleting(true);
    try {
      const {text: to, candidates} = await completePath(text, host);
      if (latest.current !== text) return;
      if (to === text && (candidates.length < 2 || offered?.to === text)) return form.move(1);
      form.set(KEY_FIELD, to);
      setOffered({to, candidates: candidates.length > 1 ? candidates : []});
    } finally {
      setCompleting(false);
    }
  };
  useKeys([], {
    active: focused,
    rank: RANK.formField,
    onKey({id}) {
      if (id === 'tab' && text !== '' && !pasted) void complete();
      else if (id === 'enter' && host.clock.now() < tailUntil.current) tailUntil.current = 0;
      else return false;
      return true;
    },
  });

  // Without bracketed paste a key arrives line by line, each with an Enter.
  const takeLine = (key: KeyPress): boolean => {
    const added = key.id === 'enter' ? '\n' : key.text;
    if (unfinished === undefined || (added === undefined && key.id !== 'backspace')) return false;
    const pem = unfinished + (added ?? '');
    const read = key.id === 'backspace' ? undefined : readPastedKey(pem);
    if (!read) {
      setText('');
      return true;
    }
    setKey(pem, read);
    if (!read.unfinished) tailUntil.current = host.clock.now() + PASTE_TAIL;
    return true;
  };
  useKeys([], {active: focused && unfinished !== undefined, rank: RANK.paste, takesText: true, onKey: takeLine});

  const path = focused || pasted || text.trim() === '' ? undefined : absolutePath(tidyPath(text), host);
  const errors = useMissing(path, host) ? {[KEY_FIELD]: NO_FILE, ...form.errors} : form.errors;
  return {
    form: {...form, errors, set, hidesKeys: true},
    candidates: focused && offered?.to === text ? offered.candidates : [],
  };
}

function useMissing(path: string | undefined, {files}: Pick<Host, 'files'>): boolean {
  const [missing, setMissing] = useState<string>();
  useEffect(() => {
    setMissing(undefined);
    if (path === undefined) return;
    return untilLeft(async (signal) => {
      const found = await files.stat(path);
      if (!signal.aborted && !found) setMissing(path);
    });
  }, [path, files]);
  return path !== undefined && missing === path;
}
