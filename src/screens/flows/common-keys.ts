import type {Target} from '../../services/model/actions.ts';
import type {App} from '../../services/model/version.ts';
import {appPage, KEYS_PAGE} from '../../services/model/web-pages.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {actionParams} from './actions.ts';

export function useAppPageKey(app: App | undefined, {shown}: Pick<Binding, 'shown'> = {}): Binding {
  const {browse} = useShell();
  const whyNone = useWhyNoPage();
  return paletteKey('o', 'web page', 'Open the app on the web', () => app && browse(appPage(app.id)), {
    shown,
    unavailable: app ? whyNone : 'the app is not known yet',
  });
}

export function useKeysPageKey(...keys: readonly string[]): Binding {
  const {browse} = useShell();
  return {
    keys,
    label: 'keys page',
    title: 'Open the API keys page on the web',
    inPalette: true,
    unavailable: useWhyNoPage(),
    run: () => browse(KEYS_PAGE),
  };
}

export function useWhyNoPage(): string | undefined {
  return useServices().session.globals.sandbox ? 'the sandbox has no web page' : undefined;
}

/** @param key defaults to `y`; a screen with a text field needs another key */
export function useCopyKey(command: string, key = 'y'): Binding {
  const {copy} = useShell();
  return {keys: [key], label: 'copy command', run: () => copy(command, 'Command')};
}

export function useSandboxKey(): Binding {
  const {switchToSandbox} = useServices();
  const {leave, toast} = useShell();
  const router = useRouter();
  const enter = () => {
    switchToSandbox();
    router.reset('home');
    toast('This is the built-in sandbox store: nothing in it is real. To leave it, start tool again.', 'good');
  };
  return paletteKey('ctrl+t', 'sandbox', 'Try everything on the built-in sandbox store', () => leave(enter));
}

/** Keys for likely steps after a flow. None of them is Enter: one press too many must not start another write. */
export function useNextSteps(): (target: Target) => Record<'attach' | 'submit' | 'steps' | 'view' | 'web', Binding> {
  const router = useRouter();
  const web = {...useAppPageKey(undefined), unavailable: useWhyNoPage()};
  const {browse} = useShell();
  const below = router.stack.at(-2);
  return (target) => {
    const params = actionParams(target);
    const {appId, versionId} = params;
    const isBelow = below?.screen === 'version' && below.params.versionId === versionId;
    return {
      attach: paletteKey('b', 'attach a build', undefined, () => router.replace('attach-build', params)),
      submit: paletteKey('S', 'submit', 'Submit it for review', () => router.replace('submit', params)),
      steps: paletteKey('L', 'all steps', 'Show all steps until it is on sale', () => router.replace('ship', params)),
      view: paletteKey('v', 'view', 'View the version', () =>
        isBelow ? router.back() : router.replace('version', params),
      ),
      web: {...web, run: () => appId && browse(appPage(appId))},
    };
  };
}
