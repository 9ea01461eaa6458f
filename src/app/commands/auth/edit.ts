import {readApiKeyFile} from '../../../services/credentials/api-key-file.ts';
import type {LoginResult} from '../../../services/credentials/credentials.ts';
import type {LocalContent} from '../../../services/credentials/trust.ts';
import {cleanText, quoted} from '../../../services/model/clean.ts';
import {identifierProblem, profileNameProblem} from '../../../services/model/credential.ts';
import {keyPathProblem} from '../../../services/model/key-text.ts';
import {shellWord} from '../../../services/model/shell-word.ts';
import {KEYS_PAGE} from '../../../services/model/web-pages.ts';
import {defineCommand} from '../../command.ts';
import {checkedText, type InputOf, text, toggle} from '../../flags/flags.ts';
import {anyObject, boolean, either, list, object, shaped, string} from '../../present/shapes.ts';
import {type LoginInput, logIn} from '../../session/login.ts';

const authInit = defineCommand({
  path: ['auth', 'init'],
  summary: 'Set up an account in the app; with a flag, create an empty config.json',
  description: 'Writes ~/.tool/config.json, or ./.tool/config.json at the root of the repository with --local.',
  examples: ['tool auth init --open', 'tool auth init --local', 'tool auth init --force'],
  flags: {
    force: toggle({summary: 'Start over; the old file is kept as config.json.bak'}),
    local: toggle({summary: 'Write ./.tool/config.json in the repository'}),
    open: toggle({summary: 'Open the API keys page in a browser'}),
  },
  effect: 'local',
  screen: 'init',
  async run(
    {force, local, open},
    {session, host, note},
  ): Promise<{configPath: string; config: Record<string, unknown>}> {
    const credentials = await session.credentials();
    const result = await credentials.init({force, local});
    if (open && !(await host.browser.open(KEYS_PAGE))) {
      note(`Could not open a browser. The API keys page: ${KEYS_PAGE}`);
    }
    return result;
  },
  present: {
    json: shaped(object({config_path: string, created: boolean, config: anyObject}), ({configPath, config}) => {
      return {config_path: configPath, created: true, config};
    }),
  },
});

const loginFlags = {
  name: checkedText(profileNameProblem, {summary: 'Name for the profile', placeholder: 'NAME', required: true}),
  'key-id': checkedText(identifierProblem, {summary: 'Key ID of the API key', placeholder: 'ID', unless: ['from']}),
  'issuer-id': checkedText(identifierProblem, {
    summary: 'Issuer ID of a team key, shown above the list of keys',
    placeholder: 'ID',
    unless: ['individual', 'from'],
  }),
  individual: toggle({summary: 'Use an individual key, which has no issuer ID'}),
  'private-key': checkedText(keyPathProblem, {
    summary: 'Path to the private key file (.p8), or to the folder with AuthKey_KEYID.p8',
    placeholder: 'PATH',
    completes: 'files',
    unless: ['from'],
  }),
  from: text({
    summary: "File with IDs and key: fastlane's api_key.json, or lines of variables",
    placeholder: 'FILE',
    completes: 'files',
  }),
  'read-only': toggle({summary: 'Refuse all changes with this profile'}),
  'bypass-keychain': toggle({summary: 'Store in config.json instead of the keychain'}),
  local: toggle({summary: 'Write ./.tool/config.json in the repository'}),
  network: toggle({summary: 'Test the credentials with one request first'}),
  'skip-validation': toggle({summary: 'Do not test the key by signing a token'}),
};

export const authLogin = defineCommand({
  path: ['auth', 'login'],
  summary: 'Store API key credentials',
  description:
    'Stores the profile in the system keychain, or in a config file if there is none, and makes it the default.',
  examples: [
    'tool auth login --name Work --key-id ABC123DEFG --issuer-id ISSUER --private-key ./AuthKey_ABC123DEFG.p8',
    'tool auth login --name CI --key-id ID --issuer-id ISSUER --private-key key.p8 --bypass-keychain --local',
    'tool auth login --name Work --from fastlane/api_key.json',
    'tool auth login --name Mine --key-id ID --individual --private-key key.p8 --read-only',
  ],
  flags: loginFlags,
  effect: 'local',
  excludes: [
    ['individual', 'issuer-id', 'an individual key has none'],
    ['network', 'skip-validation'],
    ...['key-id', 'issuer-id', 'individual', 'private-key'].map(
      (other) => ['from', other, 'it has all of them'] as const,
    ),
  ],
  screen: 'login',
  async run(input, {session, host, signal}): Promise<LoginResult> {
    const given = input.from === undefined ? {} : await readApiKeyFile(input.from, host);
    const result = await logIn({...loginInput(input), ...given}, session, signal);
    for (const warning of result.warnings) session.messages.warn(warning);
    if (session.globals.sandbox) {
      const back = `tool auth logout --sandbox --name ${shellWord(result.name)}`;
      session.messages.warn(`The sandbox store knows only its own key and will refuse this one. To go back: ${back}`);
    }
    return result;
  },
  present: {
    text({name, storedIn, configPath}) {
      const place = storedIn === 'keychain' ? 'system keychain' : `config file at ${cleanText(configPath)}`;
      return [`Storing credentials in ${place}`, `Registered API key '${cleanText(name)}'`];
    },
  },
});

export function loginInput({
  individual,
  keyId = '',
  issuerId = '',
  privateKey = '',
  from: _,
  ...options
}: InputOf<typeof loginFlags>): LoginInput {
  return {...options, keyId, owner: individual ? {keyType: 'individual'} : {issuerId}, privateKey: {path: privateKey}};
}

const authSwitch = defineCommand({
  path: ['auth', 'switch'],
  summary: 'Make a profile the default',
  examples: ['tool auth switch --name Work'],
  flags: {
    name: text({summary: 'Profile to make the default', placeholder: 'NAME', required: true, completes: 'profile'}),
  },
  effect: 'local',
  screen: 'profiles',
  async run({name}, {session}): Promise<string> {
    await (await session.credentials()).switchTo(name);
    return name;
  },
  present: {text: (name) => [`Default profile set to '${cleanText(name)}'`]},
});

const authLogout = defineCommand({
  path: ['auth', 'logout'],
  summary: 'Remove stored credentials',
  description: 'Removes the named profile wherever it is stored, or all profiles if no name is given.',
  examples: ['tool auth logout --name Work', 'tool auth logout --all'],
  flags: {
    all: toggle({summary: 'Remove all profiles; the default without a flag'}),
    name: text({summary: 'Remove only this profile', placeholder: 'NAME', completes: 'profile'}),
  },
  effect: 'local',
  excludes: [['all', 'name']],
  screen: 'profiles',
  request: () => ({screen: 'profiles', logoutAll: true}),
  async run({name}, {session}): Promise<{name?: string; removed: readonly string[]}> {
    const {removed} = await (await session.credentials()).logout(name);
    return {name, removed};
  },
  present: {
    text({name, removed}) {
      if (name !== undefined) return [`Removed stored credential '${cleanText(name)}'`];
      return [
        removed.length === 0 ? 'No stored credentials to remove.' : `Removed ${removed.length} stored credentials`,
      ];
    },
  },
});

type TrustEntry = {path: string; trusted: boolean};
const trustShape = object({path: string, trusted: boolean});

export const authTrust = defineCommand({
  path: ['auth', 'trust'],
  summary: 'Trust the local config of this repository',
  description:
    'A ./.tool/config.json that tool did not write is not used until you trust it, and must be trusted again after each change. Review it first.',
  examples: ['tool auth trust', 'tool auth trust --revoke', 'tool auth trust --list'],
  flags: {
    revoke: toggle({summary: 'Stop trusting it'}),
    list: toggle({summary: 'List all trusted configs, and whether they are unchanged'}),
  },
  effect: 'local',
  excludes: [['revoke', 'list']],
  async run({revoke, list}, {session, note}): Promise<TrustEntry | TrustEntry[]> {
    const credentials = await session.credentials();
    if (list) return credentials.listTrusted();
    if (revoke) return {path: await credentials.revokeTrust(), trusted: false};
    const content = await credentials.trust();
    note(namedBy(content));
    return {path: content.path, trusted: true};
  },
  present: {
    json: shaped(either<object>([trustShape, object({data: list(trustShape)})]), (result) =>
      Array.isArray(result) ? {data: result} : result,
    ),
    table: (result) => ({
      columns: ['Trusted', 'Path'],
      roles: {Path: 'wrap'},
      rows: [result].flat().map(({path, trusted}) => [trusted ? 'yes' : 'no', cleanText(path)]),
    }),
  },
});

export function namedBy({profiles, defaultName}: Pick<LocalContent, 'profiles' | 'defaultName'>): string {
  const noun = profiles.length === 1 ? 'the profile' : 'the profiles';
  const names = profiles.length === 0 ? 'no profile' : `${noun} ${profiles.map(quoted).join(', ')}`;
  return `It names ${names}${defaultName === undefined ? '' : `; the default is ${quoted(defaultName)}`}.`;
}

export const authEdits = [authInit, authLogin, authSwitch, authLogout] as const;
