import {go} from 'fuzzysort';
import {useMemo, useRef} from 'react';
import type {ScreenName} from '../../app/command.ts';
import {commands} from '../../app/commands/index.ts';
import {ACTIONS, type Action, APP_ACTIONS, type Target, whyNot} from '../../services/model/actions.ts';
import type {App, AppOverview, StoreVersion} from '../../services/model/version.ts';
import {compare, numbers} from '../../services/model/version-string.ts';
import type {QueryCache} from '../context/queries.ts';
import {placeToChoose, type Router, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {ACTION_LABELS, actionParams, actionTitle, hasKey, isUnread} from '../flows/actions.ts';
import {type Binding, titleOf} from '../input/keyboard.ts';
import {screenNames, screens} from '../registry.ts';
import {appLabel, versionTitle} from '../text/labels.ts';

export interface PaletteEntry {
  title: string;
  key?: string;
  command?: string;
  unavailable?: string;
  /** True if it is not known yet whether the action is possible. */
  isUnread?: boolean;
  leaves?: boolean;
  guarded?: boolean;
  isVersion?: boolean;
  run(): void;
}

export function paletteEntries(target: Target, bindings: readonly Binding[], router: Router): PaletteEntry[] {
  const namesOf = (screen: ScreenName) =>
    commands.filter((command) => command.screen === screen).map(({path}) => path.join(' '));
  const commandOf = (screen: ScreenName) => namesOf(screen).join(', ') || undefined;
  const open = router.stack.at(-1)?.screen;
  const {app, unread, readOnly} = target;
  const params = actionParams(target);
  const hasNone = open === 'versions' || (app && 'versions' in app && (app as AppOverview).versions.length === 0);
  const flows = ACTIONS.flatMap((action): PaletteEntry[] => {
    const {key} = ACTION_LABELS[action];
    const title = actionTitle(action, target);
    const sameKey = bindings.filter(({keys}) => keys.includes(key));
    // The version's page may have its own binding for this action, which opens a dialog there.
    const onPage = sameKey.find((binding) => binding.title === title);
    const isChosen = APP_ACTIONS.includes(action) ? app : target.version;
    const mayChoose = !isChosen && unread === undefined && readOnly === undefined;
    if (action === open && !onPage) return [];
    const why = mayChoose && hasNone ? 'there is no version' : whyNot(action, target);
    const start = () => (onPage?.run ? onPage.run({id: key}) : router.push(action, params));
    return [
      {
        title,
        key: !mayChoose && sameKey.length > 0 && hasKey(action, target) ? key : undefined,
        command: commandOf(action),
        unavailable: mayChoose && !hasNone ? undefined : why,
        isUnread: isUnread(action, target),
        leaves: true,
        run: () => (mayChoose ? router.push(...placeToChoose(action, params)) : start()),
      },
    ];
  });
  const screenKeys = bindings
    .filter(({inPalette, keys}) => inPalette && !flows.some(({key}) => key !== undefined && keys.includes(key)))
    .map(
      (binding): PaletteEntry => ({
        title: titleOf(binding),
        key: binding.keys[0],
        unavailable: binding.unavailable,
        guarded: Boolean(binding.guarded),
        run: () => binding.run?.({id: binding.keys[0] ?? ''}),
      }),
    );
  const versions: PaletteEntry = {
    title: app ? `Versions of ${appLabel(app)}` : 'Versions of an app',
    command: commandOf('versions'),
    unavailable: app ? undefined : 'choose an app first',
    leaves: true,
    run: () => router.push('versions', {appId: app?.id, app}),
  };
  const places = screenNames.flatMap((screen): PaletteEntry[] => {
    const {go: place} = screens[screen];
    const run = () => (screen === 'home' ? router.reset('home') : router.goTo(screen));
    return place ? [{...place, command: commandOf(screen), leaves: true, run}] : [];
  });
  return [...flows, ...screenKeys, versions, ...places];
}

type Loaded<Item> = {items: readonly Item[]};
interface LoadedApp {
  app: App;
  versions: readonly StoreVersion[];
}

/** Returns the loaded apps, rebuilt only after a list is loaded, because this takes too long for every key press. */
export function useLoadedApps(current: App | undefined): readonly LoadedApp[] {
  const {queries} = useServices();
  const lists = ['apps', 'versions:'].flatMap((prefix) => queries.all<Loaded<unknown>>(prefix)).map(({items}) => items);
  const last = useRef(lists);
  const isSame = lists.length === last.current.length && lists.every((list, index) => list === last.current[index]);
  if (!isSame) last.current = lists;
  const loaded = last.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the lists of `loaded` through the cache
  return useMemo(() => loadedApps(queries, current), [queries, current, loaded]);
}

function loadedApps(queries: QueryCache, current: App | undefined): LoadedApp[] {
  const overviews = queries.all<Loaded<AppOverview>>('apps').flatMap(({items}) => items);
  const known = [...(current ? [{...current, versions: []}] : []), ...overviews];
  const listed = queries.all<Loaded<StoreVersion>>('versions:').flatMap(({items}) => items);
  const apps = new Map(known.map((app): [string, AppOverview] => [app.id, app]));
  return [...apps.values()].map((app) => {
    const own = listed.filter(({appId}) => appId === app.id);
    const byId = new Map([...app.versions, ...own].map((version) => [version.id, version]));
    return {app, versions: [...byId.values()].sort((a, b) => compare(partsOf(b), partsOf(a)))};
  });
}

/** Finds commands first, then loaded apps and versions by name, then their actions: `Ship a version of Tide Tables`. */
export function useFound(text: string, entries: readonly PaletteEntry[], loaded: readonly LoadedApp[]): PaletteEntry[] {
  const router = useRouter();
  const isEmpty = text === '';
  // Actions of loaded apps need a second word, because `ship` alone would match every app.
  const hasWords = /\S\s+\S/.test(text);
  const named = useMemo(() => (isEmpty ? [] : namedEntries(loaded, router)), [isEmpty, loaded, router]);
  const actions = useMemo(() => (hasWords ? actionEntries(loaded, router) : []), [hasWords, loaded, router]);
  const byName = useMemo(() => matching(text, named), [text, named]);
  const commands = matching(text, entries);
  const ranked = [0, 1, 2].flatMap((wanted) => commands.filter((entry) => rankOf(entry) === wanted));
  const apps = byName.filter(({isVersion}) => !isVersion);
  const matches = new Set(byName);
  const versions = named.filter((one) => one.isVersion && matches.has(one));
  const titles = new Set(commands.map(({title}) => title));
  const byAction = matching(text, actions).filter(({title}) => !titles.has(title));
  return [...ranked, ...apps, ...versions, ...byAction];
}

/** Ranks possible entries first, and impossible entries last. */
function rankOf({unavailable, isUnread}: PaletteEntry): number {
  if (unavailable !== undefined) return 2;
  return isUnread ? 1 : 0;
}

function namedEntries(loaded: readonly LoadedApp[], router: Router): PaletteEntry[] {
  return loaded.flatMap(({app, versions}): PaletteEntry[] => [
    {
      title: appLabel(app),
      command: app.bundleId,
      leaves: true,
      run: () => router.push('versions', actionParams({app})),
    },
    ...versions.map((version) => ({
      title: `${appLabel(app)} ${versionTitle(version)}`,
      isVersion: true,
      leaves: true,
      run: () => router.push('version', actionParams({app, version})),
    })),
  ]);
}

function actionEntries(loaded: readonly LoadedApp[], router: Router): PaletteEntry[] {
  const targets = loaded.flatMap(({app, versions}) => [
    {app, version: undefined},
    ...versions.map((version) => ({app, version})),
  ]);
  return targets.flatMap(({app, version}) => {
    const isPossible = (action: Action) => APP_ACTIONS.includes(action) === !version && !whyNot(action, {app, version});
    const of = version ? ` of ${appLabel(app)}` : '';
    return ACTIONS.filter(isPossible).map((action) => ({
      title: actionTitle(action, version ? {version} : {app}) + of,
      leaves: true,
      run: () => router.push(action, actionParams({app, version})),
    }));
  });
}

const partsOf = ({versionString}: StoreVersion) => numbers(versionString) ?? [];

export function nameOf({title, command}: PaletteEntry): string {
  return JSON.stringify([title, command]);
}

/** A title below this score of Fuzzysort is left out, because the letters are scattered over it. */
const SCATTERED = 0.5;

function matching(text: string, entries: readonly PaletteEntry[]): PaletteEntry[] {
  const options = {keys: ['title', 'command'], limit: 0, threshold: SCATTERED, all: true};
  return go(text, entries, options).map(({obj}) => obj);
}
