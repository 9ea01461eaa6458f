import {stateIs} from '../model/states.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {toVersion} from './mapping.ts';
import {withQuery} from './query.ts';
import {APP_VERSIONS_REL, fields, filter, limitOf, NEW_STATE, OLD_STATE, PATH, TYPE} from './wire.ts';

/** The most of an app's versions that one request gives. */
const MOST = 50;

/**
 * Whether a version is the first one of its app for its platform, so that nothing is updated by it. One request.
 * An app with more versions than one request gives has been released.
 */
export async function isFirstVersion(
  client: Client,
  {id, platform}: {id: string; platform?: string},
  signal?: AbortSignal,
): Promise<boolean> {
  const target = withQuery(PATH.apps, {
    [filter(APP_VERSIONS_REL)]: id,
    include: APP_VERSIONS_REL,
    [fields(TYPE.app)]: APP_VERSIONS_REL,
    [fields(TYPE.version)]: ['platform', OLD_STATE, NEW_STATE],
    [limitOf(APP_VERSIONS_REL)]: MOST,
  });
  const {included = []} = parseCollection(await client.get(target, signal));
  const versions = included.filter(({type}) => type === TYPE.version).map((resource) => toVersion(resource));
  const others = versions.filter((version) => version.id !== id && version.platform === platform);
  return versions.length > 0 && versions.length < MOST && !others.some(({state}) => stateIs(state, 'released'));
}
