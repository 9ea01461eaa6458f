import {type Answer, json, type SeenRequest, type Service, startService} from './service.ts';

export interface NotesServiceOptions {
  /** What's New by locale; null if a locale has none. */
  texts: Record<string, string | null>;
  /** The state of the version. */
  state?: string;
  /** The states of the app's other versions on the same platform. */
  others?: string[];
  /** What's New of another version, `v0`, by locale. */
  source?: Record<string, string | null>;
  /** The number of locales on a page. */
  pageSize?: number;
  /** Answers to the PATCH of a locale, in place of the usual one. */
  patch?: Record<string, Answer>;
}

export interface NotesService extends Service {
  texts: Record<string, string | null>;
  /** Returns one line per PATCH, in order, e.g. `PATCH de-DE`. */
  patched(): string[];
}

/** Starts a loopback service with one version `v1` and its localizations, whose IDs are `l-LOCALE`. */
export async function startNotes({
  texts,
  state = 'PREPARE_FOR_SUBMISSION',
  others = [],
  source,
  pageSize = 200,
  patch = {},
}: NotesServiceOptions) {
  const localization = (locale: string, from = texts) => ({
    type: 'appStoreVersionLocalizations',
    id: `l-${locale}`,
    attributes: {locale, ...(from[locale] !== null && {whatsNew: from[locale]})},
  });
  const list = (id: string, from: typeof texts, target: string): Answer => {
    const start = Number(/cursor=(\d+)/.exec(target)?.[1] ?? 0);
    const all = Object.keys(from).map((locale) => localization(locale, from));
    const end = start + pageSize;
    const next = end < all.length ? `${service.url}${target.split('?')[0]}?cursor=${end}` : undefined;
    return json(200, {data: all.slice(start, end), included: [version(id, state)], links: {next}});
  };
  const version = (id: string, appStoreState: string) => ({
    type: 'appStoreVersions',
    id,
    attributes: {versionString: '3.4.0', platform: 'IOS', appStoreState},
  });
  const answer = (request: SeenRequest): Answer => {
    const {method, target} = request;
    const path = target.split('?')[0] ?? '';
    if (path === '/v1/appStoreVersions/v1') {
      const relationships = {app: {data: {type: 'apps', id: '42'}}};
      return json(200, {data: {...version('v1', state), relationships}, links: {}});
    }
    if (path === '/v1/apps/42/appStoreVersions') {
      const all = [version('v1', state), ...others.map((other, index) => version(`o${index}`, other))];
      const states = /filter\[appStoreState\]=([^&]*)/.exec(target)?.[1]?.split(',');
      const data = all.filter(({attributes}) => states?.includes(attributes.appStoreState));
      return json(200, {data, links: {}});
    }
    const locale = path.split('/l-')[1];
    if (path.includes('/v0/') && source) return list('v0', source, target);
    if (path.includes('/v1/appStoreVersions/v1/')) return list('v1', texts, target);
    if (locale === undefined) return refusal(404, 'NOT_FOUND', 'There is no such resource');
    const instead = patch[locale];
    if (method === 'PATCH' && instead) return instead;
    if (method === 'PATCH') {
      texts[locale] = (request.body as {data: {attributes: {whatsNew: string}}}).data.attributes.whatsNew;
    }
    return json(200, {data: localization(locale), links: {}});
  };
  const service = await startService((request, response) => answer(request)(request, response));
  const patched = () =>
    service.requests.filter(({method}) => method === 'PATCH').map(({target}) => target.split('/l-')[1] ?? target);
  return Object.assign(service, {texts, patched}) satisfies NotesService;
}

export const refusal = (status: number, code: string, detail: string): Answer =>
  json(status, {errors: [{status: String(status), code, title: 'The request could not be carried out.', detail}]});

export const NOT_NOW = refusal(409, 'STATE_ERROR', "Attribute 'whatsNew' cannot be edited at this time");
