import type {Subject} from '../../app/use-cases/availability.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {type Params, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';

/** What people do after a flow, each one key. None of them is Enter: pressed too often, it must lead to no other write. */
export function useNextSteps({app, version}: Subject): {
  attach: Binding;
  view: Binding;
  web: Binding;
  submitting: string;
} {
  const {session} = useServices();
  const {browse} = useShell();
  const {sandbox} = session.globals;
  const router = useRouter();
  const params: Params = {appId: app?.id ?? version?.appId, versionId: version?.id, app, version};
  const below = router.stack.at(-2);
  const open = () => {
    if (below?.screen === 'version' && below.params.versionId === version?.id) router.back();
    else router.replace('version', params);
  };
  return {
    attach: {
      keys: ['b'],
      label: 'attach a build',
      inPalette: true,
      run: () => router.replace('attach-build', params),
    },
    view: {keys: ['v'], label: 'view', title: 'View the version', inPalette: true, run: open},
    web: {
      keys: ['o'],
      label: 'web page',
      title: 'Open the app on the web, to submit it for review',
      inPalette: true,
      unavailable: sandbox ? 'the sandbox has no web page' : undefined,
      run: () => params.appId && browse(appPage(params.appId)),
    },
    submitting: `Submitting it for review is not a command: it is done on the web page of the app${sandbox ? '' : ' (o)'}.`,
  };
}
