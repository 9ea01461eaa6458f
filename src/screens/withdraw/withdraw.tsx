import {withdrawVersion} from '../../app/commands/versions/submit.ts';
import type {VersionView} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import {DRAFT, itemsBeside, kindsOf, type Submission, type SubmissionItem} from '../../services/model/submission.ts';
import {useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {ResultDialog} from '../flows/result-dialog.tsx';
import type {ReadBeside} from '../flows/use-flow-version.ts';
import {plural} from '../text/labels.ts';
import {stateWords} from '../text/words.ts';

/** Takes a version back from review, from its draft, or from being approved. */
export function Withdraw() {
  const router = useRouter();
  return (
    <ConfirmFlow
      action="withdraw"
      command={withdrawVersion}
      words={{title: 'Withdraw', running: 'Withdrawing', verb: 'withdraw'}}
      readBeside={readSubmission}
      effects={effects}
      flags={(view) => new Map(others(view).length > 0 ? [['all', 'true']] : [])}
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

/** The version, and the submission that would be withdrawn with it. */
type Subject = VersionView & {beside?: Submission};

/** An approved version is taken back alone. */
const readSubmission: ReadBeside<Submission | undefined> = async (store, version, signal) =>
  stateIs(version.state, 'releasable') ? undefined : store.openSubmission(version, signal);

/** What else is withdrawn: out of a draft nothing but the version is taken. */
function others({version, beside: submission}: Subject): SubmissionItem[] {
  return submission && submission.state !== DRAFT ? itemsBeside(submission, version.id) : [];
}

function effects(view: Subject): string[] {
  const also = others(view);
  const things = plural(also.length, 'more thing');
  return [
    ...ownEffects(view),
    ...(also.length > 0
      ? [`Review submission ${view.beside?.id} holds ${things}, withdrawn with it: ${kindsOf(also)}.`]
      : []),
  ];
}

function ownEffects({version: {state}}: VersionView): string[] {
  if (stateIs(state, 'releasable')) return ['Its approval is given up: it has to pass review again.'];
  if (stateIs(state, 'in-review')) return ['Its review ends without a result. Submitted again, it waits anew.'];
  return ['It leaves its review submission.'];
}
