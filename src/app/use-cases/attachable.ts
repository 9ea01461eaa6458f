import {buildFault} from '../../services/model/build-choice.ts';
import {lookup} from '../../services/model/values.ts';
import type {Build} from '../../services/model/version.ts';

/** Why a build cannot be attached, in words; undefined when it can. @param attachedId the build attached now */
export function whyNotAttachable(build: Build, attachedId: string | undefined): string | undefined {
  if (build.id === attachedId) return 'attached already';
  const fault = buildFault(build);
  return fault && (lookup(LABELS, fault) ?? fault.replaceAll('_', ' ').toLowerCase());
}

const LABELS: Readonly<Record<string, string>> = {
  PROCESSING: 'still processing',
  FAILED: 'processing failed',
  UNKNOWN: 'state unknown',
};

/** Builds made for the version string first; among them, and among the others, the newest first. */
export function inOrderFor(builds: readonly Build[], versionString: string | undefined): Build[] {
  const uploaded = ({uploadedDate}: Build) => Date.parse(uploadedDate ?? '') || 0;
  const matches = (build: Build) => Number(build.versionString === versionString);
  return builds.toSorted((a, b) => matches(b) - matches(a) || uploaded(b) - uploaded(a));
}
