import {go} from 'fuzzysort';
import type {Command, ScreenName} from '../../app/command.ts';
import {ACTIONS, type Target, whyNot} from '../../services/model/actions.ts';
import type {Router} from '../context/router.ts';
import {ACTION_LABELS, actionParams, actionTitle} from '../flows/actions.ts';
import {titleOf} from '../input/key-names.ts';
import type {Binding} from '../input/keyboard.ts';
import {screenNames, screens} from '../registry.ts';
import {appLabel} from '../text/labels.ts';

export interface PaletteEntry {
  title: string;
  key?: string;
  command?: string;
  unavailable?: string;
  leaves?: boolean;
  guarded?: boolean;
  run(): void;
}

export function paletteEntries(
  target: Target,
  bindings: readonly Binding[],
  commands: readonly Command[],
  router: Router,
): PaletteEntry[] {
  const commandOf = (screen: ScreenName) => {
    const names = commands.filter((command) => command.screen === screen).map(({path}) => path.join(' '));
    return names.length > 0 ? names.join(', ') : undefined;
  };
  const open = router.stack.at(-1)?.screen;
  const flows = ACTIONS.filter((action) => action !== open).map(
    (action): PaletteEntry => ({
      title: actionTitle(action, target),
      key: ACTION_LABELS[action].key,
      command: commandOf(action),
      unavailable: whyNot(action, target),
      leaves: true,
      run: () => router.push(action, actionParams(target)),
    }),
  );
  const screenKeys = bindings
    .filter(({inPalette, keys}) => inPalette && !flows.some(({key}) => key !== undefined && keys.includes(key)))
    .map(
      (binding): PaletteEntry => ({
        title: titleOf(binding),
        key: binding.keys[0],
        unavailable: binding.unavailable,
        guarded: Boolean(binding.guarded),
        run: () => binding.run?.({id: binding.keys[0] ?? ''}),
      }),
    );
  const {app} = target;
  const versions: PaletteEntry = {
    title: app ? `Versions of ${appLabel(app)}` : 'Versions of an app',
    command: commandOf('versions'),
    unavailable: app ? undefined : 'choose an app first',
    leaves: true,
    run: () => router.push('versions', {appId: app?.id, app}),
  };
  const places = screenNames.flatMap((screen): PaletteEntry[] => {
    const {go: place} = screens[screen];
    const run = () => (screen === 'home' ? router.reset('home') : router.goTo(screen));
    return place ? [{...place, command: commandOf(screen), leaves: true, run}] : [];
  });
  return [...flows, ...screenKeys, versions, ...places];
}

/** Fuzzysort's threshold: letters in the right order suffice. */
const LOOSE = 0.25;

/** Best match first; unavailable entries last. */
export function searchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const query = text.trim();
  const found =
    query === ''
      ? entries
      : go(query, entries, {keys: ['title', 'command'], limit: 0, threshold: LOOSE}).map(({obj}) => obj);
  return [...found.filter((entry) => !entry.unavailable), ...found.filter((entry) => entry.unavailable)];
}
