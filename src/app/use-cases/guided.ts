import type {Host} from '../../services/ports.ts';
import type {Command, Flags} from '../command.ts';
import {readInput} from '../read-command.ts';
import {runCommand} from '../run-command.ts';
import type {Globals, Session} from '../session.ts';
import {scripted} from './scripted.ts';

/** A command that the app is about to run: the line that does the same from a shell, and how to run it. */
export interface Guided<Result> {
  line: string;
  /** Applies the command's own parsers and rules. @throws ToolError usage */
  check(): void;
  /** Through the command's own parsers, rules and service functions. @throws ToolError */
  run(signal: AbortSignal): Promise<Result>;
}

/** @param given texts by flag name, in the order to show; those of switches are `true` */
export function guided<F extends Flags, Result>(
  command: Command<F, Result>,
  given: ReadonlyMap<string, string>,
  session: Session,
  host: Host,
): Guided<Result> {
  const checked = () => {
    // What the flow shows is what is sent: no variable adds to it.
    const input = readInput(command, given, {});
    command.check?.(input, []);
    return input;
  };
  return {
    line: lineOf(command, given, session.globals),
    check: () => void checked(),
    async run(signal) {
      return runCommand(command, checked(), {session, host, signal, positionals: [], format: 'json', note() {}});
    },
  };
}

/** The line that runs a command with these texts from a shell. */
export function lineOf(
  {path, flags}: Pick<Command, 'path' | 'flags'>,
  given: ReadonlyMap<string, string>,
  globals: Globals,
) {
  return scripted(path, given, globals, (name) => flags[name]?.kind === 'switch');
}
