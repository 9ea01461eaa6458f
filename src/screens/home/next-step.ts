import {nextStep} from '../../services/model/next-step.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import type {Readiness} from '../../services/model/readiness.ts';
import type {Router} from '../context/router.ts';
import {actionParams, actionTitle} from '../flows/actions.ts';
import type {Binding} from '../input/keyboard.ts';
import {versionTitle} from '../text/labels.ts';
import type {Need, Phased} from './need.ts';

/** `n` opens what the selected app waits for: the flow if it is known, otherwise the version. */
export function nextStepKey(
  app: AppOverview | undefined,
  need: Need | undefined,
  {phased, readinessOf}: {phased: Phased; readinessOf(versionId: string): Readiness | undefined},
  {router, toast}: {router: Router; toast(text: string): void},
): Binding {
  const version = need?.version;
  const step = version && nextStep(version, {phased: phased.get(version.id), readiness: readinessOf(version.id)});
  const action = step?.kind === 'flow' ? step.action : undefined;
  const target = {app, version};
  const title = action ? actionTitle(action, target) : version && `Open ${versionTitle(version)}`;
  return {
    keys: ['n'],
    label: 'next step',
    title: title ?? 'Next step',
    // Never hidden, so that the footer does not change from row to row.
    run: () =>
      version
        ? router.push(action ?? 'version', actionParams(target))
        : toast('Nothing to do: no version of this app is in flight.'),
  };
}
