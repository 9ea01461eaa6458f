import type {Client} from './client.ts';
import {linkOf} from './mapping.ts';
import {LARGEST_PAGE, readAll} from './pages.ts';
import {withQuery} from './query.ts';
import {fields, filter, PAGES, PATH, REVIEW_SUBMISSION_VERSION, type Resource, TYPE} from './wire.ts';

/**
 * The ID of the review submission (the newer kind) whose version for review is this version: the open one if there is
 * one, else the last submitted. One request a page.
 */
export async function findReviewSubmission(
  client: Client,
  {appId, versionId, platform}: {appId: string; versionId: string; platform?: string},
  signal?: AbortSignal,
): Promise<string | undefined> {
  const first = withQuery(PATH.reviewSubmissions, {
    [filter('app')]: appId,
    [filter('platform')]: platform,
    include: REVIEW_SUBMISSION_VERSION,
    [fields(TYPE.reviewSubmission)]: ['state', 'submittedDate', REVIEW_SUBMISSION_VERSION],
    [fields(TYPE.version)]: 'versionString',
    limit: LARGEST_PAGE,
  });
  const {data} = await readAll(client, first, PAGES.reviewSubmissions, signal);
  const own = data.filter((submission) => linkOf(submission, REVIEW_SUBMISSION_VERSION)?.id === versionId);
  const [one, ...others] = own;
  return one && others.reduce((best, other) => (rank(other) > rank(best) ? other : best), one).id;
}

/** Later is greater; one that is still open is the latest. */
function rank({attributes = {}}: Resource): string {
  return attributes.state === 'COMPLETE'
    ? String(attributes.submittedDate ?? '')
    : `~${attributes.submittedDate ?? ''}`;
}
