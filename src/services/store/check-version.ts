import {ToolError} from '../model/error.ts';
import {type Readiness, type ReadinessCheck, readiness} from '../model/readiness.ts';
import {checkReadiness, type ReadinessFacts} from '../model/readiness-rules.ts';
import {submitCase} from '../model/submit-case.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {isFirstVersion} from './first-version.ts';
import {toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {FACT_FIELDS, FACT_RELATIONSHIPS, factsBeside, readInfo, readLocales} from './readiness-facts.ts';
import {resolveVersion} from './reference.ts';
import {openSubmissions} from './subject.ts';
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
  const versionId = await resolveVersion(client, reference, signal);
  const facts = await readFacts(client, versionId, signal);
  const asked = await ask?.(versionId);
  return readiness(versionId, [...checkReadiness(facts), ...(asked?.checks ?? [])], asked?.note);
}

async function readFacts(client: Client, id: string, signal?: AbortSignal): Promise<ReadinessFacts> {
  const target = withQuery(PATH.version(segment(id)), {include: FACT_RELATIONSHIPS, [fields(TYPE.app)]: FACT_FIELDS});
  const [{data, included}, locales] = await Promise.all([
    client.get(target, signal).then(parseSingle),
    readLocales(client, id, signal),
  ]);
  const version = toVersion(data, included);
  const {appId, platform} = version;
  if (appId === undefined || platform === undefined) {
    throw new ToolError('service', 'The service did not say which app and platform the version belongs to');
  }
  const lacksNews = locales.some(({whatsNew}) => !whatsNew);
  const [info, submissions, isFirst] = await Promise.all([
    readInfo(client, appId, version.state, signal),
    openSubmissions(client, {appId, platform}, signal),
    lacksNews ? isFirstVersion(client, version, signal) : false,
  ]);
  return {
    version,
    locales,
    ...factsBeside(data, included),
    ...info,
    isFirst,
    submitting: submitCase(version, submissions),
    now: client.clock.now(),
  };
}
