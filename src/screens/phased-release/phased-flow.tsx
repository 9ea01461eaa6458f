import type {Command, Flags} from '../../app/command.ts';
import type {Action} from '../../app/use-cases/availability.ts';
import type {PhasedResult} from '../../services/model/phased-release.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {ResultDialog} from '../flows/result-dialog.tsx';
import {rollOutText} from '../text/roll-out.ts';

interface PhasedFlowProps<F extends Flags> {
  action: Action;
  command: Command<F, PhasedResult>;
  words: {title: string; running: string; verb: string; done: string};
  /** The version string is typed; else one Enter carries it out. */
  typed?: boolean;
  /** What it does, in sentences. */
  effect: string;
}

/** A change to the phased release of a version: one dialog, with how far the roll-out is. */
export function PhasedFlow<F extends Flags>({action, command, words, typed = false, effect}: PhasedFlowProps<F>) {
  const router = useRouter();
  return (
    <ConfirmFlow
      action={action}
      command={command}
      words={words}
      untyped={!typed}
      effects={({version: {phasedRelease}}) => [...progress(phasedRelease), effect]}
      onLeave={router.back}
      done={({name, result: {phased, note}, line}) => (
        <ResultDialog
          title={`${words.title} ${name}`}
          step={{title: `${words.done} ${name}`, facts: facts(phased), note, command: line}}
          onDone={router.back}
        />
      )}
    />
  );
}

function isUnderWay(phased: PhasedRelease | undefined): phased is PhasedRelease {
  return phased?.state === 'ACTIVE' || phased?.state === 'PAUSED';
}

function progress(phased: PhasedRelease | undefined): string[] {
  return isUnderWay(phased) ? [`Roll-out: ${rollOutText(phased)}.`] : [];
}

function facts(phased: PhasedRelease | undefined): [string, string][] {
  return isUnderWay(phased) ? [['Roll-out', rollOutText(phased)]] : [];
}
