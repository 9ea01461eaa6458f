import {isRollingOut} from '../../services/model/phased-release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {RoadFacts} from './facts.ts';
import {newRoad, roadOf} from './road.ts';
import type {Step} from './step.ts';
import type {Shipped} from './use-release.ts';

/** Where an app stands on one platform. */
export interface Stand {
  /** On its road; undefined where one is still to be created. */
  version: StoreVersion | undefined;
  /** None while they are not known. */
  steps: readonly Step[];
}

const NONE: readonly Step[] = [];

/**
 * A version that is with everyone is at the end of its road: then the next one's begins.
 *
 * @param followedId the version that was on its road before on this screen: its end is still shown
 */
export function standOf(
  {app, version: known, release}: Pick<Shipped, 'app' | 'version' | 'release'>,
  look: Pick<RoadFacts, 'glyphs' | 'time'>,
  followedId: string | undefined,
): Stand {
  if (!app) return {version: known, steps: NONE};
  if (!known) return {version: undefined, steps: newRoad(undefined)};
  const {data, at = 0} = release;
  if (data?.version.id !== known.id) return {version: known, steps: NONE};
  const {version} = data;
  const isOver = stateIs(version.state, 'live') && !isRollingOut(version.phasedRelease);
  if (isOver && version.id !== followedId) return {version: undefined, steps: newRoad(version)};
  return {version, steps: roadOf({release: data, versions: app.versions, at, ...look})};
}
