import {cleanText} from './clean.ts';
import type {Build} from './version.ts';

/** Which build is meant: an ID, or one of the version's own version string and platform. */
export type BuildChoice = {id: string} | {number: string} | 'latest';

/** In words, after `no`: `build 412`, `build that can be attached`. */
export function choiceWords(choice: BuildChoice): string {
  if (choice === 'latest') return 'build that can be attached';
  return `build ${cleanText('id' in choice ? choice.id : choice.number)}`;
}

/** Why a build cannot be attached, as a predicate; undefined when it can. */
export function buildProblem({processingState, expired}: Build): string | undefined {
  if (expired) return 'has expired';
  if (processingState === 'PROCESSING') return 'is still being processed';
  if (processingState === 'FAILED') return 'could not be processed';
  if (processingState === 'INVALID') return 'is invalid';
  return undefined;
}

/** It may become attachable by itself. */
export function isPending({processingState, expired}: Build): boolean {
  return processingState === 'PROCESSING' && !expired;
}

/**
 * The build that is meant, of those that a version can have, newest first. `latest` is the newest that can be
 * attached; with `orPending` the newest that can be or may become so.
 */
export function choose(builds: readonly Build[], choice: BuildChoice, orPending = false): Build | undefined {
  if (choice === 'latest') {
    return builds.find((build) => buildProblem(build) === undefined || (orPending && isPending(build)));
  }
  return builds.find((build) => ('id' in choice ? build.id === choice.id : build.version === choice.number));
}
