import type {AppSeed} from './seed.ts';

/** A replaced version of long ago. */
export interface PastVersion {
  version: string;
  platform: AppSeed['platforms'][number];
  /** In ms. */
  created: number;
}

const MINORS = 5;
const DAY = 86_400_000;
const LONGEST_STEP = 11 * DAY;
const REACHES_BACK = 8 * 365 * DAY;

/**
 * The history of an app, newest first: `count` versions below the seed's, the platforms taking turns.
 * @returns what gives the n-th of them
 */
export function pastVersions({platforms, versions, history}: AppSeed, count: number): (index: number) => PastVersion {
  const newest = Date.parse(versions.at(-1)?.created ?? '2026-01-15T09:00:00-08:00');
  const [major, minor] = history.below;
  const minors = Math.max(1, major * MINORS + Math.min(minor, MINORS));
  const rounds = Math.ceil(count / platforms.length);
  // A minor version has as many patch versions as it takes.
  const patches = Math.max(1, Math.ceil(rounds / minors));
  const step = Math.min(LONGEST_STEP, REACHES_BACK / Math.max(1, count));

  return (index) => {
    const position = minors * patches - 1 - Math.floor(index / platforms.length);
    const line = Math.floor(position / patches);
    // Creation times fall steadily; the time of day varies.
    const wobble = ((index * 7919) % 97) / 97;
    const created = newest - Math.round(((index + 1 + wobble / 3) * step) / 60_000) * 60_000;
    return {
      version: `${Math.floor(line / MINORS)}.${line % MINORS}.${position % patches}`,
      platform: platforms[index % platforms.length] ?? 'IOS',
      created,
    };
  };
}
