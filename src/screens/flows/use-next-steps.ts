import type {Target} from '../../services/model/actions.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {actionParams} from './actions.ts';

export interface NextSteps {
  attach: Binding;
  submit: Binding;
  view: Binding;
  web: Binding;
}

/**
 * Likely steps after a flow, each one key. None of them is Enter: one press too many must not start another write.
 */
export function useNextSteps(): (subject: Target) => NextSteps {
  const {session} = useServices();
  const {browse} = useShell();
  const {sandbox} = session.globals;
  const router = useRouter();
  const below = router.stack.at(-2);
  return (subject) => {
    const params = actionParams(subject);
    const {appId, versionId} = params;
    const isBelow = below?.screen === 'version' && below.params.versionId === versionId;
    return {
      attach: {
        keys: ['b'],
        label: 'attach a build',
        inPalette: true,
        run: () => router.replace('attach-build', params),
      },
      submit: {
        keys: ['S'],
        label: 'submit',
        title: 'Submit it for review',
        inPalette: true,
        run: () => router.replace('submit', params),
      },
      view: {
        keys: ['v'],
        label: 'view',
        title: 'View the version',
        inPalette: true,
        run: () => (isBelow ? router.back() : router.replace('version', params)),
      },
      web: {
        keys: ['o'],
        label: 'web page',
        title: 'Open the app on the web',
        inPalette: true,
        unavailable: sandbox ? 'the sandbox has no web page' : undefined,
        run: () => appId && browse(appPage(appId)),
      },
    };
  };
}
