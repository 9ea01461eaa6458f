import {disablePhased} from '../../app/commands/phased-release/disable.ts';
import {enablePhased} from '../../app/commands/phased-release/enable.ts';
import {PHASES} from '../../services/model/phased-release.ts';
import {PhasedFlow} from './phased-flow.tsx';

/** Whether a version goes out in phases, settled before its release. */

export function EnablePhased() {
  return (
    <PhasedFlow
      action="enable-phased"
      command={enablePhased}
      words={{
        title: 'Set up a phased release of',
        running: 'Setting up a phased release of',
        verb: 'set up',
        done: 'Set up a phased release of',
      }}
      effect={`Once released, it reaches users who update automatically over ${PHASES.length} days: ${PHASES.join(', ')} %.`}
    />
  );
}

export function DisablePhased() {
  return (
    <PhasedFlow
      action="disable-phased"
      command={disablePhased}
      words={{
        title: 'Remove the phased release of',
        running: 'Removing the phased release of',
        verb: 'remove',
        done: 'Removed the phased release of',
      }}
      effect="Once released, all users get it at once. Until then it can be set up again."
    />
  );
}
