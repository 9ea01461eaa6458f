import type {AppOverview} from '../../services/model/pages.ts';
import type {Router} from '../context/router.ts';
import {actionParams} from '../flows/actions.ts';
import type {Binding} from '../input/keyboard.ts';
import {versionTitle} from '../text/labels.ts';
import type {Need} from './need.ts';

/** `n`: opens what the selected app waits for. */
export function nextStepKey(
  app: AppOverview | undefined,
  need: Need | undefined,
  {router, toast}: {router: Router; toast(text: string): void},
): Binding {
  const version = need?.version;
  const releases = need?.kind === 'approved';
  return {
    keys: ['n'],
    label: 'next step',
    title: version ? `${releases ? 'Release' : 'Open'} ${versionTitle(version)}` : 'Next step',
    // Always among the keys: the footer does not change from row to row.
    run: () => {
      if (version) router.push(releases ? 'release' : 'version', actionParams({app, version}));
      else toast('Nothing to do: no version of this app is in flight.');
    },
  };
}
