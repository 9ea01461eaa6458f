import {type Readiness, type ReadinessCheck, readiness} from '../model/readiness.ts';
import {checkReadiness} from '../model/readiness-rules.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {FACT_FIELDS, FACT_RELATIONSHIPS, factsBeside, readFacts, readLocales} from './readiness-facts.ts';
import {resolveVersion} from './reference.ts';
import {beforeWrite} from './settle.ts';
import {openSubmissions, toSubject} from './subject.ts';
import {fields, PATH, TYPE} from './wire.ts';

/**
 * Whether a version can be submitted, as far as the API shows it: four GETs beside those of a reference, and a fifth
 * where it matters whether it is the first version.
 * @param ask adds what the service itself has to say
 */
export async function checkVersion(
  client: Client,
  reference: string,
  ask?: (versionId: string) => Promise<{checks: ReadinessCheck[]; note?: string}>,
  signal?: AbortSignal,
): Promise<Readiness> {
  const look = async () => {
    const versionId = await resolveVersion(client, reference, signal);
    return {versionId, facts: await factsOf(client, versionId, signal)};
  };
  const {versionId, facts} = await (ask ? beforeWrite(look) : look());
  const asked = await ask?.(versionId);
  return readiness(versionId, [...checkReadiness(facts), ...(asked?.checks ?? [])], asked?.note);
}

async function factsOf(client: Client, id: string, signal?: AbortSignal) {
  const target = withQuery(PATH.version(segment(id)), {include: FACT_RELATIONSHIPS, [fields(TYPE.app)]: FACT_FIELDS});
  const locales = readLocales(client, id, signal);
  const [{data, included}] = await Promise.all([client.get(target, signal).then(parseSingle), locales]);
  const version = toSubject(toVersion(data, included));
  const submissions = openSubmissions(client, version, signal);
  return readFacts(client, {version, beside: factsBeside(data, included), locales, submissions}, signal);
}
