import type {AppRequest} from '../../app/command.ts';
import type {Session} from '../../app/session/session.ts';
import {isAction} from '../../services/model/actions.ts';
import {EMPTY_STACK, type Params, type Place, type Stack, stackOf} from '../context/router.ts';

/** Without any credential, starts with the setup. If that cannot be determined, Home shows the error. */
export async function firstRequest(request: AppRequest, session: Session): Promise<AppRequest> {
  if (request.screen !== 'start') return request;
  const hasAny = async () =>
    (await session.active()) !== undefined || (await (await session.credentials()).profiles()).length > 0;
  return (await hasAny().catch(() => true)) ? request : {...request, screen: 'init'};
}

/** Home is always at the bottom. A flow without its app or version starts by picking one. */
export function firstStack(request: AppRequest): Stack {
  return stackOf(EMPTY_STACK, ...firstPlaces(request));
}

function firstPlaces({screen, app, versionId, states, platforms, logoutAll}: AppRequest): readonly Place[] {
  const home: Place = ['home', {}];
  if (screen === 'start' || screen === 'home') return [home];
  const isOfApp = versionId === undefined || screen === 'versions' || screen === 'create';
  // A version belongs to its own app, while the app given here may come from TOOL_APP_ID.
  const params: Params = {appId: isOfApp ? app : undefined, versionId, states, platforms, logoutAll};
  const wanted: Place = [screen, params];
  if (screen === 'versions') return app ? [home, wanted] : [['home', {...params, pickFor: screen}]];
  if (screen === 'ship') return app || versionId ? [home, wanted] : [['home', {pickFor: screen}]];
  if (screen === 'create') return app ? [home, ['versions', {appId: app}], wanted] : [['home', {pickFor: screen}]];
  if (screen !== 'version' && !isAction(screen)) return [home, wanted];
  if (versionId) return screen === 'version' ? [home, wanted] : [home, ['version', params], wanted];
  const pick = {...params, pickFor: screen};
  return app ? [home, ['versions', pick]] : [['home', pick]];
}
