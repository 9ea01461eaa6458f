import {go} from 'fuzzysort';
import {Box, Text} from 'ink';
import {useLayoutEffect, useState} from 'react';
import type {Command, ScreenName} from '../../app/command.ts';
import {ACTIONS, type Action, APP_ACTIONS, type Target, whyNot} from '../../services/model/actions.ts';
import type {App, AppOverview, StoreVersion} from '../../services/model/version.ts';
import {compare, numbers} from '../../services/model/version-string.ts';
import {pad, truncate, widthOf} from '../../services/text/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {stepKeys} from '../components/movement-keys.ts';
import {TextField} from '../components/text-field.tsx';
import type {QueryCache} from '../context/queries.ts';
import {type Router, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell, useTargetBelow} from '../context/shell.ts';
import {ACTION_LABELS, actionParams, actionTitle} from '../flows/actions.ts';
import {type Binding, keyName, titleOf} from '../input/keyboard.ts';
import {screenNames, screens} from '../registry.ts';
import {appLabel, versionTitle} from '../text/labels.ts';
import {type Segment, spokenRow} from '../text/lines.ts';
import type {Theme} from '../theme.ts';

const MAX_ROWS = 12;

export function Palette({bindingsBelow, onClose}: {bindingsBelow(): readonly Binding[]; onClose(): void}) {
  const {commands, queries} = useServices();
  const {theme, size, screenReader} = useDisplay();
  const {leave} = useShell();
  const router = useRouter();
  const target = useTargetBelow();
  const [query, setQuery] = useState('');
  // By name: results that arrive later may change the order.
  const [chosen, setChosen] = useState<string>();
  const inside = useDialogInside();

  const actionsAndPlaces = paletteEntries(target ?? {}, bindingsBelow(), commands, router);
  const found = searchEntries(
    actionsAndPlaces,
    query.trim() === '' ? NOTHING : loadedEntries(queries, target?.app, router),
    query,
  );
  const height = Math.min(MAX_ROWS, size.rows - 6, found.length);
  const index = Math.max(
    0,
    found.findIndex((entry) => nameOf(entry) === chosen),
  );
  const selected = found[index] && nameOf(found[index]);
  useLayoutEffect(() => setChosen(selected), [selected]);
  const top = Math.max(0, Math.min(index - Math.floor(height / 2), found.length - height));
  const entry = found[index];
  const move = (by: number) => {
    const next = found[Math.max(0, Math.min(found.length - 1, index + by))];
    setChosen(next && nameOf(next));
  };
  const run = () => {
    if (!entry) return;
    onClose();
    if (entry.leaves) leave(entry.run);
    else entry.run();
  };

  const shown = found.slice(top, top + height);
  const lines = shown.map((entry, row) =>
    screenReader
      ? spokenRow(top + row, [entry.title, endOf(entry, theme)].filter(Boolean).join(', '), top + row === index)
      : entryLine(entry, top + row === index, inside, theme),
  );
  return (
    <Dialog
      title="Commands"
      top={2}
      keys={[
        {
          keys: ['enter'],
          label: 'run',
          title: entry?.title,
          unavailable: entry?.unavailable,
          guarded: entry?.guarded && entry.title,
          run,
        },
        ...stepKeys(['down', 'ctrl+n', 'tab'], ['up', 'ctrl+p', 'shift+tab'], move),
        ...stepKeys(['pagedown'], ['pageup'], (by) => move(by * height)),
        {keys: ['esc'], label: 'close', run: onClose},
      ]}
      lines={[
        <Box key="query">
          <Text color={theme.color('accent')}>{`${theme.glyphs.crumb} `}</Text>
          <TextField
            value={query}
            focus
            width={inside - 2}
            placeholder="type to search"
            onChange={(text) => {
              setQuery(text);
              setChosen(undefined);
            }}
          />
        </Box>,
        ...(lines.length > 0 ? lines : [NO_MATCH]),
      ]}
    />
  );
}

const NO_MATCH: readonly Segment[] = [{text: '  No matches. Esc closes.', dim: true}];

function endOf({unavailable, key, command = ''}: PaletteEntry, {glyphs}: Theme): string {
  return unavailable ?? (key ? keyName(key, glyphs) : command);
}

function entryLine(entry: PaletteEntry, selected: boolean, width: number, theme: Theme): Segment[] {
  const {glyphs} = theme;
  const end = endOf(entry, theme);
  const right = truncate(end, Math.floor(width * 0.55), 'end', glyphs.ellipsis);
  const room = width - 2 - widthOf(right) - 1;
  const dim = entry.unavailable !== undefined;
  return [
    {text: selected ? `${glyphs.marker} ` : '  ', tone: 'accent'},
    {text: pad(truncate(entry.title, room, 'end', glyphs.ellipsis), room + 1), bold: selected, dim},
    {text: right, dim: true},
  ];
}

interface PaletteEntry {
  title: string;
  key?: string;
  command?: string;
  unavailable?: string;
  leaves?: boolean;
  guarded?: boolean;
  run(): void;
}

function paletteEntries(
  target: Target,
  bindings: readonly Binding[],
  commands: readonly Command[],
  router: Router,
): PaletteEntry[] {
  const namesOf = (screen: ScreenName) =>
    commands.filter((command) => command.screen === screen).map(({path}) => path.join(' '));
  const commandOf = (screen: ScreenName) => namesOf(screen).join(', ') || undefined;
  const open = router.stack.at(-1)?.screen;
  const flows = ACTIONS.filter((action) => action !== open).map(
    (action): PaletteEntry => ({
      title: actionTitle(action, target),
      key: ACTION_LABELS[action].key,
      command: commandOf(action),
      unavailable: whyNot(action, target),
      leaves: true,
      run: () => router.push(action, actionParams(target)),
    }),
  );
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
  const {app} = target;
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
type LoadedEntries = Record<'apps' | 'versions' | 'actions', PaletteEntry[]>;

const NOTHING: LoadedEntries = {apps: [], versions: [], actions: []};

/** Lists loaded apps and versions by name, and their actions: `Ship a version of Tide Tables`. */
function loadedEntries(queries: QueryCache, current: App | undefined, router: Router): LoadedEntries {
  const overviews = queries.all<Loaded<AppOverview>>('apps').flatMap(({items}) => items);
  const known = [...(current ? [{...current, versions: []}] : []), ...overviews];
  const apps = new Map(known.map((app): [string, AppOverview] => [app.id, app]));
  const entries = [...apps.values()].map((app): LoadedEntries => {
    const lists = queries.all<Loaded<StoreVersion>>(`versions:["${app.id}"`);
    const listed = lists.flatMap(({items}) => items);
    const byId = new Map([...app.versions, ...listed].map((version) => [version.id, version]));
    const versions = [...byId.values()].sort((a, b) => compare(partsOf(b), partsOf(a)));
    const open = (screen: ScreenName, version?: StoreVersion) => () =>
      router.push(screen, actionParams({app, version}));
    const entry = (title: string, screen: ScreenName, version?: StoreVersion, command?: string): PaletteEntry => ({
      title,
      command,
      leaves: true,
      run: open(screen, version),
    });
    const isOfApp = (action: Action) => APP_ACTIONS.includes(action);
    const ofVersions = versions.flatMap((version) =>
      ACTIONS.filter((action) => !isOfApp(action) && !whyNot(action, {app, version})).map((action) =>
        entry(`${actionTitle(action, {version})} of ${appLabel(app)}`, action, version),
      ),
    );
    return {
      apps: [entry(appLabel(app), 'versions', undefined, app.bundleId)],
      versions: versions.map((version) => entry(`${appLabel(app)} ${versionTitle(version)}`, 'version', version)),
      actions: [...ACTIONS.filter(isOfApp).map((action) => entry(actionTitle(action, {app}), action)), ...ofVersions],
    };
  });
  const all = (kind: keyof LoadedEntries) => entries.flatMap((one) => one[kind]);
  return {apps: all('apps'), versions: all('versions'), actions: all('actions')};
}

const partsOf = ({versionString}: StoreVersion) => numbers(versionString) ?? [];

function nameOf({title, command}: PaletteEntry): string {
  return JSON.stringify([title, command]);
}

/** Fuzzysort scores beginnings of words and parts of them above this, and letters scattered over a title below. */
const SCATTERED = 0.5;

function searchEntries(
  entries: readonly PaletteEntry[],
  {apps, versions, actions}: LoadedEntries,
  text: string,
): PaletteEntry[] {
  const options = {keys: ['title', 'command'], limit: 0, threshold: SCATTERED, all: true};
  const matching = (all: readonly PaletteEntry[]) => go(text.trim(), all, options).map(({obj}) => obj);
  const commands = matching(entries);
  const [possible, others] = [commands.filter((one) => !one.unavailable), commands.filter((one) => one.unavailable)];
  // An action of a loaded app needs both words, as every app would match `ship` alone.
  const titles = new Set(commands.map(({title}) => title));
  const more = /\S\s+\S/.test(text) ? matching(actions).filter(({title}) => !titles.has(title)) : [];
  const matches = new Set(matching(versions));
  const found = versions.filter((version) => matches.has(version));
  return [...possible, ...others, ...matching(apps), ...found, ...more];
}
