import type {Release} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {LocalTime} from '../text/time.ts';
import type {Glyphs} from '../theme.ts';

/** What the road is drawn from. */
export interface RoadFacts {
  release: Release;
  /** The other versions of the app: one of them may be in the way. */
  versions: readonly StoreVersion[];
  /** When it was read, in milliseconds since the epoch. */
  at: number;
  glyphs: Glyphs;
  time: LocalTime;
}

/** Where on its road a version is. */
export type Stage = 'preparing' | 'in review' | 'approved' | 'on sale' | 'unknown';

export function stageOf({state}: StoreVersion): Stage {
  if (stateIs(state, 'live')) return 'on sale';
  if (stateIs(state, 'submittable')) return 'preparing';
  if (stateIs(state, 'in-review') || state === 'WAITING_FOR_EXPORT_COMPLIANCE') return 'in review';
  return stateIs(state, 'approved') || state === 'PENDING_CONTRACT' ? 'approved' : 'unknown';
}

/** The version of a platform that is to be shipped: the one that was asked for if it is in flight, else the newest in flight. */
export function inFlightOn(
  versions: readonly StoreVersion[],
  platform: string,
  wanted?: string,
): StoreVersion | undefined {
  const moving = versions.filter((one) => one.platform === platform && !stateIs(one.state, 'at-rest'));
  return moving.find(({id}) => id === wanted) ?? moving[0];
}

export function liveOn(versions: readonly StoreVersion[], platform: string): StoreVersion | undefined {
  return versions.find((one) => one.platform === platform && stateIs(one.state, 'live'));
}
