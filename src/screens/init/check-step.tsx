import {useEffect} from 'react';
import {isAgreement, validateActive} from '../../app/auth/login.ts';
import {wrap} from '../../app/present/width.ts';
import type {Validation} from '../../services/model/credential.ts';
import type {ToolError} from '../../services/model/error.ts';
import {AGREEMENTS_PAGE} from '../../services/model/web-pages.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {errorLines, LinesScreen, runningKeys, useLinesWidth} from '../flows/lines-screen.tsx';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import {type LoggedIn, storageName} from '../login/login-form.tsx';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines, signedLines} from '../text/lines.ts';
import {hasKey, type InitFlow} from './use-init.ts';

type CheckResult = Validation | {outcome: 'failed'; error: ToolError};

export function CheckStep({flow, loggedIn}: {flow: InitFlow; loggedIn: LoggedIn | undefined}) {
  const {session} = useServices();
  const {copy, browse} = useShell();
  const width = useLinesWidth();
  const {load} = flow;
  // The previous step may have changed what was found.
  const found = load.outdated ? undefined : load.data;
  const ready = found !== undefined && hasKey(found);
  const task = useTask<Validation>();
  const {error} = task;
  const result: CheckResult | undefined = task.result ?? (error && {outcome: 'failed', error});
  const check = () => {
    flow.confirm(false);
    task.reset();
    task.run((signal) => validateActive(session, signal));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (ready) check();
  }, [ready]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (task.result) flow.confirm(task.result.outcome !== 'failed');
  }, [task.result]);

  const resultLines = useResultLines(result, loggedIn);
  const missing = found && !ready ? wrap('No key is stored yet: there is nothing to check. Esc goes back.', width) : [];
  const running = task.status === 'running';
  const agreement = result?.outcome === 'failed' && isAgreement(result.error);
  const works = result !== undefined && result.outcome !== 'failed';
  const keys: Binding[] = [
    {keys: ['enter'], label: works ? 'your apps' : 'continue anyway', run: flow.finish},
    ...(ready ? [{keys: ['r'], label: 'check again', inPalette: true, run: check}] : []),
    ...(agreement
      ? [{keys: ['o'], label: 'agreements', title: 'Open the agreements page', run: () => browse(AGREEMENTS_PAGE)}]
      : []),
    ...(loggedIn ? [{keys: ['y'], label: 'copy command', run: () => copy(loggedIn.command, 'Command')}] : []),
  ];
  return (
    <LinesScreen
      {...flow.head}
      waiting={task.slow}
      keys={
        running
          ? [...runningKeys(task.cancel), ...without(flow.keys, 'esc')]
          : [...keys, ...without(flow.keys, agreement ? 'o' : works ? 'ctrl+n' : '')]
      }
      lines={[
        ...missing,
        ...(found ? [] : load.error ? wrap(load.error.message, width) : ['Looking for the key']),
        ...(running ? ['Checking with the store that the key works'] : []),
        ...resultLines,
      ]}
    />
  );
}

function without(keys: readonly Binding[], taken: string): readonly Binding[] {
  return keys.filter((binding) => !binding.keys.includes(taken));
}

function useResultLines(result: CheckResult | undefined, loggedIn: LoggedIn | undefined): LineContent[] {
  const {host, profile: active} = useServices();
  const {glyphs} = useDisplay().theme;
  const width = useLinesWidth();
  if (!result) return [];
  if (result.outcome === 'failed') {
    const {error} = result;
    if (error.facts.cancelled) return ['Not checked. r checks again.'];
    const canWait = 'The key is stored. Enter continues without the check; v in Profiles checks it later.';
    return [
      ...errorLines(error, width, glyphs),
      '',
      ...wrap(error.kind === 'network' ? canWait : 'r checks again, Esc returns to the key.', width),
    ];
  }
  const limited = result.outcome === 'limited';
  const title = limited ? 'The key works, but its role is limited.' : 'The key works.';
  const stored = loggedIn?.result;
  const facts: Fact[] = [
    ['Profile', stored?.name ?? active?.name ?? 'none (the key comes from the environment)'],
    ...(stored ? [['Stored in', storageName(stored, host.home)] as const] : []),
  ];
  return [
    ...signedLines({sign: glyphs.ok, tone: limited ? 'busy' : 'good', bold: true}, title, width),
    ...(limited ? [result.reason, result.error.hint ?? ''].flatMap((text) => wrap(text, width)) : []),
    '',
    ...factLines(facts, width),
    ...(stored?.warnings ?? []).flatMap((warning) => noteLines(warning, width)),
    ...(loggedIn ? ['', ...commandLines(loggedIn.command, width)] : []),
  ];
}
