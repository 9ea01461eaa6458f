import type {Credentials} from '../../../services/credentials/credentials.ts';
import {type Validation, validate} from '../../../services/credentials/validation.ts';
import type {Profile} from '../../../services/model/credential.ts';
import {defineCommand} from '../../command.ts';
import {toggle} from '../../flags/flags.ts';
import {type Status, statusJson, statusTable} from '../../present/auth.ts';
import type {Session} from '../../session/session.ts';

export const authStatus = defineCommand({
  path: ['auth', 'status'],
  summary: 'Show stored credentials and which of them is active',
  examples: ['tool auth status', 'tool auth status --validate --output json'],
  flags: {
    verbose: toggle({summary: 'Show the active profile and where things are stored'}),
    validate: toggle({summary: 'Try each stored profile with one request'}),
  },
  async run({verbose, validate: wanted}, {session, signal}): Promise<Status> {
    const credentials = await session.credentials();
    const report = await credentials.status();
    if (!wanted) return {report, verbose};
    const validations = new Map<Profile, Validation>();
    // One after the other: the keychain may ask a person before it gives out a secret.
    for (const stored of report.profiles) {
      validations.set(stored, await validateProfile(stored, credentials, session, signal));
    }
    return {report, verbose, validations};
  },
  present: {
    formats: ['table', 'json'],
    json: statusJson,
    table: statusTable,
    exitCode: ({validations}) =>
      [...(validations?.values() ?? [])].some(({outcome}) => outcome === 'failed') ? FAILED : 0,
  },
});

/** As for any credential that does not work. */
const FAILED = 3;

/** One stored profile against the network, nothing filled in from the environment. */
export function validateProfile(
  profile: Profile,
  credentials: Credentials,
  session: Session,
  signal: AbortSignal,
): Promise<Validation> {
  return validate(async () => session.probe(await credentials.load(profile), signal));
}
