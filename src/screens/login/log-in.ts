import {describe} from '../../app/present/error.ts';
import type {Session} from '../../app/session.ts';
import {tidyPath} from '../../app/use-cases/complete-path.ts';
import type {LogInInput} from '../../app/use-cases/log-in.ts';
import {scripted} from '../../app/use-cases/scripted.ts';
import type {LoginResult} from '../../services/credentials/credentials.ts';
import type {ToolError} from '../../services/model/error.ts';
import {shortPath} from '../text/path.ts';
import {KEY_FIELD} from './login-fields.ts';

/** A profile that was stored, and the command that would have done it. */
export interface LoggedIn {
  result: LoginResult;
  command: string;
  /** What the form held, but for a pasted key: to begin with when it is opened again. */
  texts: Readonly<Record<string, string>>;
}

/** What the form's texts ask for. `pem` takes the place of the path. */
export function inputOf(given: ReadonlyMap<string, string>, pem: string | undefined): LogInInput {
  const text = (name: string) => given.get(name) ?? '';
  return {
    name: text('name'),
    keyId: text('key-id'),
    issuerId: given.get('issuer-id'),
    privateKey: pem === undefined ? {path: tidyPath(text(KEY_FIELD))} : {pem},
    individual: given.get('individual') === 'true',
    readOnly: given.get('read-only') === 'true',
    bypassKeychain: given.get('bypass-keychain') === 'true',
    local: given.get('local') === 'true',
    network: given.get('network') === 'true',
    skipValidation: false,
  };
}

/** The command that does the same; a pasted key stands in it as the file that it was downloaded as. */
export function commandOf(given: ReadonlyMap<string, string>, pem: string | undefined, sandbox: boolean): string {
  const key = pem === undefined ? tidyPath(given.get(KEY_FIELD) ?? '') : `AuthKey_${given.get('key-id')}.p8`;
  const switches = ['individual', 'read-only', 'bypass-keychain', 'local', 'network'];
  return scripted(['auth', 'login'], new Map([...given, [KEY_FIELD, key]]), {sandbox}, (flag) =>
    switches.includes(flag),
  );
}

/** What went wrong, as it is said beside a field (whose flag need not be named) or above the form. */
export function complaintOf(error: ToolError, network: boolean): {text: string; field?: string} {
  const {message, details, hint} = describe(error, {named: false});
  const {flag: field} = error.facts;
  if (field !== undefined) return {text: message, field};
  const without =
    network && error.kind !== 'storage' ? 'Nothing was stored. Without the network check it would be.' : '';
  return {text: [message, ...details, hint, without].filter(Boolean).join('\n')};
}

/** The name to work under after a log-in: none where the new profile, as the default, is in force by itself. */
export async function nameToWorkAs(name: string, session: Session): Promise<string | undefined> {
  const byItself = await session
    .withProfile(undefined)
    .active()
    .catch(() => undefined);
  return byItself?.name === name ? undefined : name;
}

/** `system keychain`, or the config file. */
export function placeWords({storedIn, configPath}: LoginResult, home: string): string {
  return storedIn === 'keychain' ? 'system keychain' : `config file at ${shortPath(configPath, home)}`;
}
