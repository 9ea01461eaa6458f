import type {DoctorSection} from '../../../services/credentials/credentials.ts';
import type {StatusReport} from '../../../services/credentials/index.ts';
import type {Token} from '../../../services/credentials/token.ts';
import {cleanText} from '../../../services/model/clean.ts';
import type {Profile, Validation} from '../../../services/model/credential.ts';
import {exitCode} from '../../../services/model/error.ts';
import {withoutKey} from '../../../services/model/key-text.ts';
import {plural} from '../../../services/model/values.ts';
import {defineCommand, OFFERED, type TableData} from '../../command.ts';
import {toggle, usage} from '../../flags/flags.ts';
import {boolean, enumOf, integer, list, nullable, object, picked, shaped, string} from '../../present/shapes.ts';
import {validateActive, validateProfile} from '../../session/login.ts';

interface Status {
  report: StatusReport;
  verbose: boolean;
  rows: readonly Row[];
}

interface Row extends Pick<Profile, 'name' | 'keyId' | 'isDefault' | 'readOnly'> {
  storedIn: Profile['storedIn'] | 'environment';
  result?: Validation;
}

const VALIDATIONS = {works: 'works', limited: 'works (limited role)', failed: 'failed'} as const;

const credentialItem = picked(
  object(
    {name: string, keyId: string, isDefault: boolean, storedIn: enumOf(['keychain', 'config', 'environment'])},
    {readOnly: boolean, validation: enumOf(Object.values(VALIDATIONS)), validationError: string},
  ),
);
const unusedItem = picked(object({path: string, reason: string}));

const statusShape = object(
  {
    storageBackend: string,
    storageLocation: string,
    credentials: list(credentialItem.schema),
    environmentCredentialsProvided: boolean,
    environmentCredentialsComplete: boolean,
  },
  {
    activeProfile: nullable(string),
    activeSource: nullable(string),
    keychainAvailable: boolean,
    configPath: string,
    localConfigPath: nullable(string),
    localConfigsNotUsed: list(unusedItem.schema),
  },
);

const statusJson = shaped(statusShape, ({report, verbose, rows}: Status) => {
  const {backend, location} = storageOf(report);
  return {
    storageBackend: backend,
    storageLocation: location,
    credentials: rows.map(({result, ...row}) => {
      const validationError = result?.outcome === 'failed' ? result.reason : undefined;
      return credentialItem({...row, validation: result && VALIDATIONS[result.outcome], validationError});
    }),
    environmentCredentialsProvided: report.environmentProvided,
    environmentCredentialsComplete: report.environmentComplete,
    ...(verbose && {
      activeProfile: report.active?.name === undefined ? null : withoutKey(report.active.name),
      activeSource: report.active?.source ?? null,
      keychainAvailable: report.keychainAvailable,
      configPath: report.configPath,
      localConfigPath: report.localConfigPath ?? null,
      ...(report.untrusted.length > 0 && {localConfigsNotUsed: report.untrusted.map(unusedItem)}),
    }),
  };
});

const authStatus = defineCommand({
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
    const rows: Row[] = [];
    // Validates one profile after another, because the keychain may ask the user for each secret.
    for (const stored of report.profiles) {
      rows.push({...stored, result: validate ? await validateProfile(stored, session, signal) : undefined});
    }
    if (validate && report.environmentProvided && report.active?.name === undefined) {
      const variables = {name: 'environment', keyId: report.environmentKeyId ?? '', isDefault: false} as const;
      rows.push({...variables, storedIn: 'environment', result: await validateActive(session, signal)});
    }
    const shown = rows.map((row) => ({...row, name: withoutKey(row.name), keyId: withoutKey(row.keyId)}));
    return {report, verbose, rows: shown};
  },
  present: {
    standard: 'table',
    json: statusJson,
    table: statusTable,
    ending: ({rows}) =>
      rows.some(({result}) => result?.outcome === 'failed') ? {code: exitCode({kind: 'credentials', facts: {}})} : {},
  },
});

export function validationText(result: Validation | undefined): string {
  if (!result) return '';
  return result.outcome === 'failed' ? `failed: ${result.reason}` : VALIDATIONS[result.outcome];
}

function storageOf({keychainAvailable, configPath}: StatusReport): {backend: string; location: string} {
  if (keychainAvailable) return {backend: 'System Keychain', location: 'system keychain'};
  return {backend: 'Config File', location: configPath};
}

function statusTable({report, verbose, rows}: Status): TableData {
  const {backend, location} = storageOf(report);
  const above = [
    `Credential storage: ${backend}`,
    `Location: ${cleanText(location)}`,
    ...(verbose ? verboseLines(report) : []),
  ];
  if (rows.length === 0) return {above: [...above, ...withoutProfiles(report)], columns: [], rows: []};
  const cells: Readonly<Record<string, (row: Row) => string>> = {
    Name: ({name}) => name,
    'Key ID': ({keyId}) => keyId,
    Default: ({isDefault}) => (isDefault ? 'yes' : ''),
    'Stored In': ({storedIn}) => storedIn,
    ...(rows.some(({readOnly}) => readOnly) && {'Read Only': ({readOnly}) => (readOnly ? 'yes' : '')}),
    ...(rows.some(({result}) => result) && {Validation: ({result}) => validationText(result)}),
  };
  const columns = Object.keys(cells);
  const values = rows.map((row) => Object.values(cells).map((cell) => cell(row)));
  return {above: [...above, ''], columns, rows: values, roles: {Validation: 'wrap'}};
}

function withoutProfiles({environmentVariables, environmentComplete}: StatusReport): string[] {
  if (environmentComplete) return [`Active credentials: environment (${environmentVariables.join(', ')})`];
  return ['No credentials stored.', "Run 'tool auth login' to store an API key."];
}

function verboseLines({active, keychainAvailable, configPath, localConfigPath, untrusted}: StatusReport): string[] {
  const profile = active
    ? `${withoutKey(active.name ?? 'none')} (${active.source}${active.readOnly ? ', read-only' : ''})`
    : 'none';
  return [
    `Active profile: ${cleanText(profile)}`,
    `Keychain: ${keychainAvailable ? 'available' : 'not available'}`,
    `Config: ${cleanText(configPath)}`,
    `Local config: ${cleanText(localConfigPath ?? 'none')}`,
    ...untrusted.map(({path, reason}) => `Local config not used: ${cleanText(path)} (${reason})`),
  ];
}

const checkItem = picked(
  object({status: enumOf(['ok', 'info', 'warn', 'fail']), message: string}, {hint: string, fixed: boolean}),
);
const doctorShape = object({
  sections: list(object({title: string, checks: list(checkItem.schema)})),
  summary: object({ok: integer, info: integer, warnings: integer, errors: integer}),
});

const authDoctor = defineCommand({
  path: ['auth', 'doctor'],
  summary: 'Check stored credentials, and fix what can be fixed',
  description:
    'With --fix --confirm it repairs file modes, a default that names no profile, a stale keychain index and a missing .gitignore.',
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
    standard: 'text',
    json: shaped(doctorShape, (sections) => ({
      sections: sections.map(({title, checks}) => ({
        title,
        checks: checks.map((check) => checkItem({...check, hint: hintOf(check)})),
      })),
      summary: summarize(sections),
    })),
    text: doctorLines,
    ending: (sections) => ({code: summarize(sections).errors > 0 ? 1 : 0}),
  },
});

export function summarize(sections: readonly DoctorSection[]) {
  const all = sections.flatMap(({checks}) => checks.map(({status}) => status));
  const count = (status: string) => all.filter((each) => each === status).length;
  return {ok: count('ok'), info: count('info'), warnings: count('warn'), errors: count('fail')};
}

export function summaryText(sections: readonly DoctorSection[]): string {
  const {warnings, errors} = summarize(sections);
  if (warnings + errors === 0) return 'No issues found.';
  return `Found ${plural(warnings, 'warning')} and ${plural(errors, 'error')}.`;
}

function hintOf({hint, repairable}: DoctorSection['checks'][number]): string | undefined {
  const repair = repairable && "Or let 'tool auth doctor --fix --confirm' do it.";
  return [hint, repair].filter(Boolean).join(' ') || undefined;
}

function doctorLines(sections: readonly DoctorSection[]): string[] {
  const body = sections.flatMap(({title, checks}) => [
    `${title}:`,
    ...checks.flatMap((check) => {
      const hint = hintOf(check);
      return [
        `  [${check.status.toUpperCase()}] ${cleanText(check.message)}`,
        ...(hint && check.status !== 'ok' ? [`         ${cleanText(hint)}`] : []),
      ];
    }),
    '',
  ]);
  return ['Auth Doctor', '', ...body, summaryText(sections)];
}

const authToken = defineCommand({
  path: ['auth', 'token'],
  summary: 'Print an API token for the active credential, e.g. for curl',
  description: 'Sends nothing. The token is a secret: for ten minutes, whoever has it can do whatever the key can.',
  examples: ['curl -H "Authorization: Bearer $(tool auth token)" URL', 'tool auth token --output json'],
  flags: {},
  effect: 'none',
  run: (_, {session}): Promise<Token> => session.issueToken(),
  present: {
    standard: 'text',
    text: ({token}) => [token],
    json: shaped(object({token: string, expiresAt: string}), ({token, expires}: Token) => {
      return {token, expiresAt: new Date(expires * 1000).toISOString()};
    }),
  },
});

export const authReads = [authStatus, authDoctor, authToken] as const;
