import {completePhased} from '../../app/commands/phased-release/complete.ts';
import {pausePhased} from '../../app/commands/phased-release/pause.ts';
import {resumePhased} from '../../app/commands/phased-release/resume.ts';
import {MOST_PAUSE_DAYS} from '../../services/model/phased-release.ts';
import {PhasedFlow} from './phased-flow.tsx';

/** What is done to a roll-out after the release. */

/** The emergency brake: one key, then one Enter. */
export function PausePhased() {
  return (
    <PhasedFlow
      action="pause-phased"
      command={pausePhased}
      words={{
        title: 'Pause the roll-out of',
        running: 'Pausing the roll-out of',
        verb: 'pause',
        done: 'Paused the roll-out of',
      }}
      effect={`No further user gets it as an automatic update until you resume. After ${MOST_PAUSE_DAYS} days of pause it resumes by itself.`}
    />
  );
}

export function ResumePhased() {
  return (
    <PhasedFlow
      action="resume-phased"
      command={resumePhased}
      words={{
        title: 'Resume the roll-out of',
        running: 'Resuming the roll-out of',
        verb: 'resume',
        done: 'Resumed the roll-out of',
      }}
      effect="It reaches more users every day again."
    />
  );
}

export function CompletePhased() {
  return (
    <PhasedFlow
      action="complete-phased"
      command={completePhased}
      words={{
        title: 'Complete the roll-out of',
        running: 'Completing the roll-out of',
        verb: 'complete',
        done: 'Completed the roll-out of',
      }}
      typed
      effect="All users get it as an automatic update now. This cannot be undone."
    />
  );
}
