import type {AppRequest} from '../../app/command.ts';
import type {Session} from '../../app/session.ts';
import {isFirstTime} from '../../app/use-cases/set-up.ts';
import {type Entry, entryOf, type Params} from '../context/router.ts';

/** Someone who has just installed the tool starts with the set-up. Where that cannot be told, Home says what is wrong. */
export async function firstRequest(request: AppRequest, session: Session): Promise<AppRequest> {
  if (request.screen !== 'start') return request;
  return (await isFirstTime(session).catch(() => false)) ? {...request, screen: 'init'} : request;
}

/**
 * The stack that a request opens. Home is always at its bottom, so that Esc leads there. A flow without the app or the
 * version it is about starts by picking one.
 */
export function firstStack(request: AppRequest): readonly Entry[] {
  const {screen, app, versionId, states, platforms} = request;
  const home = entryOf('home', {}, 0);
  if (screen === 'start' || screen === 'home') return [home];
  const params: Params = {appId: app, versionId, states, platforms, logoutAll: request.logoutAll};
  const entry = entryOf(screen, params, 2);
  switch (screen) {
    case 'versions':
      return app ? [home, entry] : [entryOf('home', {...params, pickFor: screen}, 0)];
    case 'create':
      return app ? [home, entryOf('versions', {appId: app}, 1), entry] : [entryOf('home', {pickFor: screen}, 0)];
    case 'version':
    case 'attach-build':
    case 'update':
    case 'release':
    case 'delete': {
      if (versionId) return screen === 'version' ? [home, entry] : [home, entryOf('version', params, 1), entry];
      const pick = {...params, pickFor: screen};
      return app ? [home, entryOf('versions', pick, 1)] : [entryOf('home', pick, 0)];
    }
    default:
      return [home, entry];
  }
}
