import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {formatReference, parseReference, type VersionReference} from '../model/reference.ts';
import {
  type App,
  hasApp,
  newestFirst,
  type StoreVersion,
  stateIs,
  statesThatAre,
  type VersionOfApp,
} from '../model/version.ts';
import {readApp} from './apps.ts';
import type {Client} from './client.ts';
import {tryRead, unlessMissing} from './reads.ts';
import {type VersionQuery, versions} from './versions.ts';
import {VERSION_REL} from './wire.ts';

const TRAITS = {live: 'live', editable: 'editable', approved: 'releasable', latest: undefined} as const;

const MAX_LISTED = 10;

export type NamedVersion = Pick<StoreVersion, 'id' | 'appId' | 'platform' | 'versionString' | 'state'> & {
  app?: App;
  read?: VersionOfApp;
};

export function placeholderId(version: string | NamedVersion): string {
  if (typeof version !== 'string') return version.id;
  return parseReference(version) ? `<id of ${version}>` : version;
}

/** Finds a version. An ID is trusted without a request. @throws ToolError not-found, or usage if several match */
export async function findVersion(
  client: Client,
  version: string | NamedVersion,
  parts: readonly string[] = [],
): Promise<NamedVersion> {
  if (typeof version !== 'string') return version;
  const reference = parseReference(version);
  if (!reference) return {id: version};
  if ('problem' in reference) throw new ToolError('usage', `The version ${reference.problem}`);
  const {app, appId, isRead, ...found} = await findMatching(client, reference, parts);
  const {matching = found.matching, error} = found.matching.length > 0 ? {} : await lookAgain(client, reference, appId);
  const [only, ...others] = matching;
  if (!only) throw error;
  if (others.length > 0) throw ambiguous(reference, matching);
  return {...only, app, read: isRead && hasApp(only) ? only : undefined};
}

async function findMatching(client: Client, reference: VersionReference, parts: readonly string[]) {
  const {app, versionString, platform} = reference;
  if (!app.includes('.')) return versionsOf(client, app, reference, parts);
  const knownId = await client.appIds?.get(app);
  const known = knownId && (await unlessMissing(versionsOf(client, knownId, reference, [VERSION_REL.phasedRelease])));
  if (known && known.matching.length > 0 && known.app?.bundleId === app) return known;
  const overview = await readApp(client, app);
  if (overview.bundleId === app) await client.appIds?.keep(app, overview.id);
  const matching = matchingAmong(overview.versions, reference);
  // A version string is unique on its platform, and a list from new to old starts with the newest.
  const isUnique = versionString !== undefined && platform !== undefined;
  const isFirst = isLatest(reference) && platform === undefined && isNewestFirst(overview.versions);
  const isConclusive = !overview.isPartial || (matching.length > 0 && (isUnique || isFirst));
  if (isConclusive) return {appId: overview.id, app: overview, matching, isRead: false};
  return {...(await versionsOf(client, overview.id, reference, parts)), app: overview};
}

async function versionsOf(client: Client, app: string, reference: VersionReference, parts: readonly string[]) {
  const {word, versionString, platform} = reference;
  const trait = word && TRAITS[word];
  const query = {
    app,
    versions: versionString === undefined ? undefined : [versionString],
    states: trait && statesThatAre(trait),
    platforms: platform ? [platform] : undefined,
    parts,
  };
  const {items, app: owner} = await readUntil(client, query, isLatest(reference) ? isNewestFirst : () => false);
  return {appId: app, app: owner, matching: matchingAmong(items, reference), isRead: parts.length > 0};
}

const isLatest = ({word}: VersionReference) => word === 'latest';

function matchingAmong(items: readonly StoreVersion[], reference: VersionReference): StoreVersion[] {
  const {word, ...wanted} = reference;
  const trait = word && TRAITS[word];
  const matching = items.filter(
    ({versionString, state, platform}) =>
      (wanted.platform === undefined || platform === wanted.platform) &&
      (wanted.versionString === undefined || versionString === wanted.versionString) &&
      (trait === undefined || stateIs(state, trait)),
  );
  return isLatest(reference) ? newestFirst(matching).slice(0, 1) : matching;
}

async function readUntil(client: Client, query: VersionQuery, isEnough: (items: readonly StoreVersion[]) => boolean) {
  const items: StoreVersion[] = [];
  let count = 0;
  let app: App | undefined;
  for await (const page of versions.each(client, {limit: 200, ...query})) {
    items.push(...page.items);
    count = Math.max(page.total ?? 0, items.length);
    app ??= page.app;
    if (isEnough(items)) break;
  }
  return {items, count, app};
}

/** Returns whether at least MANY versions are sorted from new to old, so that those not read yet count as older. */
function isNewestFirst(items: readonly StoreVersion[]): boolean {
  const dates = items.map(({createdDate = ''}) => Date.parse(createdDate));
  return items.length >= MANY && dates.every((date, index) => index === 0 || date < (dates[index - 1] ?? 0));
}

const MANY = 20;

function ambiguous(reference: VersionReference, matching: readonly StoreVersion[]): ToolError {
  const isByPlatform = new Set(matching.map(({platform}) => platform)).size === matching.length;
  return new ToolError('usage', `${formatReference(reference)} matches several versions:`, {
    details: matching.map((one) => describe(isByPlatform ? reference : {app: reference.app}, one)),
    hint: 'Use one of these, or an ID.',
  });
}

async function lookAgain(client: Client, reference: VersionReference, appId: string) {
  const error = new ToolError('not-found', `No version matches ${formatReference(reference)}`);
  const found = await tryRead(client, readUntil(client, {app: appId}, isNewestFirst));
  if (!found) return {error};
  const {items, count} = found;
  const matching = matchingAmong(items, reference);
  if (items.length === 0) return {matching, error: error.with({line: 'The app has no versions.'})};
  const lines = newestFirst(items).map((one) => describe({app: reference.app}, one));
  const rest = count > MAX_LISTED ? [`  … and ${count - MAX_LISTED} more`] : [];
  const details = ['The app has:', ...lines.slice(0, MAX_LISTED), ...rest];
  return {matching, error: error.with({details})};
}

function describe(reference: VersionReference, {state = '', id, platform, versionString = ''}: StoreVersion): string {
  const text = formatReference({versionString, ...reference, platform});
  return `  ${cleanText(text)}  ${cleanText(state)}  (${cleanText(id)})`;
}
