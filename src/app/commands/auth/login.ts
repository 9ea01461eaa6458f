import type {LoginResult} from '../../../services/credentials/credentials.ts';
import {keyPathProblem} from '../../../services/model/clean.ts';
import {identifierProblem, profileNameProblem} from '../../../services/model/credential.ts';
import {type LoginInput, logIn} from '../../auth/login.ts';
import {defineCommand} from '../../command.ts';
import {checkedText, type InputOf, toggle} from '../../flags/flags.ts';
import {loginLines} from '../../present/auth.ts';

const flags = {
  name: checkedText(profileNameProblem, {summary: 'Name for the profile', placeholder: 'NAME', required: true}),
  'key-id': checkedText(identifierProblem, {summary: 'Key ID of the API key', placeholder: 'ID', required: true}),
  'issuer-id': checkedText(identifierProblem, {
    summary: 'Issuer ID of a team key, shown above the list of keys',
    placeholder: 'ID',
    unless: 'individual',
  }),
  individual: toggle({summary: 'Use an individual key, which has no issuer ID'}),
  'private-key': checkedText(keyPathProblem, {
    summary: 'Path to the private key file (.p8)',
    placeholder: 'PATH',
    completes: 'file',
    required: true,
  }),
  'read-only': toggle({summary: 'Refuse all writes with this profile'}),
  'bypass-keychain': toggle({summary: 'Store in config.json instead of the keychain'}),
  local: toggle({summary: 'Write ./.tool/config.json in the repository'}),
  network: toggle({summary: 'Test the credentials with one request first'}),
  'skip-validation': toggle({summary: 'Do not test the key by signing a token'}),
};

export const authLogin = defineCommand({
  path: ['auth', 'login'],
  summary: 'Store API key credentials',
  description:
    'Stores the profile in the system keychain, or in a config file where there is none, and makes it the default.',
  examples: [
    'tool auth login --name Work --key-id ABC123DEFG --issuer-id ISSUER --private-key ./AuthKey_ABC123DEFG.p8',
    'tool auth login --name CI --key-id ID --issuer-id ISSUER --private-key key.p8 --bypass-keychain --local',
    'tool auth login --name Mine --key-id ID --individual --private-key key.p8 --read-only',
  ],
  flags,
  effect: 'local',
  excludes: [
    ['individual', 'issuer-id', 'an individual key has none'],
    ['network', 'skip-validation'],
  ],
  screen: 'login',
  async run(input, {session, signal}): Promise<LoginResult> {
    const result = await logIn(loginInput(input), session, signal);
    for (const warning of result.warnings) session.messages.warn(warning);
    return result;
  },
  present: {formats: ['text'], text: loginLines},
});

export function loginInput(input: InputOf<typeof flags>): LoginInput {
  return {
    name: input.name,
    keyId: input['key-id'],
    owner: input.individual ? {keyType: 'individual'} : {issuerId: input['issuer-id'] ?? ''},
    readOnly: input['read-only'],
    privateKey: {path: input['private-key']},
    bypassKeychain: input['bypass-keychain'],
    local: input.local,
    skipValidation: input['skip-validation'],
    network: input.network,
  };
}
