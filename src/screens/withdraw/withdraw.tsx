import {withdrawVersion} from '../../app/commands/versions/withdraw.ts';
import type {VersionView} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import {useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {ResultDialog} from '../flows/result-dialog.tsx';
import {stateWords} from '../text/words.ts';

/** Takes a version back from review, from its draft, or from being approved. */
export function Withdraw() {
  const router = useRouter();
  return (
    <ConfirmFlow
      action="withdraw"
      command={withdrawVersion}
      words={{title: 'Withdraw', running: 'Withdrawing', verb: 'withdraw'}}
      effects={effects}
      onLeave={router.back}
      done={({name, result: {state, note}, line}) => (
        <ResultDialog
          title={`Withdraw ${name}`}
          step={{
            title: `Withdrew ${name}`,
            facts: state === undefined ? [] : [['State', stateWords(state).name]],
            note,
            command: line,
          }}
          onDone={router.back}
        />
      )}
    />
  );
}

function effects({version: {state}}: VersionView): string[] {
  if (stateIs(state, 'releasable')) return ['Its approval is given up: it has to pass review again.'];
  if (stateIs(state, 'in-review')) return ['Its review ends without a result. Submitted again, it waits anew.'];
  return ['It leaves its review submission.'];
}
