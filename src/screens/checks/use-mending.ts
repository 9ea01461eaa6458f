import type {Command, ScreenName} from '../../app/command.ts';
import {commandLine} from '../../app/present/command-line.ts';
import {isAction, type Target, whyNot} from '../../services/model/actions.ts';
import type {ReadinessCheck} from '../../services/model/readiness.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {ACTION_WORDS, actionParams} from '../flows/actions.ts';

export interface Mending {
  /** A word or two: `attach build`. */
  label: string;
  /** Why it cannot be opened. */
  unavailable?: string;
  run(): void;
}

/** What mends a check: a flow of the app, else the command to copy, else a web page. Undefined where nothing is to mend. */
export function useMending(subject: Target): (check: ReadinessCheck) => Mending | undefined {
  const {commands, session} = useServices();
  const {copy, browse} = useShell();
  const router = useRouter();
  return ({status, command, hint}) => {
    if (status === 'ok') return undefined;
    const screen = command && screenOf(command.command, commands);
    if (command && screen) {
      const versionId = command.flags['version-id'];
      const isOther = typeof versionId === 'string' && versionId !== subject.version?.id;
      const params = isOther ? {versionId} : actionParams(subject);
      const run = () => router.push(screen, params);
      if (!isAction(screen)) return {label: 'open', run};
      const {readOnly} = subject;
      const isRefused = !isOther || readOnly !== undefined;
      return {
        label: ACTION_WORDS[screen].label,
        unavailable: isRefused ? whyNot(screen, subject) : undefined,
        run,
      };
    }
    if (command) {
      return {label: 'copy command', run: () => copy(commandLine(command, session.globals), 'Command')};
    }
    return hint?.startsWith('https://') ? {label: 'web page', run: () => browse(hint)} : undefined;
  };
}

function screenOf(path: readonly string[], commands: readonly Command[]): ScreenName | undefined {
  return commands.find((command) => command.path.join(' ') === path.join(' '))?.screen;
}
