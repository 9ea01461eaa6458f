import {quoted} from '../../services/model/clean.ts';
import type {Host} from '../../services/ports.ts';
import type {Command, Format} from '../command.ts';
import {usage} from '../flags/flags.ts';
import type {GlobalInput} from './globals.ts';

/** TOOL_DEFAULT_OUTPUT applies to `versions` only: scripts rely on the defaults of other commands. */
export function hasDefaultOutput({path}: Pick<Command, 'path'>): boolean {
  return path[0] === 'versions';
}

/** `--output`, else the variable, else the command's default. @throws ToolError usage */
export function chooseFormat(
  command: Command,
  {output, pretty}: GlobalInput,
  {env}: Pick<Host, 'env'>,
  warn: (text: string) => void,
): Format {
  const {formats} = command.present;
  const [fallback = 'text'] = formats;
  if (output !== undefined && formats.length === 1) {
    throw usage(`is not supported by 'tool ${command.path.join(' ')}'`, {flag: 'output'});
  }
  const chosen = formats.find((format) => format === output?.trim().toLowerCase());
  if (output !== undefined && chosen === undefined) {
    throw usage(`${quoted(output)} is not one of ${formats.join(', ')}`, {flag: 'output'});
  }
  const byDefault = hasDefaultOutput(command)
    ? defaultFormat(env.TOOL_DEFAULT_OUTPUT?.trim(), formats, warn)
    : undefined;
  const format = chosen ?? (pretty ? undefined : byDefault) ?? fallback;
  if (pretty && format !== 'json') throw usage(`requires JSON output, not ${format}`, {flag: 'pretty'});
  return format;
}

function defaultFormat(value: string | undefined, formats: readonly Format[], warn: (text: string) => void) {
  if (!value) return undefined;
  const known = (['json', 'table', 'ndjson'] as const).find((format) => format === value.toLowerCase());
  if (!known) warn(`TOOL_DEFAULT_OUTPUT=${quoted(value)} is not one of json, table, ndjson: ignored`);
  return formats.find((format) => format === known);
}
