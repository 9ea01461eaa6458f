import {useCallback, useMemo} from 'react';
import sampleApps from '../../app/present/sample-apps.json' with {type: 'json'};
import {pagesOfAllProfiles} from '../../app/session/all-profiles.ts';
import {APP_ACTIONS} from '../../services/model/actions.ts';
import type {ToolError} from '../../services/model/error.ts';
import {lookup, plural} from '../../services/model/values.ts';
import type {Page} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell, useTarget} from '../context/shell.ts';
import {ACTION_LABELS, actionKeys, pickTitle} from '../flows/actions.ts';
import {useAppPageKey, useSandboxKey} from '../flows/common-keys.ts';
import type {Notice} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useCompleteList} from '../hooks/use-pages.ts';
import type {Query} from '../hooks/use-query.ts';
import {type Binding, keyName, paletteKey} from '../input/keyboard.ts';
import {ListScreen, type StatusRoom} from '../list/list-screen.tsx';
import {useListing} from '../list/use-listing.ts';
import {whyUnread} from '../text/labels.ts';
import {type LineContent, paragraphs} from '../text/lines.ts';
import {appColumns, appOrders, appSearchText, inFlightWhole, liveWords} from './app-columns.ts';
import {type HomeApp, isUrgent, summary, useNextStepKey, useSortedBy} from './app-status.ts';
import {useLateFacts, useStatuses} from './late-facts.ts';

/** The API's maximum. One request is enough for most teams. */
const PAGE = 200;
const WIDE = 110;
const APP_KEYS = [ACTION_LABELS.ship.key, ACTION_LABELS.create.key];

export function Home() {
  const {session, profile, readOnly} = useServices();
  const {theme, size} = useDisplay();
  const router = useRouter();
  const {pickFor, states, platforms} = useEntry().params;
  const profiles = useAllProfiles();
  const pages = useCompleteList(profiles.isOn ? 'profiles: apps' : 'apps', (signal) =>
    profiles.pages((store) => store.eachAppPage({limit: PAGE}, signal)),
  );
  const statusOf = useStatuses(pages.items, pages.load.overtakenBy);
  const {sortedBy, reload} = useSortedBy(pages, statusOf);
  const {at = 0} = pages.load;
  const isNarrow = size.columns < WIDE;
  const orders = useMemo(() => appOrders(sortedBy), [sortedBy]);
  const searchText = useCallback((one: HomeApp) => appSearchText(one, statusOf(one)), [statusOf]);
  const listing = useListing<HomeApp>({...pages, load: {...pages.load, reload}}, {searchText, orders});
  const {rows, top} = listing.state;
  const visible = useMemo(() => rows.slice(top, top + size.rows), [rows, top, size.rows]);
  const late = useLateFacts({apps: pages.items, visible, statusOf, at, storeOf: profiles.storeOf});
  const {dot} = theme.glyphs;
  const ofProfiles = profiles.isOn;
  const columns = useMemo(
    () => appColumns(theme.glyphs, statusOf, {now: at, isNarrow, ofProfiles}),
    [theme, statusOf, at, isNarrow, ofProfiles],
  );
  const [needed, isUnsorted] = useMemo(() => {
    const belongsHigher = (one: HomeApp) => isUrgent(statusOf(one)) && !isUrgent(sortedBy(one));
    return [summary(pages.items, statusOf, dot), pages.items.some(belongsHigher)];
  }, [pages.items, statusOf, sortedBy, dot]);
  const app = listing.selected;
  const {unread} = listing;
  const nothing = app ? undefined : (unread ?? 'there is no app here');
  const isOther = profiles.isOther(app);
  // The read-only setting belongs to the active profile, but this row may belong to another one.
  const target = {app, unread, readOnly: isOther ? undefined : readOnly};
  useTarget(isOther ? {unread: `Enter opens it as '${app?.profile}'`} : target);
  const webPage = useAppPageKey(app, {shown: 'help'});
  const status = app && statusOf(app);
  const overtaken = status?.isWritten ? pages.load.whyOvertaken : undefined;
  const stepKey = {...useNextStepKey(app, status, target.readOnly), unavailable: nothing ?? overtaken};
  const appKeys = actionKeys(target, router).filter(({keys}) => APP_KEYS.some((key) => keys.includes(key)));

  const open = (chosen: HomeApp) => {
    profiles.change(chosen);
    const known = {appId: chosen.id, app: chosen};
    if (pickFor && APP_ACTIONS.includes(pickFor)) router.push(pickFor, known);
    else router.push('versions', {...known, states, platforms, pickFor});
  };
  const {error} = pages.load;
  if (error?.kind === 'credentials' && profile === undefined) return <NoCredentials load={pages.load} error={error} />;

  const purpose = pickTitle(pickFor);
  const {items, hasMore, progress} = pages;
  const count = hasMore ? partOf(items.length, pages.total) : plural(pages.total ?? items.length, 'app');
  const sample = session.globals.sandbox ? lookup(sampleApps, app?.bundleId) : undefined;
  const reading = progress ? `Reading: ${partOf(progress.read, progress.total)}` : pages.load.busy ? ' ' : undefined;
  const moved = isUnsorted ? ['r sorts again'] : [];
  const limit = late.isHeldBack ? ['rate limit low: less is read'] : [];
  /** Returns the status line, which also names the live versions if the Live column is hidden. */
  const statusLine = (one: HomeApp, cut: string, {width, hides}: StatusRoom): LineContent => {
    const isLiveHidden = hides('Live');
    if (sample && !isLiveHidden) return `to try: ${sample}`;
    const live = isLiveHidden ? ` ${dot} ${liveWords(one, statusOf(one).rollOut, theme.glyphs)}` : '';
    const whole = inFlightWhole(one, statusOf(one), theme.glyphs, width - live.length);
    return whole ? [...whole, {text: live}] : cut;
  };
  return (
    <ListScreen
      crumbs={purpose ? [purpose, 'choose an app'] : profiles.isOn ? ['Apps', 'all profiles'] : ['Apps']}
      listing={listing}
      columns={columns}
      sub={items.length > 0 ? [needed, count, ...moved, ...limit].join(` ${dot} `) : reading}
      noun="app"
      waiting={late.isReading}
      open={{
        label: purpose ? 'choose' : 'versions',
        title: purpose ? 'Choose this app' : 'Show its versions',
        run: open,
      }}
      notice={profiles.notice}
      keys={[
        ...(purpose ? appKeys : [stepKey, ...appKeys]).map((key) => profiles.withProfileOf(app, key)),
        webPage,
        profiles.key,
      ]}
      versionsOf={(one) => one.versions.map((version) => ({app: one, version}))}
      status={(cut, room) => (app ? statusLine(app, cut, room) : '')}
      empty="No apps: this API key has access to none."
    />
  );
}

function partOf(read: number, total: number | undefined): string {
  return total === undefined ? `the first ${plural(read, 'app')}` : `${read} of ${plural(total, 'app')}`;
}

function NoCredentials({load, error}: {load: Query<unknown>; error: ToolError}) {
  const {glyphs} = useDisplay().theme;
  const router = useRouter();
  const sandbox = useSandboxKey();
  const setUp = paletteKey('i', 'set up', 'Set up an API key, step by step', () => router.push('init'));
  const logIn = paletteKey('l', 'log in', 'Log in: name, IDs and key file in one form', () => router.push('login'));
  const keys: Binding[] = [{...setUp, keys: ['enter', 'i']}, {...logIn, inPalette: false}, sandbox];
  const offers = keys.map(
    ({keys: [first = '', second = first], title = ''}): LineContent => [
      {text: keyName(second, glyphs).padEnd(KEY_WIDTH), bold: true},
      {text: title},
    ],
  );
  const otherwise = 'Or leave, set TOOL_KEY_ID, TOOL_ISSUER_ID and TOOL_PRIVATE_KEY_PATH, and start again.';
  const lines: LineContent[] = ['', [{text: error.summary, bold: true}], '', ...offers, '', otherwise];
  return (
    <Screen
      crumbs={['Apps']}
      load={{...load, error: undefined}}
      keys={keys}
      lines={(area) => paragraphs(lines, area)}
    />
  );
}

const KEY_WIDTH = 'Ctrl+T  '.length;

interface UnreadProfile {
  profile: string;
  error: ToolError;
}

const NONE: readonly never[] = [];

/** Lists the apps of the active profile or of all profiles. Each row is read and changed with its own profile. */
function useAllProfiles() {
  const {session, profile, switchProfile} = useServices();
  const {toast} = useShell();
  const [isOn, setOn] = useSaved('all profiles', false);
  const [unread, setUnread] = useSaved<readonly UnreadProfile[]>('unread profiles', NONE);

  async function* pages(read: (store: Store) => AsyncIterable<Page<HomeApp>>): AsyncGenerator<Page<HomeApp>> {
    if (!isOn) return yield* read(await session.store());
    const failures: UnreadProfile[] = [];
    for await (const {profile: name, error, ...page} of pagesOfAllProfiles(session, read)) {
      if (error) failures.push({profile: name, error});
      yield page;
    }
    setUnread(failures);
  }
  const isOther = (app: HomeApp | undefined) => app?.profile !== undefined && app.profile !== profile?.name;
  const change = (app: HomeApp | undefined) => {
    if (!isOther(app)) return;
    switchProfile(app?.profile);
    toast(`Using '${app?.profile}' in this run.`, 'good');
  };
  return {
    isOn,
    pages,
    isOther,
    change,
    withProfileOf: (app: HomeApp | undefined, binding: Binding): Binding => ({
      ...binding,
      run(key) {
        change(app);
        binding.run?.(key);
      },
    }),
    storeOf: useCallback(async (app: HomeApp) => (await session.ofProfile(app.profile)).store(), [session]),
    notice: isOn && unread.length > 0 ? unreadNotice(unread) : undefined,
    key: paletteKey(
      'a',
      isOn ? 'one profile' : 'all profiles',
      isOn ? 'Show the apps of the profile in use' : 'Show the apps of all profiles',
      () => setOn(!isOn),
      {shown: 'help'},
    ),
  };
}

function unreadNotice(unread: readonly UnreadProfile[]): Notice {
  const names = unread.map(({profile, error}) => `'${profile}' (${whyUnread(error)})`);
  return {tone: 'bad', text: `Not read: ${names.join(', ')}. P profiles, r retries.`};
}
