import {cleanLines, cleanText} from '../../services/model/clean.ts';
import type {Remedy, ToolError} from '../../services/model/error.ts';
import {RUN_AGAIN} from '../../services/model/ledger.ts';
import {commandLine, type Where, withoutPages} from './formats.ts';

/** Returns an error's words, without a stack. @param named false if the words stand beside the flag's field */
export function describe(error: ToolError, {named = true}: {named?: boolean} = {}) {
  const {flag, writes} = error.facts;
  const [first = '', ...rest] = cleanLines(error.message).split('\n');
  const details = [...rest, ...(writes?.lines ?? []).map(cleanText)];
  if (error.kind === 'bug') {
    return {message: `Unexpected: ${first}`, details, hint: 'This is a bug in tool: TOOL_DEBUG=1 shows where.'};
  }
  const message = named && flag !== undefined && error.kind === 'usage' ? `--${flag} ${first}` : first;
  return {message, details, hint: error.hint && cleanText(error.hint)};
}

export function withAdvice(error: ToolError, globals: Where): ToolError {
  const {remedies = [], writes} = error.facts;
  const check =
    writes?.lost?.checkWith ?? error.facts.checkWith ?? (writes?.isWhole ? writes.writes.at(-1)?.checkWith : undefined);
  const lead = writes?.lost ? 'It was not sent again. Check the current state before you repeat it' : 'To check, run';
  const isFinal = error.kind === 'conflict' || error.kind === 'rejected' || writes?.lost !== undefined;
  const goesOn = writes?.goesOn && !isFinal && !error.message.includes(RUN_AGAIN);
  const hint = withoutPages(error.hint, globals);
  const hints = [
    writes?.lost ? withoutRetry(hint) : hint,
    goesOn && RUN_AGAIN,
    check && `${lead}: ${commandLine(check, globals)}`,
  ];
  const details = [...remedies.map((remedy) => remedyLine(remedy, globals)), ...error.details];
  return error.with({details, hint: hints.filter(Boolean).join(' ') || undefined});
}

export function withoutRetry(hint = ''): string {
  const sentences = hint.split(/(?<=\.) /);
  return sentences.filter((sentence) => !/\btry again\b|^Wait\b/i.test(sentence)).join(' ');
}

export function remedyLine({words, command, ...remedy}: Remedy, globals: Where): string {
  const hint = withoutPages(remedy.hint, globals);
  const advice = command ? `${commandLine(command, globals)}${hint ? ` (${hint})` : ''}` : hint;
  return `  ${cleanText(advice ? `${words}: ${advice}` : words)}`;
}

export function formatError(error: ToolError, {stack, width}: {stack: boolean; width?: number}): string {
  const {message, details, hint} = describe(error);
  const trace =
    stack && error.kind === 'bug' ? [cleanLines((error.cause instanceof Error ? error.cause : error).stack ?? '')] : [];
  const advice = [...details, ...(hint ? [`Hint: ${hint}`] : [])].map((line) => withCommandApart(line, width));
  return [`Error: ${message}`, ...advice, ...trace, ''].join('\n');
}

/** Moves a command at the end of an overlong line to a separate line, so that it can be copied in one piece. */
export function withCommandApart(line: string, width = Number.POSITIVE_INFINITY): string {
  if (line.length <= width) return line;
  const [, lead, command, remark] = /^(.*?:) (tool .*?)( \([^()]*\))?$/.exec(line) ?? [];
  return command ? [lead, command, ...(remark ? [` ${remark}`] : [])].join('\n') : line;
}
