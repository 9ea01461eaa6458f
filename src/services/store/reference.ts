import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {formatReference, parseReference, type VersionReference, type Which} from '../model/reference.ts';
import {
  type App,
  newestFirst,
  type Platform,
  type StoreVersion,
  statesThatAre,
  type VersionState,
} from '../model/version.ts';
import {readApp} from './apps.ts';
import type {Client} from './client.ts';
import {type VersionQuery, versions} from './versions.ts';

const STATES: Readonly<Record<Which, readonly VersionState[] | undefined>> = {
  live: statesThatAre('live'),
  editable: statesThatAre('editable'),
  approved: statesThatAre('releasable'),
  latest: undefined,
};

const MAX_LISTED = 10;

/** A placeholder while only the reference is known. */
export function placeholderId(version: string | NamedVersion): string {
  if (typeof version !== 'string') return version.id;
  return parseReference(version) ? `<id of ${version}>` : version;
}

/**
 * An ID costs no request and is not verified; a reference costs one, and one more with the bundle ID of an app that has
 * more versions than come along with it.
 * @throws ToolError not-found with what the app has instead; usage with the candidates where ambiguous match
 */
export async function resolveVersion(client: Client, version: string): Promise<string> {
  return (await findVersion(client, version)).id;
}

/** What a reference says of its version; of an ID, nothing else is known. */
export type NamedVersion = Pick<StoreVersion, 'id' | 'appId' | 'platform' | 'versionString' | 'state'> & {app?: App};

export async function findVersion(client: Client, version: string | NamedVersion): Promise<NamedVersion> {
  if (typeof version !== 'string') return version;
  const reference = parseReference(version);
  if (!reference) return {id: version};
  if ('problem' in reference) throw new ToolError('usage', `The version ${reference.problem}`);
  const found = await findMatching(client, reference);
  const {matching = found.matching, error} =
    found.matching.length > 0 ? {} : await lookAgain(client, reference, found.appId);
  const [only, ...others] = matching;
  if (!only) throw error;
  if (others.length > 0) throw ambiguous(reference, matching);
  return {...only, appId: found.appId, app: found.app};
}

interface Found {
  appId: string;
  /** Where it was asked for by its bundle ID. */
  app?: App;
  matching: readonly StoreVersion[];
}

async function findMatching(client: Client, reference: VersionReference): Promise<Found> {
  const {app, which, platform} = reference;
  const isLatest = isNewest(reference);
  const among = (items: readonly StoreVersion[]) => matchingAmong(items, reference);
  const overview = app.includes('.') ? await readApp(client, app) : undefined;
  const appId = overview?.id ?? app;
  if (overview) {
    const matching = among(overview.versions);
    // Only one version has that string and platform; and the first of a list from new to old is the newest.
    const isUnique = 'versionString' in which && platform !== undefined;
    const isFirst = isLatest && platform === undefined && isNewestFirst(overview.versions);
    const isConclusive = !overview.isPartial || (matching.length > 0 && (isUnique || isFirst));
    if (isConclusive) return {appId, app: overview, matching};
  }
  const query = {
    app: appId,
    versions: 'versionString' in which ? [which.versionString] : undefined,
    states: 'word' in which ? STATES[which.word] : undefined,
    platforms: platform ? [platform] : undefined,
  };
  const items = isLatest ? (await readNewest(client, query)).items : await versions.all(client, query);
  return {appId, app: overview, matching: among(items)};
}

const isNewest = ({which}: VersionReference) => 'word' in which && which.word === 'latest';

function matchingAmong(items: readonly StoreVersion[], reference: VersionReference): StoreVersion[] {
  const own = items.filter((item) => matches(item, reference));
  return isNewest(reference) ? newestFirst(own).slice(0, 1) : own;
}

/** All pages, or as many as hold the newest. @returns also how many versions there are */
async function readNewest(client: Client, query: VersionQuery) {
  const items: StoreVersion[] = [];
  let count = 0;
  for await (const page of versions.each(client, {limit: 200, ...query})) {
    items.push(...page.items);
    count = Math.max(page.total ?? 0, items.length);
    if (isNewestFirst(items)) break;
  }
  return {items, count};
}

/** Whether so many versions come in the order of their creation that the others must be older. */
function isNewestFirst(items: readonly StoreVersion[]): boolean {
  const dates = items.map(({createdDate = ''}) => Date.parse(createdDate));
  return items.length >= MANY && dates.every((date, index) => index === 0 || date < (dates[index - 1] ?? 0));
}

const MANY = 20;

/** The service's filters may match more. */
function matches({versionString, state, platform}: StoreVersion, {which, platform: wanted}: VersionReference): boolean {
  if (wanted !== undefined && platform !== wanted) return false;
  if ('versionString' in which) return versionString === which.versionString;
  return STATES[which.word]?.some((name) => name === state) ?? true;
}

function ambiguous(reference: VersionReference, matching: readonly StoreVersion[]): ToolError {
  const isByPlatform = new Set(matching.map(({platform}) => platform)).size === matching.length;
  return new ToolError('usage', `${formatReference(reference)} matches several versions:`, {
    details: matching.map((one) =>
      describe({...reference, which: isByPlatform ? reference.which : stringOf(one)}, one),
    ),
    hint: 'Use one of these, or an ID.',
  });
}

/** A filter may not know yet what was just made: the whole list does. Otherwise it shows what there is. */
async function lookAgain(client: Client, reference: VersionReference, appId: string) {
  const error = new ToolError('not-found', `No version matches ${formatReference(reference)}`);
  try {
    const {items, count} = await readNewest(client, {app: appId});
    const matching = matchingAmong(items, reference);
    if (items.length === 0) return {matching, error: error.with({line: 'The app has no versions.'})};
    const lines = newestFirst(items).map((one) => describe({...reference, which: stringOf(one)}, one));
    const rest = count > MAX_LISTED ? [`  … and ${count - MAX_LISTED} more`] : [];
    return {matching, error: error.with({details: ['The app has:', ...lines.slice(0, MAX_LISTED), ...rest]})};
  } catch (reason) {
    if (client.signal?.aborted) throw reason;
    return {error};
  }
}

const stringOf = ({versionString = ''}: StoreVersion) => ({versionString});

/** To be pasted: `  com.example.app@3.4.0:IOS  IN_REVIEW  (ID)`. */
function describe(reference: VersionReference, {state = '', id, platform}: StoreVersion): string {
  const text = formatReference({...reference, platform: platform as Platform | undefined});
  return `  ${cleanText(text)}  ${cleanText(state)}  (${cleanText(id)})`;
}
