import {releaseVersion} from '../../app/commands/versions/release.ts';
import type {VersionView} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {useReadVersion} from '../flows/flow-version.ts';
import {PickFirst} from '../flows/not-now.tsx';
import type {Truth} from '../flows/truth.ts';
import {plainWords, stateWords} from '../text/words.ts';
import {ReleasedDialog} from './released-dialog.tsx';

/** Releases an approved version, once its version string has been typed. */
export function Release() {
  const {versionId} = useEntry().params;
  const router = useRouter();
  const readVersion = useReadVersion();
  if (versionId === undefined) return <PickFirst action="release" what="version" dialog />;

  const readTruth = async (id: string, signal: AbortSignal): Promise<Truth> => {
    const {state} = (await readVersion(id, signal)).version;
    const words = stateWords(state).name;
    if (stateIs(state, 'releasable')) return {done: false, text: `The version still is where it was: ${words}.`};
    return {done: true, text: `The version was released: ${words}.`};
  };
  return (
    <ConfirmFlow
      action="release"
      command={releaseVersion}
      words={{title: 'Release', running: 'Releasing', verb: 'release'}}
      effects={effects}
      readTruth={readTruth}
      onLeave={router.back}
      done={(done) => <ReleasedDialog {...done} onDone={router.back} />}
    />
  );
}

function effects({version: {phasedRelease}}: VersionView): string[] {
  const sale = 'It goes on sale for everyone within 24 hours.';
  const forGood = 'This cannot be taken back.';
  return phasedRelease ? [`${sale} ${phasedWords(phasedRelease)} ${forGood}`] : [`${sale} ${forGood}`];
}

/** Who has the app gets the update bit by bit. */
function phasedWords({state}: PhasedRelease): string {
  const how = state === undefined || state === 'INACTIVE' ? '' : ` (${plainWords(state)})`;
  return `Phased release: automatic updates spread over 7 days${how}.`;
}
