import type {AppRequest} from '../app/command.ts';
import {screens} from './registry.ts';
import {type Entry, entryOf, type Params} from './router.ts';

/**
 * The stack that a request opens. Home is always at its bottom, so that Esc leads there. A flow without the app or the
 * version it is about starts by picking one.
 */
export function firstStack(request: AppRequest): readonly Entry[] {
  const {screen, app, versionId, states, platforms} = request;
  const home = entryOf('home', {}, 0);
  if (screen === 'start' || screen === 'home' || !screens[screen]) return [home];
  const params: Params = {appId: app, versionId, states, platforms};
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
