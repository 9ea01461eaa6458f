import {useEffect} from 'react';
import {checkInForce, isAgreement} from '../../app/use-cases/set-up.ts';
import type {Validation} from '../../services/credentials/validation.ts';
import {AGREEMENTS_PAGE} from '../../services/model/web-pages.ts';
import {Scroll} from '../components/scroll.tsx';
import {useLook} from '../context/look.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {runningKeys} from '../form/step-keys.ts';
import {Screen} from '../frame/screen.tsx';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LoggedIn} from '../login/log-in.ts';
import {paragraphs} from '../text/paragraphs.ts';
import {failsLines, worksLines} from './check-lines.ts';
import {hasKey} from './set-up-steps.ts';
import type {SetUpFlow} from './use-set-up.ts';

/** One request with the key: it works, or in which of the usual ways it does not. */
export function CheckStep({flow, loggedIn}: {flow: SetUpFlow; loggedIn: LoggedIn | undefined}) {
  const {session, host, profile} = useServices();
  const {theme} = useLook();
  const {copy, browse} = useShell();
  const task = useTask<Validation>();
  const {status, result, error} = task;
  const found = flow.load.data;
  const check = () => {
    task.reset();
    task.run((signal) => checkInForce(session, signal));
  };
  const ready = found && hasKey(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as there is something to check
  useEffect(() => {
    if (ready) check();
  }, [ready]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer
  useEffect(() => {
    if (result) flow.setChecked(result.outcome !== 'failed');
  }, [result]);

  const failure = result?.outcome === 'failed' ? result.error : error;
  const works = result && result.outcome !== 'failed';
  const agreement = failure && isAgreement(failure);
  const keys: Binding[] = [
    {keys: ['enter'], label: works ? 'your apps' : 'go on anyway', run: flow.finish},
    ...(ready ? [{keys: ['r'], label: 'check again', inPalette: true, run: check}] : []),
    ...(agreement
      ? [{keys: ['o'], label: 'agreements', title: 'Open the page of agreements', run: () => browse(AGREEMENTS_PAGE)}]
      : []),
    ...(loggedIn ? [{keys: ['y'], label: 'copy command', run: () => copy(loggedIn.command, 'Command')}] : []),
    ...without(flow.keys, agreement ? 'o' : undefined),
  ];
  return (
    <Screen
      crumbs={flow.crumbs}
      sub={flow.progress}
      waiting={task.slow}
      keys={status === 'running' ? [...runningKeys(task.cancel), ...without(flow.keys, 'esc')] : keys}
    >
      {(area) => {
        const around = {glyphs: theme.glyphs, home: host.home, area};
        const name = loggedIn?.result.name ?? profile?.name ?? 'none: the environment brings the key';
        const lines = [
          '',
          ...(found && !ready ? ['No key is stored yet, so there is nothing to check. Esc goes back to log in.'] : []),
          ...(status === 'running' ? ['Asking the store whether the key works'] : []),
          ...(works ? worksLines(result, name, loggedIn, around) : []),
          ...(failure ? failsLines(failure, around) : []),
        ];
        return <Scroll lines={paragraphs(lines, area)} width={area.columns} height={area.rows} />;
      }}
    </Screen>
  );
}

/** The keys that all steps share, but for one that has another meaning now. */
function without(keys: readonly Binding[], taken: string | undefined): readonly Binding[] {
  return taken === undefined ? keys : keys.filter((binding) => !binding.keys.includes(taken));
}
