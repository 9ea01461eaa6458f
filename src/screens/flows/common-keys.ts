import type {Target} from '../../services/model/actions.ts';
import {asToolError} from '../../services/model/error.ts';
import type {App} from '../../services/model/version.ts';
import {appPage, hasWebPages, KEYS_PAGE, NO_PAGE} from '../../services/model/web-pages.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {actionParams} from './actions.ts';

/** Opens an app's page on the web. In the sandbox, which has no web pages, fills in what is missing. */
export function useAppPage(): (appId: string, url?: string) => Promise<'opened' | 'copied' | 'shown' | undefined> {
  const {session, invalidate} = useServices();
  const {browse, toast} = useShell();
  return async (appId, url = appPage(appId)) => {
    if (hasWebPages(session.globals)) return browse(url);
    try {
      const filled = await (await session.store()).fillInApp(appId);
      invalidate();
      const words = `The sandbox has filled in ${filled.join(', ')}, as you would on the web page.`;
      toast(filled.length > 0 ? words : 'Nothing is missing that a web page would have.', 'good');
    } catch (error) {
      toast(asToolError(error).message, 'bad');
    }
    return undefined;
  };
}

export function useAppPageKey(app: App | undefined, {shown}: Pick<Binding, 'shown'> = {}): Binding {
  const open = useAppPage();
  return paletteKey('o', 'web page', 'Open the app on the web', () => app && open(app.id), {
    shown,
    unavailable: app ? undefined : 'the app is not known yet',
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
  return hasWebPages(useServices().session.globals) ? undefined : NO_PAGE;
}

/** @param key another key, for a screen whose text field would take the `y` */
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

/** Returns keys for likely steps after a flow. Enter is not among them, so that an extra press starts no write. */
export function useNextSteps(): (target: Target) => Record<'attach' | 'steps' | 'view' | 'web', Binding> {
  const router = useRouter();
  const web = {...useAppPageKey(undefined), unavailable: undefined};
  const open = useAppPage();
  const below = router.stack.at(-2);
  return (target) => {
    const params = actionParams(target);
    const {appId, versionId} = params;
    const isBelow = below?.screen === 'version' && below.params.versionId === versionId;
    return {
      attach: paletteKey('b', 'attach a build', undefined, () => router.replace('attach-build', params)),
      steps: paletteKey('L', 'all steps', 'Show all steps until it is on sale', () => router.replace('ship', params)),
      view: paletteKey('v', 'view', 'View the version', () =>
        isBelow ? router.back() : router.replace('version', params),
      ),
      web: {...web, run: () => appId && open(appId)},
    };
  };
}
