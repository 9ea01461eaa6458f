import type {Target} from '../../services/model/actions.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {actionParams} from './actions.ts';

/** Likely steps after a flow. None is Enter: one press too many must not start another write. */
export function useNextSteps(): (target: Target) => Record<'attach' | 'submit' | 'view' | 'web', Binding> {
  const {session} = useServices();
  const {browse} = useShell();
  const router = useRouter();
  const below = router.stack.at(-2);
  return (target) => {
    const params = actionParams(target);
    const {appId, versionId} = params;
    const isBelow = below?.screen === 'version' && below.params.versionId === versionId;
    const step = (key: string, label: string, title: string | undefined, run: () => void): Binding => ({
      keys: [key],
      label,
      title,
      inPalette: true,
      run,
    });
    return {
      attach: step('b', 'attach a build', undefined, () => router.replace('attach-build', params)),
      submit: step('S', 'submit', 'Submit it for review', () => router.replace('submit', params)),
      view: step('v', 'view', 'View the version', () => (isBelow ? router.back() : router.replace('version', params))),
      web: {
        ...step('o', 'web page', 'Open the app on the web', () => appId && browse(appPage(appId))),
        unavailable: session.globals.sandbox ? 'the sandbox has no web page' : undefined,
      },
    };
  };
}
