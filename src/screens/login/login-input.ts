import {tidyPath} from '../../app/completion/complete-path.ts';
import {commandLine} from '../../app/present/command-line.ts';
import {describe} from '../../app/present/error.ts';
import type {Globals} from '../../app/session/session.ts';
import type {LoginInput} from '../../app/use-cases/login.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Given} from '../form/form-state.ts';
import {KEY_FIELD} from './login-fields.ts';

/** The input of the login. @param pem a pasted key, in place of the path */
export function inputOf(given: Given, pem: string | undefined): LoginInput {
  const text = (name: string) => given.get(name) ?? '';
  const isOn = (name: string) => given.get(name) === 'true';
  return {
    name: text('name'),
    keyId: text('key-id'),
    issuerId: given.get('issuer-id'),
    privateKey: pem === undefined ? {path: tidyPath(text(KEY_FIELD))} : {pem},
    individual: isOn('individual'),
    readOnly: isOn('read-only'),
    bypassKeychain: isOn('bypass-keychain'),
    local: isOn('local'),
    network: isOn('network'),
    skipValidation: false,
  };
}

const SWITCHES: readonly string[] = ['individual', 'read-only', 'bypass-keychain', 'local', 'network'];

/** The equivalent command; it names a pasted key by the file it was downloaded as. */
export function commandOf(given: Given, pem: string | undefined, globals: Globals): string {
  const key = pem === undefined ? tidyPath(given.get(KEY_FIELD) ?? '') : `AuthKey_${given.get('key-id')}.p8`;
  const flags = [...new Map([...given, [KEY_FIELD, key]])].map(([name, text]): [string, string | boolean] => {
    return [name, SWITCHES.includes(name) ? text !== 'false' : text];
  });
  return commandLine({command: ['auth', 'login'], flags: Object.fromEntries(flags)}, {...globals, profile: undefined});
}

/** An error in words, and the field it is about. @param network the key was to be checked over the network */
export function complaintOf(error: ToolError, network: boolean): {text: string; field?: string} {
  const {message, details, hint} = describe(error, {named: false});
  const {flag: field} = error.facts;
  if (field !== undefined) return {text: message, field};
  const unchecked = 'Nothing was stored. Without the network check it would be.';
  const way = network && error.kind !== 'storage' ? unchecked : '';
  return {text: [message, ...details, hint, way].filter(Boolean).join('\n')};
}
