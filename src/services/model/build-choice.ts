import {cleanText} from './clean.ts';
import {lookup} from './values.ts';
import {type Build, type StoreVersion, stateIs} from './version.ts';
import {isSameString} from './version-string.ts';

export type BuildChoice = {id: string} | {number: string} | 'latest';

export function choiceLabel(choice: BuildChoice): string {
  if (choice === 'latest') return 'build that can be attached';
  return `build ${cleanText('id' in choice ? choice.id : choice.number)}`;
}

const FAULTS: Readonly<Record<string, {problem: string; label: string; isFinal: boolean}>> = {
  EXPIRED: {problem: 'has expired', label: 'expired', isFinal: true},
  INTERNAL_ONLY: {problem: 'is for internal testing only', label: 'internal testing only', isFinal: true},
  PROCESSING: {problem: 'is still being processed', label: 'still processing', isFinal: false},
  FAILED: {problem: 'could not be processed', label: 'processing failed', isFinal: true},
  INVALID: {problem: 'is invalid', label: 'invalid', isFinal: true},
  UNKNOWN: {problem: 'is in no known state', label: 'state unknown', isFinal: false},
};

function faultOf({processingState = 'UNKNOWN', expired, audience}: Build) {
  const name = expired ? 'EXPIRED' : audience === 'INTERNAL_ONLY' ? audience : processingState;
  if (name === 'VALID') return undefined;
  const label = name.replaceAll('_', ' ').toLowerCase();
  return lookup(FAULTS, name) ?? {problem: `is in ${cleanText(name)}`, label, isFinal: false};
}

export function buildProblem(build: Build): string | undefined {
  return faultOf(build)?.problem;
}

export function brokenRules(version: StoreVersion, build: Build): string[] {
  const problem = buildProblem(build);
  const isEditable = stateIs(version.state, 'editable');
  return [
    ...(problem === undefined ? [] : [problem]),
    ...madeForAnother(version, build),
    ...(isEditable ? [] : [cleanText(`cannot be attached while the version is in ${version.state}`)]),
  ];
}

export function madeForAnother({appId, platform, versionString}: StoreVersion, build: Build): string[] {
  const differs = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  const isOfString = build.versionString !== undefined && versionString !== undefined;
  return [
    differs(build.appId, appId) ? 'belongs to another app' : undefined,
    differs(build.platform, platform) ? `was made for ${build.platform}, the version is for ${platform}` : undefined,
    isOfString && !isSameString(build.versionString ?? '', versionString)
      ? `was made for ${build.versionString}, the version is ${versionString}`
      : undefined,
  ].flatMap((rule) => (rule === undefined ? [] : [cleanText(rule)]));
}

export function whyNotAttachable(build: Build, attachedId: string | undefined): string | undefined {
  return build.id === attachedId ? 'attached already' : faultOf(build)?.label;
}

export function isPending(build: Build): boolean {
  return faultOf(build)?.isFinal === false;
}

export function isCandidate({expired, audience}: Build): boolean {
  return !expired && audience !== 'INTERNAL_ONLY';
}

/** @param builds newest first */
export function passedOver(builds: readonly Build[], choice: BuildChoice, chosen: Build): string | undefined {
  const newest = choice === 'latest' ? builds.find(isCandidate) : undefined;
  if (!newest || newest.id === chosen.id) return undefined;
  const nameOf = ({id, version = id}: Build) => cleanText(version);
  return `Build ${nameOf(newest)} is newer, but ${buildProblem(newest)}: build ${nameOf(chosen)} was taken.`;
}

export function buildStatus(build: Build | undefined): 'reached' | 'stuck' | 'waiting' {
  if (!build || isPending(build)) return 'waiting';
  return buildProblem(build) === undefined ? 'reached' : 'stuck';
}

/** @param builds newest first @param orPending lets `latest` be a build that is still being processed */
export function choose(builds: readonly Build[], choice: BuildChoice, orPending = false): Build | undefined {
  if (choice === 'latest') {
    return builds.find((build) => buildProblem(build) === undefined || (orPending && isPending(build)));
  }
  return builds.find((build) => ('id' in choice ? build.id === choice.id : build.version === choice.number));
}

export function buildsOf({versionString, platform}: Partial<StoreVersion>, builds: readonly Build[]) {
  return builds.filter((build) => isSameString(build.versionString, versionString) && build.platform === platform);
}

export function inOrderFor(builds: readonly Build[], versionString: string | undefined): Build[] {
  const uploaded = ({uploadedDate}: Build) => Date.parse(uploadedDate ?? '') || 0;
  const matches = (build: Build) => Number(isSameString(build.versionString, versionString));
  return builds.toSorted((a, b) => matches(b) - matches(a) || uploaded(b) - uploaded(a));
}
