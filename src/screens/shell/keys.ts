import {useRef} from 'react';
import type {Router} from '../context/router.ts';
import type {Shell} from '../context/shell.ts';
import {type Binding, type KeyPress, paletteKey} from '../input/keyboard.ts';
import {screenNames, screens} from '../registry.ts';

export interface UrgentActions {
  exit(code: number): void;
  suspend?(): void;
  redraw(): void;
}

interface GlobalActions extends Pick<Shell, 'leave'>, Omit<UrgentActions, 'exit'> {
  router: Router;
  quit(): void;
  openHelp(): void;
  openPalette(): void;
}

export function globalKeys(actions: GlobalActions): Binding[] {
  const {router, leave, quit, openHelp, openPalette, suspend, redraw} = actions;
  const group = 'Everywhere';
  const inPalette = true;
  const places = screenNames.flatMap((screen): Binding[] => {
    const {title = '', key} = screens[screen].go ?? {};
    const run = () => {
      if (router.stack.at(-1)?.screen !== screen) leave(() => router.goTo(screen));
    };
    return key ? [{keys: [key], label: screen, title: title.replace('Go to ', ''), shown: 'help', group, run}] : [];
  });
  return [
    {
      keys: ['esc'],
      label: 'back',
      title: 'Go back one level',
      shown: router.canGoBack ? 'footer' : 'none',
      group,
      run: () => leave(router.back),
    },
    ...places,
    {keys: ['ctrl+p'], label: 'commands', title: 'Command palette', shown: 'rest', group, run: openPalette},
    {keys: ['q'], label: 'quit', title: 'Quit: exit tool (also Ctrl+C)', shown: 'rest', group, inPalette, run: quit},
    // `useUrgentKeys` handles these keys before they get here; help and the palette list them.
    ...(suspend ? [paletteKey('ctrl+z', 'suspend', 'Suspend (fg resumes)', suspend, {shown: 'help', group})] : []),
    {keys: ['ctrl+l'], label: 'redraw', title: 'Redraw the screen', shown: 'help', group, inPalette, run: redraw},
    {keys: ['?', 'f1'], label: 'help', title: 'Show this help', group, inPalette, run: openHelp},
  ];
}

export function useUrgentKeys(
  {exit, suspend, redraw}: UrgentActions,
  {mayQuit, quit}: {mayQuit(): boolean; quit: Shell['leave']},
): (key: KeyPress) => boolean {
  const last = useRef('');
  const quitting = useRef(false);
  return ({id}) => {
    const isSecond = last.current === id;
    last.current = id;
    switch (id) {
      case 'ctrl+c':
        // A second Ctrl+C always quits, even if the end of the write has closed the question that the first one asked.
        if (isSecond || quitting.current || mayQuit()) exit(130);
        quitting.current = true;
        quit(
          () => exit(130),
          () => {
            quitting.current = false;
          },
        );
        return true;
      case 'ctrl+z':
        suspend?.();
        return true;
      case 'ctrl+l':
        redraw();
        return true;
      default:
        return false;
    }
  };
}
