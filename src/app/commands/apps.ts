import {type NeedKind, needing} from '../../services/model/next-step.ts';
import {isRollingOut, mayRollOut, phasedProgress} from '../../services/model/phased-release.ts';
import {type AppOverview, type Page, type StoreVersion, stateIs, versionName} from '../../services/model/version.ts';
import {appPage} from '../../services/model/web-pages.ts';
import type {Store} from '../../services/store/store.ts';
import type {CommandContext} from '../command.ts';
import {text, texts, toggle} from '../flags/flags.ts';
import {constant, integer, list, nullable, object, shaped, string} from '../present/shapes.ts';
import {listCommand} from './list-command.ts';

interface AppRow extends AppOverview {
  needs?: string;
  needed?: StoreVersion;
  profile?: string;
}

const NEED_WORDS: Partial<Record<NeedKind, (version: string) => string>> = {
  rejected: (version) => `read why ${version} was rejected`,
  approved: (version) => `release ${version}`,
  contract: (version) => `sign an agreement for ${version}`,
  export: (version) => `settle export compliance of ${version}`,
  paused: (version) => `resume the roll-out of ${version}`,
  preparing: (version) => `submit ${version}`,
};

function needsOf({versions}: AppOverview, now: number): Pick<AppRow, 'needs' | 'needed'> | undefined {
  return needing(versions, now)
    .filter(({version, need}) => need !== 'preparing' || stateIs(version.state, 'submittable'))
    .map(({version, need}) => {
      const needs = NEED_WORDS[need]?.(`${versionName(version)} (${version.platform})`);
      return {needs, needed: version};
    })
    .find(({needs}) => needs !== undefined);
}

/**
 * Adds what each app needs and, with `rollOuts`, the roll-outs that may still be running, with one request each. A
 * roll-out that cannot be read is left out.
 */
async function* withNeeds(
  pages: AsyncIterable<Page<AppOverview>>,
  store: Store,
  rollOuts: boolean,
  {host, signal}: CommandContext,
): AsyncGenerator<Page<AppRow>> {
  const now = host.clock.now();
  const isYoung = ({createdDate}: StoreVersion) => mayRollOut(Date.parse(createdDate ?? ''), now);
  for await (const page of pages) {
    const young = rollOuts ? page.items.flatMap(live).filter(isYoung) : [];
    const reads = young.map(async (version) => {
      version.phasedRelease = (await store.viewPhased(version.id, signal)).phased;
    });
    await Promise.all(reads.map((read) => read.catch(() => signal.throwIfAborted())));
    yield {...page, items: page.items.map((app) => ({...app, ...needsOf(app, now)}))};
  }
}

const live = ({versions}: AppOverview) => versions.filter(({state}) => stateIs(state, 'live'));
const inFlight = ({versions, needed}: AppRow) =>
  versions.filter(({state}) => !stateIs(state, 'at-rest')).sort((a, b) => Number(b === needed) - Number(a === needed));

const named = ({id, versionString, platform}: StoreVersion) => ({id, versionString, platform});

const namedMembers = {versionString: string, platform: string};

function rollOutOf({phasedRelease}: StoreVersion) {
  if (!isRollingOut(phasedRelease)) return undefined;
  const {state = null} = phasedRelease;
  return {state, day: phasedProgress(phasedRelease).day};
}

/** `since` is present only if a submission gives its date, and `rollOut` only during a roll-out. */
const appItem = shaped(
  object({
    id: string,
    type: constant('apps'),
    attributes: object(
      {
        live: list(
          object({id: string}, {...namedMembers, rollOut: object({state: nullable(string), day: nullable(integer)})}),
        ),
        needs: nullable(string),
        inFlight: list(object({id: string}, {...namedMembers, storeState: string, since: string})),
      },
      {name: string, bundleId: string, sku: string, profile: string},
    ),
  }),
  (app: AppRow) => {
    const {id, name, bundleId, sku, profile, needs = null} = app;
    const flying = inFlight(app).map((version) => {
      return {...named(version), storeState: version.state, since: version.submittedDate};
    });
    const onSale = live(app).map((version) => ({...named(version), rollOut: rollOutOf(version)}));
    return {
      id,
      type: 'apps' as const,
      attributes: {profile, name, bundleId, sku, live: onSale, needs, inFlight: flying},
    };
  },
);

export const listApps = listCommand({
  path: ['apps', 'list'],
  summary: 'List apps with what is live and what is in flight',
  description:
    'Sorted by name. needs is what a person should do first, or null. inFlight lists every version that is neither live nor retired, first the one that needs is about. For a version that is in review or was rejected, since is when it was submitted.',
  examples: [
    'tool apps list --output table --roll-outs',
    'tool apps list --output table --all-profiles',
    "tool apps list --paginate --output ndjson | jq 'select(.attributes.inFlight != [])'",
  ],
  screen: 'home',
  collection: 'apps',
  ofProfiles: true,
  flags: {
    'bundle-id': texts({summary: 'Only apps with these bundle IDs', placeholder: 'BUNDLE-ID,…'}),
    name: text({summary: 'Only apps with this name'}),
    'roll-outs': toggle({summary: 'Also read each phased release: one more request per version that went live lately'}),
  },
  filters: ({bundleId: bundleIds, name}) => ({bundleIds, name}),
  pages: (store, query, context, {rollOuts}) =>
    withNeeds(store.eachAppPage(query, context.signal), store, rollOuts, context),
  item: appItem,
  table(items) {
    const cell = (versions: readonly StoreVersion[], words: (version: StoreVersion) => (string | undefined)[]) =>
      versions.map((version) => words(version).filter(Boolean).join(' ')).join(', ');
    const ofProfiles = items.some(({profile}) => profile !== undefined);
    return {
      columns: [...(ofProfiles ? ['Profile'] : []), 'ID', 'Name', 'Needs you', 'Bundle ID', 'Live', 'In flight'],
      roles: {ID: 'id', 'Needs you': 'whole', 'Bundle ID': 'whole'},
      spare: ['Live', 'In flight', 'Bundle ID'],
      pages: {Name: items.map(({id}) => appPage(id))},
      rows: items.map((app) => [
        ...(ofProfiles ? [app.profile ?? ''] : []),
        app.id,
        app.name ?? '',
        app.needs ?? '',
        app.bundleId ?? '',
        cell(live(app), (version) => {
          const rollOut = rollOutOf(version);
          const day = rollOut && `${rollOut.state === 'PAUSED' ? 'paused on day' : 'day'} ${rollOut.day}`;
          return [version.versionString, version.platform, day];
        }),
        cell(inFlight(app), ({versionString, platform, state, submittedDate}) => [
          versionString,
          platform,
          state,
          submittedDate && `since ${submittedDate.slice(0, 10)}`,
        ]),
      ]),
    };
  },
});
