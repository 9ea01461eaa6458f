import {useMemo} from 'react';
import {cleanLines} from '../../services/model/clean.ts';
import {isId} from '../../services/model/values.ts';
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
    const toClipboard = (text: string, what: string) => {
      // A shell takes a key like Ctrl+C out of what is pasted, and what is behind it for the next command.
      const clean = cleanLines(text);
      answer(
        copy(clean)
          ? {text: `${what} copied: ${clean}`, tone: 'good'}
          : {text: `This terminal has no clipboard. ${what}: ${clean}`, tone: 'busy'},
      );
    };
    return {
      toast: (text, tone) => answer({text, tone}),
      ask,
      leave,
      guard,
      sayLater,
      copy: toClipboard,
      copyId: (id, what) => {
        if (isId(id)) toClipboard(id, what);
        else answer({text: `${what} not copied: it holds what no ID does. It is ${id}`, tone: 'bad'});
      },
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
