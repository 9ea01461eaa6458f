import {cleanText} from './clean.ts';
import {lookup} from './values.ts';
import type {Build} from './version.ts';

/** Which build is meant: an ID, or one of the version's own version string and platform. */
export type BuildChoice = {id: string} | {number: string} | 'latest';

/** In words, after `no`: `build 412`, `build that can be attached`. */
export function choiceWords(choice: BuildChoice): string {
  if (choice === 'latest') return 'build that can be attached';
  return `build ${cleanText('id' in choice ? choice.id : choice.number)}`;
}

/** What keeps a build from being attached, `EXPIRED` or its processing state; only one that is known to be valid can be. */
export function buildFault({processingState = 'UNKNOWN', expired}: Build): string | undefined {
  if (expired) return 'EXPIRED';
  return processingState === 'VALID' ? undefined : processingState;
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EXPIRED: 'has expired',
  PROCESSING: 'is still being processed',
  FAILED: 'could not be processed',
  INVALID: 'is invalid',
  UNKNOWN: 'is in no known state',
};

/** Why a build cannot be attached, as a predicate; undefined when it can. */
export function buildProblem(build: Build): string | undefined {
  const fault = buildFault(build);
  return fault && (lookup(PROBLEMS, fault) ?? `is in ${cleanText(fault)}`);
}

/** It may become attachable by itself. */
export function isPending(build: Build): boolean {
  const fault = buildFault(build);
  return fault !== undefined && !['EXPIRED', 'FAILED', 'INVALID'].includes(fault);
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
