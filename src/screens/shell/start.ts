import type {AppRequest} from '../../app/command.ts';
import type {Session} from '../../app/session/session.ts';
import {APP_ACTIONS, isAction} from '../../services/model/actions.ts';
import {EMPTY_STACK, type Params, type Place, placeToChoose, type Stack, stackOf} from '../context/router.ts';

/** Starts with the set-up if there is no credential. If that cannot be determined, Home shows the error. */
export async function firstRequest(request: AppRequest, session: Session): Promise<AppRequest> {
  if (request.screen !== 'start') return request;
  const hasAny = async () =>
    (await session.active()) !== undefined || (await (await session.credentials()).profiles()).length > 0;
  return (await hasAny().catch(() => true)) ? request : {...request, screen: 'init'};
}

/** Returns the first screens. Home is at the bottom. A flow without its app or version starts with a list of them. */
export function firstStack(request: AppRequest): Stack {
  return stackOf(EMPTY_STACK, ...firstPlaces(request));
}

function firstPlaces({screen, app, versionId, states, platforms, logoutAll}: AppRequest): readonly Place[] {
  const home: Place = ['home', {}];
  if (screen === 'start' || screen === 'home') return [home];
  const needsApp = screen === 'versions' || APP_ACTIONS.includes(screen);
  const isOfVersion = isAction(screen) && !needsApp;
  // A version has its own app, and `app` may come from TOOL_APP_ID, so most screens ignore it if a version is given.
  const isOfApp = versionId === undefined || screen === 'versions' || screen === 'create';
  const params: Params = {appId: isOfApp ? app : undefined, versionId, states, platforms, logoutAll};
  const isKnown = needsApp ? app || (screen === 'ship' && versionId) : versionId;
  if (!isKnown && (needsApp || isOfVersion || screen === 'version')) {
    const choice = placeToChoose(screen, params);
    return choice[0] === 'home' ? [choice] : [home, choice];
  }
  const wanted: Place = [screen, params];
  if (screen === 'create') return [home, ['versions', {appId: app}], wanted];
  return isOfVersion ? [home, ['version', params], wanted] : [home, wanted];
}
