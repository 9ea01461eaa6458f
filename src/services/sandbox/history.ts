import {wireDate} from './dates.ts';
import type {AppSeed} from './sample-apps.ts';

/** A replaced version of long ago, worked out from its place in the history. */
export interface PastVersion {
  version: string;
  platform: AppSeed['platforms'][number];
  created: string;
}

const MINORS = 5;
const DAY = 86_400_000;
const LONGEST_STEP = 11 * DAY;
const REACHES_BACK = 8 * 365 * DAY;

/**
 * The history of an app, newest first: `count` versions under `below`, the platforms taking turns. Nothing is stored:
 * each version is worked out when it is asked for, and its number is found again from its string.
 */
export class History {
  readonly count: number;
  private readonly platforms: AppSeed['platforms'];
  private readonly steps: number;
  private readonly newest: number;

  /** @param newest when the version after the history was created, in ms */
  constructor(platforms: AppSeed['platforms'], below: AppSeed['history']['below'], count: number, newest: number) {
    this.platforms = platforms;
    this.count = count;
    this.newest = newest;
    this.steps = Math.max(1, below[0] * MINORS + Math.min(below[1], MINORS));
  }

  at(index: number): PastVersion {
    const position = this.top() - Math.floor(index / this.platforms.length);
    const step = Math.floor(position / this.patches());
    const version = `${Math.floor(step / MINORS)}.${step % MINORS}.${position % this.patches()}`;
    return {version, platform: this.platformAt(index), created: wireDate(this.createdAt(index))};
  }

  /** How many versions it takes until the platforms begin again. */
  get round(): number {
    return this.platforms.length;
  }

  /** When in a round it is the turn of one of these platforms; of any without them. */
  turns(platforms?: readonly string[]): number[] {
    const all = this.platforms.map((_, turn) => turn);
    return all.filter((turn) => platforms?.includes(this.platformAt(turn)) ?? true);
  }

  platformAt(index: number): AppSeed['platforms'][number] {
    return this.platforms[index % this.platforms.length] ?? 'IOS';
  }

  /** Where in the history a version string is, once per platform that has it. */
  find(version: string): number[] {
    const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(version);
    if (!match) return [];
    const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number];
    const round = this.top() - ((major * MINORS + minor) * this.patches() + patch);
    return this.platforms
      .map((_, turn) => round * this.platforms.length + turn)
      .filter((index) => round >= 0 && index < this.count && this.at(index).version === version);
  }

  /** When a version was created, in ms. Creation times fall steadily, the time of day varies. */
  createdAt(index: number): number {
    const step = Math.min(LONGEST_STEP, REACHES_BACK / Math.max(1, this.count));
    const wobble = ((index * 7919) % 97) / 97;
    return this.newest - Math.round(((index + 1 + wobble / 3) * step) / 60_000) * 60_000;
  }

  /** How many patch versions a minor version has: as many as it takes. */
  private patches(): number {
    return Math.max(1, Math.ceil(Math.ceil(this.count / this.platforms.length) / this.steps));
  }

  private top(): number {
    return this.steps * this.patches() - 1;
  }
}
