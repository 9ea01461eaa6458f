import type {Command, Flags} from '../../app/command.ts';
import {
  completePhased,
  disablePhased,
  enablePhased,
  pausePhased,
  resumePhased,
} from '../../app/commands/phased-release.ts';
import type {Action} from '../../services/model/actions.ts';
import {isRollingOut, MOST_PAUSE_DAYS, PHASES, type PhasedResult} from '../../services/model/phased-release.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {ResultDialog} from '../flows/result-dialog.tsx';
import {rollOutText} from '../text/roll-out.ts';

type PhasedAction = Extract<Action, `${string}-phased`>;

interface Change {
  command: Command<Flags, PhasedResult>;
  words: {title: string; running: string; verb: string; done: string};
  /** The version string is typed, for what cannot be undone; else one Enter carries it out. */
  typed?: boolean;
  /** What it does, in sentences. */
  effect: string;
}

function words(what: string, title: string, running: string, done: string): Change['words'] {
  return {
    title: `${title} ${what}`,
    running: `${running} ${what}`,
    verb: title.toLowerCase(),
    done: `${done} ${what}`,
  };
}

const CHANGES: Readonly<Record<PhasedAction, Change>> = {
  // The emergency brake: one key, then one Enter.
  'pause-phased': {
    command: pausePhased,
    words: words('the roll-out of', 'Pause', 'Pausing', 'Paused'),
    effect: `No further user gets it as an automatic update until you resume. After ${MOST_PAUSE_DAYS} days of pause it resumes by itself.`,
  },
  'resume-phased': {
    command: resumePhased,
    words: words('the roll-out of', 'Resume', 'Resuming', 'Resumed'),
    effect: 'It reaches more users every day again.',
  },
  'complete-phased': {
    command: completePhased,
    words: words('the roll-out of', 'Complete', 'Completing', 'Completed'),
    typed: true,
    effect: 'All users get it as an automatic update now. This cannot be undone.',
  },
  'enable-phased': {
    command: enablePhased,
    words: words('a phased release of', 'Set up', 'Setting up', 'Set up'),
    effect: `Once released, it reaches users who update automatically over ${PHASES.length} days: ${PHASES.join(', ')} %.`,
  },
  'disable-phased': {
    command: disablePhased,
    words: words('the phased release of', 'Remove', 'Removing', 'Removed'),
    effect: 'Once released, all users get it at once. Until then it can be set up again.',
  },
};

/** The screen of one change to the phased release of a version: a dialog, with how far the roll-out is. */
export function phasedChange(action: PhasedAction) {
  const {command, words: named, typed = false, effect} = CHANGES[action];
  return function PhasedChange() {
    const router = useRouter();
    return (
      <ConfirmFlow
        action={action}
        command={command}
        words={named}
        untyped={!typed}
        effects={({version: {phasedRelease}}) => [...progress(phasedRelease), effect]}
        onLeave={router.back}
        done={({name, result: {phased, note}, line}) => (
          <ResultDialog
            title={`${named.title} ${name}`}
            step={{title: `${named.done} ${name}`, facts: facts(phased), note, command: line}}
            onDone={router.back}
          />
        )}
      />
    );
  };
}

function progress(phased: PhasedRelease | undefined): string[] {
  return isRollingOut(phased) ? [`Roll-out: ${rollOutText(phased)}.`] : [];
}

function facts(phased: PhasedRelease | undefined): [string, string][] {
  return isRollingOut(phased) ? [['Roll-out', rollOutText(phased)]] : [];
}
