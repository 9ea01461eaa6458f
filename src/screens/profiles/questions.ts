import {namedBy} from '../../app/present/auth.ts';
import {commandLine} from '../../app/present/command-line.ts';
import type {Globals} from '../../app/session/session.ts';
import type {LocalContent, UntrustedConfig} from '../../services/credentials/credentials.ts';
import type {Question} from '../context/shell.ts';
import {placeLabel, plural} from '../text/labels.ts';
import type {ProfileRow} from './profile-rows.ts';

/** Asked before one profile is removed. @param rows all of them: a name may be stored more than once */
export function logoutQuestion({profile}: ProfileRow, rows: readonly ProfileRow[], globals: Globals): Question {
  const {name, keyId} = profile;
  const same = rows.filter((row) => row.profile.name === name);
  return {
    title: 'Log out',
    lines: [
      `Remove '${name}' (key ID ${keyId}) from ${places(same)}?`,
      ...(same.length > 1 ? [`It is stored ${same.length} times: all of them are removed.`] : []),
      afterwards(same),
      '',
      commandLine({command: ['auth', 'logout'], flags: {name}}, {...globals, profile: undefined}),
    ],
    yes: 'log out',
    no: 'keep it',
  };
}

/** Asked before all profiles are removed. */
export function logoutAllQuestion(rows: readonly ProfileRow[], globals: Globals): Question {
  return {
    title: 'Log out of all profiles',
    lines: [
      `Remove ${plural(rows.length, 'stored profile')} from ${places(rows)}?`,
      `They are: ${rows.map(({profile}) => profile.name).join(', ')}.`,
      afterwards(rows),
      '',
      commandLine({command: ['auth', 'logout'], flags: {all: true}}, {...globals, profile: undefined}),
    ],
    yes: 'remove all',
    no: 'keep them',
  };
}

/** Asked before a local config is trusted: what it is, and what it names. */
export function trustQuestion(
  {path, reason}: UntrustedConfig,
  content: LocalContent,
  {sandbox}: Pick<Globals, 'sandbox'>,
): Question {
  return {
    title: 'Trust local config',
    lines: [
      `Use ${path}? It is ${reason}.`,
      namedBy(content),
      'Its profiles and its default then come before your own.',
      '',
      commandLine({command: ['auth', 'trust'], flags: {}}, {sandbox, profile: undefined}),
    ],
    yes: 'trust it',
    no: 'leave it aside',
  };
}

const PLACES: Readonly<Record<string, string>> = {
  keychain: 'the system keychain',
  'local keychain': 'the system keychain',
  config: 'the config file',
  'local config': "the repository's config file",
};

function places(rows: readonly ProfileRow[]): string {
  const words = new Set(rows.map(({profile}) => PLACES[placeLabel(profile)] ?? placeLabel(profile)));
  return [...words].join(' and ');
}

function afterwards(rows: readonly ProfileRow[]): string {
  return rows.some(({profile}) => profile.storedIn === 'keychain')
    ? 'Logging in again needs the key file: this deletes the copy in the keychain.'
    : 'Key files stay where they are; pasted keys that nothing else uses are deleted.';
}
