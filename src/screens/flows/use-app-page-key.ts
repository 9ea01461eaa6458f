import type {App} from '../../services/model/version.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';

export function useAppPageKey(app: App | undefined, {shown}: Pick<Binding, 'shown'> = {}): Binding {
  const {browse} = useShell();
  return {
    keys: ['o'],
    label: 'web page',
    title: 'Open the app on the web',
    shown,
    inPalette: true,
    unavailable: app ? undefined : 'the app is not known yet',
    run: () => app && browse(appPage(app.id)),
  };
}
