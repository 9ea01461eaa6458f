import type {Build} from '../../services/model/version.ts';

/** Why a build cannot be attached, in words; undefined when it can. @param attachedId the build attached now */
export function whyNotAttachable(
  {id, processingState, expired}: Build,
  attachedId: string | undefined,
): string | undefined {
  if (id === attachedId) return 'attached already';
  if (expired) return 'expired';
  switch (processingState) {
    case undefined:
    case 'VALID':
      return undefined;
    case 'PROCESSING':
      return 'still processing';
    case 'FAILED':
      return 'processing failed';
    case 'INVALID':
      return 'invalid';
    default:
      return processingState.replaceAll('_', ' ').toLowerCase();
  }
}

/** Builds made for the version string first; among them, and among the others, the newest first. */
export function inOrderFor(builds: readonly Build[], versionString: string | undefined): Build[] {
  const uploaded = ({uploadedDate}: Build) => Date.parse(uploadedDate ?? '') || 0;
  const matches = (build: Build) => Number(build.versionString === versionString);
  return builds.toSorted((a, b) => matches(b) - matches(a) || uploaded(b) - uploaded(a));
}
