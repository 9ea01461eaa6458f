import type {VersionFacts} from '../model/pages.ts';
import {text} from './attributes.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {linksOf, related, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {withPhased} from './read-version.ts';
import {readNotes, toNotes} from './release-notes.ts';
import {fields, limitOf, PATH, TYPE, VERSION_REL} from './wire.ts';

/** The most localizations that come along with a version: more than there are languages. */
const MOST_LOCALES = 50;

/** What there is to know of a version at a glance, in one request. */
export async function versionFacts(client: Client, id: string, signal?: AbortSignal): Promise<VersionFacts> {
  const target = withQuery(PATH.version(segment(id)), {
    include: [VERSION_REL.app, VERSION_REL.build, VERSION_REL.phasedRelease, VERSION_REL.localizations],
    [fields(TYPE.app)]: 'primaryLocale',
    [fields(TYPE.localization)]: ['locale', 'whatsNew'],
    [limitOf(VERSION_REL.localizations)]: MOST_LOCALES,
  });
  const {data, included = []} = parseSingle(await client.get(target, signal));
  const {links, isPartial} = linksOf(data, VERSION_REL.localizations);
  const here = toNotes(included.filter(({type}) => type === TYPE.localization));
  return {
    version: await withPhased(client, toVersion(data, included), signal),
    notes: links.length > 0 && isPartial ? (await readNotes(client, id, signal)).notes : here,
    primaryLocale: text(related(data, VERSION_REL.app, included)?.attributes?.primaryLocale),
  };
}
