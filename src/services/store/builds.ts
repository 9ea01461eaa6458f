import type {BuildPage} from '../model/pages.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {toBuild} from './mapping.ts';
import {nextTarget, toLinks} from './pages.ts';
import {withQuery} from './query.ts';
import type {BuildQuery} from './store.ts';
import {fields, filter, PAGES, PATH, TYPE} from './wire.ts';

/** Builds of an app, newest first, one request a page. */
export async function listBuilds(
  client: Client,
  query: BuildQuery | {next: string},
  signal?: AbortSignal,
): Promise<BuildPage> {
  const target =
    'next' in query
      ? nextTarget(query.next, client.origin, PAGES.builds)
      : withQuery(PATH.builds, {
          [filter('app')]: query.appId,
          [filter('preReleaseVersion.platform')]: query.platform,
          sort: '-uploadedDate',
          include: 'preReleaseVersion',
          [fields(TYPE.build)]: ['version', 'uploadedDate', 'expired', 'processingState', 'preReleaseVersion'],
          [fields(TYPE.preReleaseVersion)]: ['version', 'platform'],
          limit: query.limit,
        });
  const {data, included = [], links, meta} = parseCollection(await client.get(target, signal));
  return {items: data.map((build) => toBuild(build, included)), links: toLinks(links), total: meta?.paging?.total};
}
