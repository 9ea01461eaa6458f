import {stateIs} from '../model/states.ts';
import type {Resource} from './wire.ts';

/**
 * The app's info that goes with a version. There are two while a version is being prepared: the live one, and the one
 * of the editable version. @param state of the version
 */
export function infoFor(infos: readonly Resource[], state: string | undefined): Resource | undefined {
  const isLive = ({attributes}: Resource) =>
    ['READY_FOR_DISTRIBUTION', 'REPLACED_WITH_NEW_INFO'].includes(String(attributes?.state));
  const wantLive = !stateIs(state, 'editable');
  return infos.find((candidate) => isLive(candidate) === wantLive) ?? infos[0];
}
