import {lookup} from './values.ts';
import {type Build, type StoreVersion, stateIs} from './version.ts';

export const KEYS_PAGE = 'https://appstoreconnect.apple.com/access/integrations/api';
export const AGREEMENTS_PAGE = 'https://appstoreconnect.apple.com/business';
const APPS = 'https://appstoreconnect.apple.com/apps';
export const APP_PAGE = new RegExp(`${APPS}/([^/]+)/distribution`);

export const appPage = (appId: string): string => `${APPS}/${encodeURIComponent(appId)}/distribution`;

export const hasWebPages = (store: {sandbox: boolean; isServedSandbox?: boolean}): boolean =>
  !store.sandbox && !store.isServedSandbox;

export const NO_PAGE = 'the sandbox has no web page';

const PLATFORM_PATHS = {IOS: 'ios', MAC_OS: 'macos'};

export function versionPage({platform = '', state}: Partial<StoreVersion>, appId: string | undefined) {
  if (appId === undefined) return undefined;
  const path = lookup<string>(PLATFORM_PATHS, platform);
  const isLive = stateIs(state, 'live');
  if (path === undefined || (stateIs(state, 'at-rest') && !isLive)) return appPage(appId);
  return `${appPage(appId)}/${path}/version/${isLive ? 'deliverable' : 'inflight'}`;
}

export function buildPage({id, platform = ''}: Build, appId: string | undefined) {
  if (appId === undefined) return undefined;
  const path = lookup<string>(PLATFORM_PATHS, platform);
  const builds = `${APPS}/${encodeURIComponent(appId)}/testflight`;
  return path === undefined ? builds : `${builds}/${path}/${encodeURIComponent(id)}`;
}
