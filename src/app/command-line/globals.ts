import {quoted} from '../../services/model/clean.ts';
import {orElse, parseBoolean} from '../../services/model/values.ts';
import type {Env, Host} from '../../services/ports.ts';
import {type Command, FORMATS, type Format} from '../command.ts';
import {decimal, type Flag, type InputOf, memberOf, text, toggle, usage} from '../flags/flags.ts';
import type {Globals} from '../session/session.ts';

export const GLOBAL_FLAGS = {
  profile: text({summary: 'Profile to use', placeholder: 'NAME', env: 'TOOL_PROFILE', completes: 'profile'}),
  'strict-auth': toggle({summary: 'Fail when credential sources are mixed', env: 'TOOL_STRICT_AUTH'}),
  output: text({summary: 'Output format', placeholder: 'FORMAT', env: 'TOOL_DEFAULT_OUTPUT'}),
  pretty: toggle({summary: 'Indent JSON, even in a pipe'}),
  sandbox: toggle({summary: 'Use the embedded sandbox store', env: 'TOOL_SANDBOX'}),
  timeout: decimal({
    summary: 'Time limit per request',
    placeholder: 'SECONDS',
    env: 'TOOL_TIMEOUT',
    min: 0.01,
    max: 3600,
  }),
  debug: toggle({summary: 'Log each request to stderr', env: 'TOOL_DEBUG'}),
  'read-only': toggle({summary: 'Refuse all changes', env: 'TOOL_READ_ONLY'}),
  'no-input': toggle({summary: 'Never open the app, never prompt', env: 'TOOL_NO_INPUT'}),
  'no-color': toggle({summary: 'Disable colour', env: 'NO_COLOR'}),
  'screen-reader': toggle({summary: 'Linear text for screen readers', env: 'INK_SCREEN_READER'}),
  help: toggle({summary: 'Show help'}),
} satisfies Record<string, Flag<unknown>>;

export type GlobalInput = Partial<InputOf<typeof GLOBAL_FLAGS>>;

export function readGlobals(
  input: GlobalInput,
  {env, platform}: Pick<Host, 'env' | 'platform'>,
  warn: (text: string) => void,
): Globals {
  const read = <T>(name: string, parse: (value: string) => T | undefined, what: string): T | undefined => {
    const value = env[name]?.trim();
    const known = value ? parse(value) : undefined;
    if (value && known === undefined) warn(`${name}=${quoted(value)} is ${what}: ignored`);
    return known;
  };
  const variable = (name: string) => read(name, parseBoolean, 'neither true nor false') ?? false;
  const seconds = (value: string) => orElse(() => GLOBAL_FLAGS.timeout.parse(value), undefined);
  // Other modules use these variables. They are read here only to warn once about a bad value.
  for (const name of ['TOOL_BYPASS_KEYCHAIN', 'TOOL_NO_PROFILE', 'TOOL_HISTORY', 'TOOL_LINKS']) variable(name);
  const isOn = (name: 'strict-auth' | 'sandbox' | 'debug' | 'no-input' | 'screen-reader') =>
    input[memberOf(name)] ?? variable(GLOBAL_FLAGS[name].env ?? '');
  const byFlag = input.readOnly ? '--read-only' : undefined;
  return {
    profile: input.profile,
    strictAuth: isOn('strict-auth'),
    sandbox: isOn('sandbox'),
    // Any other address on this machine may be a proxy to the real store, so it does not count as a sandbox.
    isServedSandbox: Boolean(env.TOOL_SANDBOX_URL) && env.TOOL_SANDBOX_URL === env.TOOL_API_URL,
    timeout: input.timeout ?? read('TOOL_TIMEOUT', seconds, 'not a number of seconds') ?? 30,
    debug: isOn('debug'),
    readOnly: variable('TOOL_READ_ONLY') && input.readOnly === undefined ? 'TOOL_READ_ONLY' : byFlag,
    noInput: isOn('no-input'),
    noColor: input.noColor ?? Boolean(env.NO_COLOR),
    screenReader: isOn('screen-reader'),
    platform,
  };
}

/**
 * Returns the format of `--output`, else of TOOL_DEFAULT_OUTPUT unless `--pretty` is given, else the command's default.
 * @throws ToolError usage
 */
export function chooseFormat(
  command: Command,
  {output, pretty}: GlobalInput,
  {env}: Pick<Host, 'env'>,
  warn: (text: string) => void,
): Format {
  const formats = formatsOf(command);
  const [fallback = 'text'] = formats;
  if (output !== undefined && !hasChoice(command)) {
    throw usage(`is not supported by 'tool ${command.path.join(' ')}'`, {flag: 'output'});
  }
  const chosen = formats.find((format) => format === output?.trim().toLowerCase());
  if (output !== undefined && chosen === undefined) {
    throw usage(`${quoted(output)} is not one of ${formats.join(', ')}`, {flag: 'output'});
  }
  const byDefault = hasChoice(command) ? defaultFormat(env, formats, warn) : undefined;
  const format = chosen ?? (pretty ? undefined : byDefault) ?? fallback;
  if (pretty && format !== 'json') throw usage(`requires JSON output, not ${format}`, {flag: 'pretty'});
  return format;
}

export function formatsOf({present, emits}: Pick<Command, 'present' | 'emits'>): readonly Format[] {
  const made = {json: present.json, table: present.table, ndjson: emits, text: present.text};
  const formats = FORMATS.filter((format) => made[format]);
  return present.standard ? [...new Set([present.standard, ...formats])] : formats;
}

/** Returns whether the command takes `--output`. A command whose only format is JSON takes `--output json`. */
export function hasChoice(command: Command): boolean {
  const formats = formatsOf(command);
  return formats.length > 1 || formats[0] === 'json';
}

function defaultFormat(env: Env, formats: readonly Format[], warn: (text: string) => void) {
  const value = env.TOOL_DEFAULT_OUTPUT?.trim();
  if (!value) return undefined;
  const known = FORMATS.find((format) => format === value.toLowerCase());
  if (!known) warn(`TOOL_DEFAULT_OUTPUT=${quoted(value)} is not one of ${FORMATS.join(', ')}: ignored`);
  return formats.find((format) => format === known);
}
