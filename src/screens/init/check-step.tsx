import {useEffect} from 'react';
import {checkInForce, isAgreement} from '../../app/use-cases/init.ts';
import type {Validation} from '../../services/credentials/validation.ts';
import {AGREEMENTS_PAGE} from '../../services/model/web-pages.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {LinesScreen, useLinesWidth} from '../flows/lines-screen.tsx';
import {runningKeys} from '../flows/write-lines.ts';
import {type Task, useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LoggedIn} from '../login/logged-in.ts';
import type {LineContent} from '../text/line-content.ts';
import {wrap} from '../text/width.ts';
import {type CheckResult, checkLines} from './check-lines.ts';
import {hasKey} from './init-steps.ts';
import type {InitFlow} from './use-init.ts';

interface CheckStepProps {
  flow: InitFlow;
  loggedIn: LoggedIn | undefined;
}

/** One request with the key: it works, or why it does not. */
export function CheckStep({flow, loggedIn}: CheckStepProps) {
  const {host, profile: active} = useServices();
  const {theme} = useDisplay();
  const width = useLinesWidth();
  const {load} = flow;
  // The step before may have stored a key, or none: what was found then says nothing of now.
  const found = load.outdated ? undefined : load.data;
  const ready = found !== undefined && hasKey(found);
  const {task, check} = useCheck(flow, ready);
  const {status, error, result = error && {outcome: 'failed' as const, error}} = task;
  const running = status === 'running';

  const missing = found && !ready ? wrap('No key is stored yet: there is nothing to check. Esc goes back.', width) : [];
  const profile = loggedIn?.result.name ?? active?.name ?? 'none (the key comes from the environment)';
  const lines: LineContent[] = [
    ...missing,
    ...(found ? [] : load.error ? wrap(load.error.message, width) : ['Looking for the key']),
    ...(running ? ['Asking the store whether the key works'] : []),
    ...(result ? checkLines(result, {profile, loggedIn, home: host.home, glyphs: theme.glyphs}, width) : []),
  ];
  const keys = useCheckKeys({flow, loggedIn}, result, ready ? check : undefined);
  return (
    <LinesScreen
      crumbs={flow.crumbs}
      sub={flow.progress}
      waiting={task.slow}
      keys={running ? [...runningKeys(task.cancel), ...without(flow.keys, 'esc')] : keys}
      lines={lines}
    />
  );
}

/** The check; it starts once there is a key. */
function useCheck(flow: InitFlow, ready: boolean): {task: Task<Validation>; check(): void} {
  const {session} = useServices();
  const task = useTask<Validation>();
  const {result} = task;
  const check = () => {
    task.reset();
    task.run((signal) => checkInForce(session, signal));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (ready) check();
  }, [ready]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (result) flow.setChecked(result.outcome !== 'failed');
  }, [result]);
  return {task, check};
}

/** @param check undefined while there is nothing to check */
function useCheckKeys(
  {flow, loggedIn}: CheckStepProps,
  result: CheckResult | undefined,
  check: (() => void) | undefined,
): Binding[] {
  const {copy, browse} = useShell();
  const works = result && result.outcome !== 'failed';
  const agreement = result?.outcome === 'failed' && isAgreement(result.error);
  return [
    {keys: ['enter'], label: works ? 'your apps' : 'continue anyway', run: flow.finish},
    ...(check ? [{keys: ['r'], label: 'check again', inPalette: true, run: check}] : []),
    ...(agreement
      ? [{keys: ['o'], label: 'agreements', title: 'Open the page of agreements', run: () => browse(AGREEMENTS_PAGE)}]
      : []),
    ...(loggedIn ? [{keys: ['y'], label: 'copy command', run: () => copy(loggedIn.command, 'Command')}] : []),
    ...(agreement ? without(flow.keys, 'o') : flow.keys),
  ];
}

/** The keys that all steps share, except one that is used otherwise. */
function without(keys: readonly Binding[], taken: string): readonly Binding[] {
  return keys.filter((binding) => !binding.keys.includes(taken));
}
