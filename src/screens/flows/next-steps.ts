import {appPage} from '../../app/web-pages.ts';
import type {App} from '../../services/model/app.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {useApp} from '../app-context.ts';
import type {Binding} from '../keys/keyboard.ts';
import {type Params, useRouter} from '../router.ts';

/** Submitting for review is not a command; this is where it is done. */
export const SUBMIT_ON_WEB = 'Submitting it for review is done on the web page of the app: o opens it.';

interface Subject {
  app?: App;
  version?: StoreVersion;
}

/** What people do after a flow, each one key. None of them is Enter: pressed too often, it must lead to no other write. */
export function useNextSteps({app, version}: Subject): {attach: Binding; view: Binding; web: Binding; open(): void} {
  const {session, browse} = useApp();
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
      unavailable: session.globals.sandbox ? 'the sandbox has no web page' : undefined,
      run: () => params.appId && browse(appPage(params.appId)),
    },
    open,
  };
}
