import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {linkOf} from './mapping.ts';
import {eachPage, toLinks} from './pages.ts';
import {withQuery} from './query.ts';
import {fields, filter, PAGES, PATH, REVIEW_SUBMISSION_VERSION, type Resource, TYPE} from './wire.ts';

/**
 * The ID of the review submission (the newer kind) whose version for review is this version: the open one if there is
 * one, else the last submitted. One request; further pages are read only while nothing was found.
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
    limit: 200,
  });
  const load = async (target: string) => {
    const {data, links} = parseCollection(await client.get(target, signal));
    return {items: data, links: toLinks(links)};
  };
  for await (const {items} of eachPage(first, load, {origin: client.origin, path: PAGES.reviewSubmissions})) {
    const own = items.filter((submission) => linkOf(submission, REVIEW_SUBMISSION_VERSION)?.id === versionId);
    if (own.length > 0) return own.reduce((best, other) => (rank(other) > rank(best) ? other : best)).id;
  }
  return undefined;
}

/** Later is greater; one that is still open is the latest. */
function rank({attributes = {}}: Resource): string {
  return attributes.state === 'COMPLETE'
    ? String(attributes.submittedDate ?? '')
    : `~${attributes.submittedDate ?? ''}`;
}
