import {useMemo} from 'react';
import type {Browser, Editor} from '../../services/ports.ts';
import type {Shell} from '../context/shell.ts';
import type {TerminalActions} from './terminal-actions.ts';
import type {Questions} from './use-questions.ts';
import type {ToastLine} from './use-toasts.ts';

interface ShellParts extends Pick<ToastLine, 'answer'>, Pick<Questions, 'ask' | 'leave' | 'guard'> {
  browser: Browser;
  editor: Editor;
  lend: TerminalActions['lend'];
  sayLater: TerminalActions['sayLater'];
  /** Puts text on the clipboard; false where the terminal has no way. */
  copy(text: string): boolean;
}

/** What the app does for its screens, made once. */
export function useShell({answer, ask, leave, guard, browser, editor, lend, copy, sayLater}: ShellParts): Shell {
  return useMemo(() => {
    const address = (url: string) => answer({text: `Open ${url}`, tone: 'busy'});
    return {
      toast: (text, tone) => answer({text, tone}),
      ask,
      leave,
      guard,
      sayLater,
      copy: (text, what) =>
        answer(
          copy(text)
            ? {text: `${what} copied: ${text}`, tone: 'good'}
            : {text: `This terminal has no clipboard. ${what}: ${text}`, tone: 'busy'},
        ),
      edit: (text, name) => lend(() => editor.edit(text, name)),
      browse: (url) => {
        browser.open(url).then(
          (opened) => (opened ? answer({text: `Opened ${url}`, tone: 'good'}) : address(url)),
          () => address(url),
        );
      },
    };
  }, [answer, ask, leave, guard, browser, editor, lend, copy, sayLater]);
}
