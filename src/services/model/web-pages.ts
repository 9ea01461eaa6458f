/** For what the API does not offer. */
export const KEYS_PAGE = 'https://appstoreconnect.apple.com/access/integrations/api';
export const AGREEMENTS_PAGE = 'https://appstoreconnect.apple.com/business';
export const appPage = (appId: string): string =>
  `https://appstoreconnect.apple.com/apps/${encodeURIComponent(appId)}/distribution`;
