// Returns 300 apps as the service sends them. About every third app has a live version so young that it may still roll
// out, so Home has to ask for its roll-out.
const APPS = 300;
const YOUNG = 85;
const DAY_MS = 86_400_000;
const PAGE = 200;

/** @param {number} index */
const isYoung = (index) => Math.floor((index * YOUNG) / APPS) !== Math.floor(((index + 1) * YOUNG) / APPS);

/** @param {number} index */
function appAndVersion(index) {
  const versionId = `version-${index}`;
  const age = isYoung(index) ? 3 : 200;
  const createdDate = new Date(Date.now() - age * DAY_MS).toISOString();
  const attributes = {versionString: '1.1.0', platform: 'IOS', appStoreState: 'READY_FOR_SALE', createdDate};
  return [
    {
      type: 'apps',
      id: String(1000 + index),
      attributes: {name: `App ${1000 + index}`, bundleId: `com.example.app${index}`, sku: `APP-${index}`},
      relationships: {appStoreVersions: {data: [{type: 'appStoreVersions', id: versionId}], meta: paging(1, 50)}},
    },
    {type: 'appStoreVersions', id: versionId, attributes},
  ];
}

/** @param {number} total @param {number} limit */
const paging = (total, limit) => ({paging: {total, limit}});

/**
 * @param {string} target the path with the query
 * @param {string} origin for links
 * @returns {unknown} the document
 */
export function manyApps(target, origin) {
  const {pathname, searchParams} = new URL(target, origin);
  const [, , collection, id] = pathname.split('/');
  if (collection === 'apps') {
    const from = Number(searchParams.get('cursor') ?? 0);
    const count = Math.min(PAGE, APPS - from);
    const both = Array.from({length: count}, (_, place) => appAndVersion(from + place));
    const next = new URL(target, origin);
    next.searchParams.set('cursor', String(from + count));
    return {
      data: both.map(([app]) => app),
      included: both.map(([, version]) => version),
      links: {self: `${origin}${target}`, ...(from + count < APPS && {next: next.href})},
      meta: paging(APPS, PAGE),
    };
  }
  const [app, version] = appAndVersion(Number(id?.replace('version-', '')));
  const phased = {type: 'appStoreVersionPhasedReleases', id: `phased-${id}`};
  const relationships = {app: {data: {type: 'apps', id: app?.id}}, appStoreVersionPhasedRelease: {data: phased}};
  const attributes = {phasedReleaseState: 'ACTIVE', currentDayNumber: 3, totalPauseDuration: 0};
  return {
    data: {...version, relationships},
    included: [app, {...phased, attributes}],
    links: {self: `${origin}${target}`},
  };
}
