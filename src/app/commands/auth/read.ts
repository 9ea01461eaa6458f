import type {DoctorSection} from '../../../services/credentials/credentials.ts';
import type {Token} from '../../../services/credentials/token.ts';
import type {Profile, Validation} from '../../../services/model/credential.ts';
import {exitCode} from '../../../services/model/error.ts';
import {defineCommand, OFFERED} from '../../command.ts';
import {toggle, usage} from '../../flags/flags.ts';
import {type Status, statusJson, statusTable} from '../../present/auth.ts';
import {doctorJson, doctorLines, summarize} from '../../present/doctor.ts';
import {object, shaped, string} from '../../present/shapes.ts';
import {validateActive, validateProfile} from '../../session/login.ts';

export const authStatus = defineCommand({
  path: ['auth', 'status'],
  summary: 'Show stored credentials and which one is active',
  examples: ['tool auth status', 'tool auth status --validate --output json'],
  flags: {
    verbose: toggle({summary: 'Show the active profile and where things are stored'}),
    validate: toggle({summary: 'Test each stored profile, and variables in use, with one request'}),
  },
  effect: 'none',
  agents: OFFERED,
  async run({verbose, validate}, {session, signal}): Promise<Status> {
    const report = await (await session.credentials()).status();
    if (!validate) return {report, verbose};
    const validations = new Map<Profile, Validation>();
    // One at a time: the keychain may prompt before it gives out a secret.
    for (const stored of report.profiles) {
      validations.set(stored, await validateProfile(stored, session, signal));
    }
    const isEnvironment = report.environmentProvided && report.active?.name === undefined;
    return {
      report,
      verbose,
      validations,
      environment: isEnvironment ? await validateActive(session, signal) : undefined,
    };
  },
  present: {
    formats: ['table', 'json'],
    json: statusJson,
    table: statusTable,
    ending({validations, environment}) {
      const all = [...(validations?.values() ?? []), ...(environment ? [environment] : [])];
      const hasFailed = all.some(({outcome}) => outcome === 'failed');
      return hasFailed ? {code: exitCode({kind: 'credentials', facts: {}})} : {};
    },
  },
});

export const authDoctor = defineCommand({
  path: ['auth', 'doctor'],
  summary: 'Check stored credentials, and fix what can be fixed',
  description:
    'With --fix --confirm it repairs file modes, a default that names no profile, a stale keychain index and a missing .gitignore, and removes pasted keys that no profile uses and leftovers of interrupted writes.',
  examples: ['tool auth doctor', 'tool auth doctor --fix --confirm', 'tool auth doctor --output json'],
  flags: {
    fix: toggle({summary: 'Fix what can be fixed; requires --confirm'}),
    confirm: toggle({summary: 'Confirm --fix'}),
  },
  effect: 'local',
  agents: {onlyReads: true, withholds: ['fix']},
  check({fix, confirm}) {
    if (fix && !confirm) throw usage('needs --confirm', {flag: 'fix'});
  },
  async run({fix}, {session}): Promise<DoctorSection[]> {
    const credentials = await session.credentials();
    const sections: DoctorSection[] = [];
    for await (const section of credentials.doctor({fix})) sections.push(section);
    return sections;
  },
  present: {
    formats: ['text', 'json'],
    json: doctorJson,
    text: doctorLines,
    ending: (sections) => ({code: summarize(sections).errors > 0 ? 1 : 0}),
  },
});

export const authToken = defineCommand({
  path: ['auth', 'token'],
  summary: 'Print an API token for the active credential, e.g. for curl',
  description: 'Sends nothing. The token is a secret: for ten minutes, whoever has it can do whatever the key can.',
  examples: ['curl -H "Authorization: Bearer $(tool auth token)" URL', 'tool auth token --output json'],
  flags: {},
  effect: 'none',
  run: (_, {session}): Promise<Token> => session.issueToken(),
  present: {
    formats: ['text', 'json'],
    text: ({token}) => [token],
    json: shaped(object({token: string, expiresAt: string}), ({token, expires}: Token) => {
      return {token, expiresAt: new Date(expires * 1000).toISOString()};
    }),
  },
});
