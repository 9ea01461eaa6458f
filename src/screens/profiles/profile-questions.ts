import {namedBy} from '../../app/present/auth.ts';
import {commandLine} from '../../app/present/formats.ts';
import type {Globals} from '../../app/session/session.ts';
import type {LocalContent, UntrustedConfig} from '../../services/credentials/credentials.ts';
import type {Profile} from '../../services/model/credential.ts';
import {plural} from '../../services/model/values.ts';
import type {Question} from '../context/shell.ts';
import type {ProfileRow} from './profile-rows.ts';

export function logoutQuestion(one: ProfileRow | undefined, rows: readonly ProfileRow[], globals: Globals): Question {
  const {name, keyId} = one?.profile ?? {};
  const removed = rows.filter(({profile}) => name === undefined || profile.name === name);
  const names = removed.map(({profile}) => profile.name).join(', ');
  const count = removed.length > 1 ? [`It is stored ${removed.length} times: all of them are removed.`] : [];
  const what = one ? `'${name}' (key ID ${keyId})` : plural(removed.length, 'stored profile');
  const places = new Set(removed.map(({profile}) => placeOf(profile)));
  const flags: Record<string, string | boolean> = name === undefined ? {all: true} : {name};
  return {
    title: one ? 'Log out' : 'Log out of all profiles',
    lines: [
      `Remove ${what} from ${[...places].join(' and ')}?`,
      ...(one ? count : [`They are: ${names}.`]),
      removed.some(({profile}) => profile.storedIn === 'keychain')
        ? 'Logging in again needs the key file: this deletes the copy in the keychain.'
        : 'Key files stay where they are; pasted keys that nothing else uses are deleted.',
      '',
      commandLine({command: ['auth', 'logout'], flags}, {...globals, profile: undefined}),
    ],
    yes: one ? 'log out' : 'remove all',
    no: one ? 'keep it' : 'keep them',
  };
}

function placeOf({storedIn, isLocal}: Profile): string {
  if (storedIn === 'keychain') return 'the system keychain';
  return isLocal ? "the repository's config file" : 'the config file';
}

export function trustQuestion({path, reason}: UntrustedConfig, content: LocalContent, {sandbox}: Globals): Question {
  return {
    title: 'Trust local config',
    lines: [
      `Use ${path}? It is ${reason}.`,
      namedBy(content),
      'Its profiles and its default then take precedence over yours.',
      '',
      commandLine({command: ['auth', 'trust'], flags: {}}, {sandbox, profile: undefined}),
    ],
    yes: 'trust it',
    no: 'ignore it',
  };
}
