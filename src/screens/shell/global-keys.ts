import type {ScreenName} from '../../app/command.ts';
import type {Router} from '../context/router.ts';
import type {Binding} from '../input/keyboard.ts';

interface GlobalActions {
  router: Router;
  /** See AppApi. */
  leave(then: () => void): void;
  quit(): void;
  openHelp(): void;
  openPalette(): void;
}

/** The keys that work on every screen. */
export function globalKeys({router, leave, quit, openHelp, openPalette}: GlobalActions): Binding[] {
  const group = 'Everywhere';
  const goTo = (screen: ScreenName) => () => {
    if (router.stack.at(-1)?.screen !== screen) leave(() => router.goTo(screen));
  };
  return [
    {
      keys: ['esc'],
      label: 'back',
      title: 'One level back',
      shown: router.canGoBack ? 'footer' : 'none',
      group,
      run: () => leave(router.back),
    },
    {keys: ['P'], label: 'profiles', shown: 'help', group, run: goTo('profiles')},
    {
      keys: ['!'],
      label: 'doctor',
      title: 'Doctor: check the credentials',
      shown: 'help',
      group,
      run: goTo('doctor'),
    },
    {keys: ['ctrl+p'], label: 'commands', title: 'Command palette', group, run: openPalette},
    {keys: ['q'], label: 'quit', title: 'Quit (Ctrl+C too)', group, run: quit},
    // Taken by the shell before anything else: named here for the help.
    {keys: ['ctrl+z'], label: 'suspend', title: 'Suspend; fg comes back', shown: 'help', group},
    {keys: ['ctrl+l'], label: 'redraw', title: 'Draw everything again', shown: 'help', group},
    {keys: ['?'], label: 'help', title: 'This help', group, run: openHelp},
  ];
}
