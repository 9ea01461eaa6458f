import {KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';

export function useKeysPageKey(...keys: readonly string[]): Binding {
  const {session} = useServices();
  const {browse} = useShell();
  return {
    keys,
    label: 'keys page',
    title: 'Open the API keys page on the web',
    inPalette: true,
    unavailable: session.globals.sandbox ? 'the sandbox has no web page' : undefined,
    run: () => browse(KEYS_PAGE),
  };
}
