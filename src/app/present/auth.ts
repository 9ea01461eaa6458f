import type {InitResult, LocalContent, LoginResult} from '../../services/credentials/credentials.ts';
import type {StatusReport} from '../../services/credentials/index.ts';
import {cleanText, quoted, withoutKey} from '../../services/model/clean.ts';
import type {Profile, Validation} from '../../services/model/credential.ts';
import type {TableData} from '../command.ts';
import {anyObject, boolean, enumOf, list, nullable, object, picked, shaped, string} from './shapes.ts';

export const initJson = shaped(
  object({config_path: string, created: boolean, config: anyObject}),
  ({configPath, config}: InitResult) => ({config_path: configPath, created: true, config}),
);

export function loginLines({name, storedIn, configPath}: LoginResult): string[] {
  const place = storedIn === 'keychain' ? 'system keychain' : `config file at ${cleanText(configPath)}`;
  return [`Storing credentials in ${place}`, `Registered API key '${cleanText(name)}'`];
}

export interface Status {
  report: StatusReport;
  verbose: boolean;
  validations?: ReadonlyMap<Profile, Validation>;
  environment?: Validation;
}

const VALIDATIONS = {works: 'works', limited: 'works (limited role)', failed: 'failed'} as const;

function validationFields(result: Validation | undefined) {
  return {
    validation: result && VALIDATIONS[result.outcome],
    validationError: result?.outcome === 'failed' ? result.reason : undefined,
  };
}

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

function rowsOf({report, validations, environment}: Status) {
  const {profiles, environmentKeyId: keyId = ''} = report;
  const stored = profiles.map((profile) => ({...profile, result: validations?.get(profile)}));
  const variables = {
    name: 'environment',
    keyId,
    isDefault: false,
    storedIn: 'environment',
    result: environment,
  } as const;
  return [...stored, ...(environment ? [{...variables, readOnly: undefined}] : [])].map(({result, ...row}) => ({
    ...row,
    name: withoutKey(row.name),
    keyId: withoutKey(row.keyId),
    ...validationFields(result),
  }));
}

export const statusJson = shaped(statusShape, (status: Status) => {
  const {report, verbose} = status;
  const details = {
    activeProfile: report.active?.name === undefined ? null : withoutKey(report.active.name),
    activeSource: report.active?.source ?? null,
    keychainAvailable: report.keychainAvailable,
    configPath: report.configPath,
    localConfigPath: report.localConfigPath ?? null,
    ...(report.untrusted.length > 0 && {localConfigsNotUsed: report.untrusted.map(unusedItem)}),
  };
  const {backend, location} = storageOf(report);
  return {
    storageBackend: backend,
    storageLocation: location,
    credentials: rowsOf(status).map(credentialItem),
    environmentCredentialsProvided: report.environmentProvided,
    environmentCredentialsComplete: report.environmentComplete,
    ...(verbose ? details : {}),
  };
});

function storageOf({keychainAvailable, configPath}: StatusReport): {backend: string; location: string} {
  if (keychainAvailable) return {backend: 'System Keychain', location: 'system keychain'};
  return {backend: 'Config File', location: configPath};
}

export function statusTable(status: Status): TableData {
  const {report, verbose, validations} = status;
  const {backend, location} = storageOf(report);
  const above = [
    `Credential storage: ${backend}`,
    `Location: ${cleanText(location)}`,
    ...(verbose ? verboseLines(report) : []),
  ];
  const rows = rowsOf(status);
  if (rows.length === 0) return {above: [...above, ...withoutProfiles(report)], columns: [], rows: []};
  const cells: Readonly<Record<string, (row: (typeof rows)[number]) => string>> = {
    Name: ({name}) => name,
    'Key ID': ({keyId}) => keyId,
    Default: ({isDefault}) => (isDefault ? 'yes' : ''),
    'Stored In': ({storedIn}) => storedIn,
    ...(rows.some(({readOnly}) => readOnly) && {'Read Only': ({readOnly}) => (readOnly ? 'yes' : '')}),
    ...(validations && {Validation: validationLine}),
  };
  const columns = Object.keys(cells);
  const values = rows.map((row) => Object.values(cells).map((cell) => cell(row)));
  return {above: [...above, ''], columns, rows: values, roles: {Validation: 'wrap'}};
}

function withoutProfiles({environmentVariables: set, environmentComplete}: StatusReport): string[] {
  const login = "Run 'tool auth login' to store an API key.";
  if (set.length === 0) return ['No credentials stored.', login];
  const names = set.join(', ');
  return environmentComplete
    ? [`Active credentials: environment (${names})`]
    : [`No credentials stored, and those in the environment are incomplete: only ${names}.`, login];
}

export function validationText(result: Validation | undefined): string {
  return validationLine(validationFields(result));
}

function validationLine({validation = '', validationError}: {validation?: string; validationError?: string}): string {
  return validationError === undefined ? validation : `${validation}: ${validationError}`;
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

export function namedBy({profiles, defaultName}: Pick<LocalContent, 'profiles' | 'defaultName'>): string {
  const noun = profiles.length === 1 ? 'the profile' : 'the profiles';
  const names = profiles.length === 0 ? 'no profile' : `${noun} ${profiles.map(quoted).join(', ')}`;
  return `It names ${names}${defaultName === undefined ? '' : `; the default is ${quoted(defaultName)}`}.`;
}
