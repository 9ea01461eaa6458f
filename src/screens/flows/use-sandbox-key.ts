import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';

/** From a set-up without an account into the built-in sandbox. */
export function useSandboxKey(): Binding {
  const {switchToSandbox} = useServices();
  const {leave, toast} = useShell();
  const router = useRouter();
  const enter = () => {
    switchToSandbox();
    router.reset('home');
    toast('This is the built-in sandbox store: nothing in it is real.', 'good');
  };
  return {
    keys: ['ctrl+t'],
    label: 'sandbox',
    title: 'Try everything on the built-in sandbox store',
    inPalette: true,
    run: () => leave(enter),
  };
}
