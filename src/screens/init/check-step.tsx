import {Box} from 'ink';
import {useEffect} from 'react';
import {checkInForce, isAgreement} from '../../app/set-up.ts';
import {AGREEMENTS_PAGE} from '../../app/web-pages.ts';
import type {Validation} from '../../services/credentials/validation.ts';
import type {ToolError} from '../../services/model/error.ts';
import {useApp} from '../app-context.ts';
import {runningKeys} from '../form/step-keys.ts';
import {Failure, Paragraph, Result, Running} from '../form/steps.tsx';
import {useTask} from '../hooks/use-task.ts';
import type {Binding} from '../keys/keyboard.ts';
import type {LoggedIn} from '../login/log-in-form.tsx';
import {placeWords} from '../login/login.tsx';
import {Screen} from '../shell/screen.tsx';
import {hasKey} from './set-up-steps.ts';
import type {SetUpFlow} from './use-set-up.ts';

/** One request with the key: it works, or in which of the usual ways it does not. */
export function CheckStep({flow, loggedIn}: {flow: SetUpFlow; loggedIn: LoggedIn | undefined}) {
  const {session, host, copy, browse} = useApp();
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
      {({columns: width}) => (
        <>
          {found && !ready ? (
            <Running
              text="No key is stored yet, so there is nothing to check. Esc goes back to log in."
              width={width}
            />
          ) : null}
          {status === 'running' ? <Running text="Asking the store whether the key works" width={width} /> : null}
          {works ? <Works outcome={result} loggedIn={loggedIn} home={host.home} width={width} /> : null}
          {failure ? <Fails error={failure} width={width} /> : null}
        </>
      )}
    </Screen>
  );
}

/** The keys that all steps share, but for one that has another meaning now. */
function without(keys: readonly Binding[], taken: string | undefined): readonly Binding[] {
  return taken === undefined ? keys : keys.filter((binding) => !binding.keys.includes(taken));
}

interface WorksProps {
  outcome: Validation;
  loggedIn: LoggedIn | undefined;
  home: string;
  width: number;
}

function Works({outcome, loggedIn, home, width}: WorksProps) {
  const {profile} = useApp();
  const limited = outcome.outcome === 'limited';
  const facts: [string, string][] = [
    ['Profile', loggedIn?.result.name ?? profile?.name ?? 'none, the environment'],
    ...(loggedIn ? [['Stored in', placeWords(loggedIn, home)] as [string, string]] : []),
  ];
  return (
    <>
      <Result
        title={limited ? 'The key works, but its role is limited.' : 'The key works.'}
        facts={facts}
        command={loggedIn?.command}
        width={width}
      />
      <Box flexDirection="column" paddingX={2}>
        {limited ? <Paragraph text={outcome.reason} width={width - 4} /> : null}
        {(loggedIn?.result.warnings ?? []).map((warning) => (
          <Paragraph key={warning} text={`! ${warning}`} width={width - 4} />
        ))}
      </Box>
    </>
  );
}

function Fails({error, width}: {error: ToolError; width: number}) {
  if (error.facts.cancelled) return <Running text="Not checked. r checks again." width={width} />;
  const later = 'The key is stored all the same. Enter goes on without the check; v in Profiles makes it later.';
  const another = 'r checks again, Esc goes back to the key.';
  return (
    <>
      <Failure error={error} width={width} />
      <Box flexDirection="column" paddingX={2}>
        <Paragraph text={error.kind === 'network' ? later : another} width={width - 4} />
      </Box>
    </>
  );
}
