import {releaseVersion} from '../../app/commands/versions/release.ts';
import type {VersionView} from '../../services/model/pages.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {plainWords} from '../text/words.ts';
import {ReleasedDialog} from './released-dialog.tsx';

/** Releases an approved version, once its version string has been typed. */
export function Release() {
  const router = useRouter();
  return (
    <ConfirmFlow
      action="release"
      command={releaseVersion}
      words={{title: 'Release', running: 'Releasing', verb: 'release'}}
      effects={effects}
      onLeave={router.back}
      done={(done) => <ReleasedDialog {...done} onDone={router.back} />}
    />
  );
}

function effects({version: {phasedRelease}}: VersionView): string[] {
  const sale = 'It goes on sale for everyone within 24 hours.';
  const phased = phasedRelease ? [phasedWords(phasedRelease)] : [];
  return [[sale, ...phased, 'This cannot be undone.'].join(' ')];
}

/** Automatic updates reach users over seven days. */
function phasedWords({state}: PhasedRelease): string {
  const how = state === undefined || state === 'INACTIVE' ? '' : ` (${plainWords(state)})`;
  return `Phased release: automatic updates spread over 7 days${how}.`;
}
