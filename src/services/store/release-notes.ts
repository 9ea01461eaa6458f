import type {ReleaseNote, VersionNotes} from '../model/release-notes.ts';
import {text} from './attributes.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {LARGEST_PAGE, readAll} from './pages.ts';
import {segment, withQuery} from './query.ts';
import {resolveVersion} from './reference.ts';
import {fields, NEW_STATE, OF_VERSION, OLD_STATE, PAGES, PATH, type Resource, TYPE} from './wire.ts';

/** One request beside those that a reference costs, and one more for each further page. */
export async function readNotes(client: Client, reference: string, signal?: AbortSignal): Promise<VersionNotes> {
  const versionId = await resolveVersion(client, reference, signal);
  const target = withQuery(PATH.versionLocalizations(segment(versionId)), {
    include: OF_VERSION,
    [fields(TYPE.localization)]: ['locale', 'whatsNew', OF_VERSION],
    [fields(TYPE.version)]: ['versionString', 'platform', OLD_STATE, NEW_STATE],
    limit: LARGEST_PAGE,
  });
  const {data, included} = await readAll(client, target, PAGES.versionLocalizations, signal);
  const version = included.find(({type, id}) => type === TYPE.version && id === versionId);
  return {versionId, version: version && toVersion(version), notes: toNotes(data)};
}

/** By locale. */
export function toNotes(localizations: readonly Resource[]): ReleaseNote[] {
  return localizations.map(toNote).sort((one, other) => (one.locale < other.locale ? -1 : 1));
}

/** The text of one locale. */
export async function readNote(client: Client, id: string, signal?: AbortSignal): Promise<ReleaseNote> {
  const target = withQuery(PATH.localization(segment(id)), {[fields(TYPE.localization)]: ['locale', 'whatsNew']});
  return toNote(parseSingle(await client.get(target, signal)).data);
}

function toNote({id, attributes = {}}: Resource): ReleaseNote {
  return {id, locale: text(attributes.locale) ?? '', whatsNew: text(attributes.whatsNew) || undefined};
}
