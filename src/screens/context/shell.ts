import {createContext, type RefObject, useLayoutEffect, useReducer} from 'react';
import type {Target} from '../../services/model/actions.ts';
import {cleanLines, cleanText} from '../../services/model/clean.ts';
import {isId} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import type {Stage} from '../../services/store/client.ts';
import {truncate} from '../../services/text/width.ts';
import type {Binding} from '../input/keyboard.ts';
import type {AppTerminal} from '../terminal/app-terminal.ts';
import type {Glyphs, Tone} from '../theme.ts';
import {appContext} from './services.ts';

export interface Toast {
  text: string;
  tone?: Tone;
  holds?(): boolean;
}

interface ShellState {
  toast: Toast | undefined;
  stage?: Stage;
  writing?: string;
  globalKeys: readonly Binding[];
}

export const ShellStateContext = createContext<ShellState>({toast: undefined, globalKeys: []});

export interface Question {
  title: string;
  lines: readonly string[];
  yes: string;
  no: string;
  onYes?(): void;
}

export interface Edited {
  text: string;
  kept: string;
  taken(): void;
}

export type Shell = ReturnType<typeof createShell>;

export const [ShellContext, useShell] = appContext<Shell>('useShell');

export function discardQuestion(title: string): Question {
  return {title, lines: ['What you entered will be lost.'], yes: 'discard', no: 'keep editing'};
}

/** Makes the user answer `question`, if it is set, before leaving the screen or the app. */
export function useLeaveGuard(question: Question | undefined): void {
  const {guard, target} = useShell();
  useLayoutEffect(() => {
    guard.current = question;
    for (const listener of target.listeners) listener();
    return () => {
      guard.current = undefined;
    };
  }, [guard, target, question]);
}

interface ShellOptions {
  ask(question: Question): Promise<boolean>;
  leave(then: () => void, onStay?: () => void): void;
  guard: RefObject<Question | undefined>;
  host: Pick<Host, 'browser' | 'editor'>;
  terminal: Pick<AppTerminal, 'copy' | 'releaseWhile'>;
  keptFiles: Set<string>;
  answer(toast: Toast): void;
  glyphs: Glyphs;
}

export function createShell(options: ShellOptions) {
  const {ask, leave, guard, host, terminal, keptFiles, answer, glyphs} = options;
  /** The `listeners` are called after a screen is drawn, and when the question of `useLeaveGuard` changes. */
  const target: {current: Target | undefined; readonly listeners: Set<() => void>} = {
    current: undefined,
    listeners: new Set(),
  };
  /** Shows an address and copies it, too, because the screen may break it into two lines. */
  const showAddress = async (url: string) => {
    const how = await terminal.copy(url);
    answer({text: `Open ${url}${how === 'none' ? '' : ' (copied)'}`, tone: 'busy'});
    return how === 'none' ? 'shown' : 'copied';
  };
  const copyText = (text: string, what: string) => {
    // In a shell, a pasted control character may end the command. A tab within quotes is text.
    const clean = text.split('\t').map(cleanLines).join('\t');
    const how = clean === text ? '' : ', with invisible characters spelled out';
    terminal.copy(clean).then((copied) => {
      if (copied === 'none')
        answer({text: `This terminal has no clipboard. ${what}: ${cleanLines(text)}`, tone: 'busy'});
      else {
        const where = copied === 'sent' ? 'sent to the terminal' : 'copied';
        const shown = truncate(cleanText(text), 60, 'end', glyphs.ellipsis);
        answer({text: `${what} ${where}${how}: ${shown}`, tone: how ? 'busy' : 'good'});
      }
    });
  };
  return {
    ask,
    leave,
    guard,
    target,
    toast: (text: string, tone?: Tone) => answer({text, tone}),
    copy: copyText,
    copyId: (id: string, what: string) => {
      if (isId(id)) copyText(id, what);
      else answer({text: `${what} not copied, as it contains characters that no ID has: ${id}`, tone: 'bad'});
    },
    /** Gives the terminal to the user's editor. If there is no text to use, shows a message and returns undefined. */
    async edit(before: string, name: string): Promise<Edited | undefined> {
      const {text, problem, kept: file} = await terminal.releaseWhile(() => host.editor.edit(before, name));
      if (file) keptFiles.add(file.path);
      const kept = file ? ` Its file is kept: ${file.path}` : '';
      if (text === undefined) {
        answer({text: `${problem}${kept}`, tone: 'bad'});
        return undefined;
      }
      const question = {title: 'Use the text from the editor?', yes: 'use it', no: 'leave it in its file'};
      if (problem !== undefined && !(await ask({...question, lines: [problem]}))) {
        answer({text: `The text was not used.${kept}`, tone: 'busy'});
        return undefined;
      }
      const taken = () => {
        if (file && keptFiles.delete(file.path)) file.remove().catch(() => {});
      };
      return {text, kept, taken};
    },
    async browse(url: string): Promise<'opened' | 'copied' | 'shown'> {
      const isOpened = await host.browser.open(url).catch(() => false);
      if (!isOpened) return showAddress(url);
      answer({text: `Opened ${url}`, tone: 'good'});
      return 'opened';
    },
  };
}

export function useTarget(target: Target): void {
  const {target: ref} = useShell();
  useLayoutEffect(() => {
    ref.current = target;
    return () => {
      ref.current = undefined;
    };
  });
}

export function useDrawn(): void {
  const {listeners} = useShell().target;
  useLayoutEffect(() => {
    for (const listener of listeners) listener();
  });
}

export function useTargetBelow(): Target | undefined {
  const {current, listeners} = useShell().target;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    listeners.add(redraw);
    return () => {
      listeners.delete(redraw);
    };
  }, [listeners]);
  return current;
}
