import type {Pace} from './records/store.ts';

const REVIEW_SECONDS = 10;
const DAY_SECONDS = 86_400;

/** How fast time passes: as asked for in seconds, else reviews take a moment and days are real. */
export function paceOf({
  reviewSeconds = REVIEW_SECONDS,
  daySeconds = DAY_SECONDS,
}: {
  reviewSeconds?: number;
  daySeconds?: number;
}): Pace {
  return {reviewStep: reviewSeconds * 1000, day: daySeconds * 1000};
}
