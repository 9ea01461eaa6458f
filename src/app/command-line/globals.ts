import {quoted} from '../../services/model/clean.ts';
import {isTrue, parseBoolean} from '../../services/model/values.ts';
import type {Env, Host} from '../../services/ports.ts';
import type {Command, Format} from '../command.ts';
import {decimal, type Flag, type InputOf, text, toggle} from '../flags/flags.ts';
import type {Globals} from '../session/session.ts';

const timeout = decimal({
  summary: 'Time limit per request',
  placeholder: 'SECONDS',
  env: 'TOOL_TIMEOUT',
  min: 0.01,
  max: 3600,
});

/** Flags that stand anywhere, with any command. */
export const GLOBAL_FLAGS = {
  profile: text({summary: 'Profile to use', placeholder: 'NAME', env: 'TOOL_PROFILE', completes: 'profile'}),
  'strict-auth': toggle({summary: 'Fail when credential sources are mixed', env: 'TOOL_STRICT_AUTH'}),
  // Which formats there are is the command's affair.
  output: text({summary: 'Output format', placeholder: 'FORMAT', env: 'TOOL_DEFAULT_OUTPUT'}),
  pretty: toggle({summary: 'Indent JSON, also in a pipe'}),
  sandbox: toggle({summary: 'Run against the embedded sandbox store', env: 'TOOL_SANDBOX'}),
  timeout,
  debug: toggle({summary: 'One line per request on stderr', env: 'TOOL_DEBUG'}),
  'read-only': toggle({summary: 'Refuse every write before it is sent', env: 'TOOL_READ_ONLY'}),
  'no-input': toggle({summary: 'Never open the app, never prompt', env: 'TOOL_NO_INPUT'}),
  'no-color': toggle({summary: 'No colour', env: 'NO_COLOR'}),
  'screen-reader': toggle({summary: 'Linear text without boxes', env: 'INK_SCREEN_READER'}),
  help: toggle({summary: 'Show help'}),
} satisfies Record<string, Flag<unknown>>;

export type GlobalInput = {[Name in keyof InputOf<typeof GLOBAL_FLAGS>]?: InputOf<typeof GLOBAL_FLAGS>[Name]};

/** The global flags with what the environment adds; a flag wins. `warn` gets what is passed over. */
export function readGlobals(
  input: GlobalInput,
  {env, platform}: Pick<Host, 'env' | 'platform'>,
  warn: (text: string) => void,
): Globals {
  const variable = (name: string): boolean => {
    const value = env[name]?.trim();
    if (value && parseBoolean(value) === undefined) warn(`${name}=${quoted(value)} is neither true nor false: ignored`);
    return isTrue(value);
  };
  // Read by the credential services, as TOOL_PROFILE is; a value that is neither is said here, once.
  variable('TOOL_BYPASS_KEYCHAIN');
  variable('TOOL_NO_PROFILE');
  return {
    profile: input.profile,
    strictAuth: input['strict-auth'] ?? variable('TOOL_STRICT_AUTH'),
    sandbox: input.sandbox ?? variable('TOOL_SANDBOX'),
    timeout: input.timeout ?? readTimeout(env.TOOL_TIMEOUT?.trim(), warn) ?? 30,
    debug: input.debug ?? variable('TOOL_DEBUG'),
    readOnly: readOnlyBy(input['read-only'], variable('TOOL_READ_ONLY')),
    noInput: input['no-input'] ?? variable('TOOL_NO_INPUT'),
    noColor: input['no-color'] ?? Boolean(env.NO_COLOR),
    screenReader: input['screen-reader'] ?? variable('INK_SCREEN_READER'),
    platform,
  };
}

/** Who asked for it, in words. */
function readOnlyBy(flag: boolean | undefined, variable: boolean): string | undefined {
  if (flag) return '--read-only';
  return flag === undefined && variable ? 'TOOL_READ_ONLY' : undefined;
}

function readTimeout(value: string | undefined, warn: (text: string) => void): number | undefined {
  if (!value) return undefined;
  try {
    return timeout.parse(value);
  } catch {
    warn(`TOOL_TIMEOUT=${quoted(value)} is not a number of seconds: ignored`);
    return undefined;
  }
}

/** TOOL_DEFAULT_OUTPUT speaks to `versions` only: what others print of themselves is what their scripts rely on. */
export function hasDefaultOutput({path}: Pick<Command, 'path'>): boolean {
  return path[0] === 'versions';
}

/** TOOL_DEFAULT_OUTPUT, where it names a format that the command has. */
export function defaultFormat(env: Env, formats: readonly Format[], warn: (text: string) => void): Format | undefined {
  const value = env.TOOL_DEFAULT_OUTPUT?.trim();
  if (!value) return undefined;
  const known = (['json', 'table', 'ndjson'] as const).find((format) => format === value.toLowerCase());
  if (!known) warn(`TOOL_DEFAULT_OUTPUT=${quoted(value)} is not one of json, table, ndjson: ignored`);
  return known && formats.includes(known) ? known : undefined;
}
