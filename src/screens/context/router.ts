import {useCallback, useMemo, useReducer, useRef, useState} from 'react';
import type {ScreenName} from '../../app/command.ts';
import type {FilterableState} from '../../services/model/states.ts';
import type {App, Build, Platform, StoreVersion} from '../../services/model/version.ts';
import {appContext} from './app-context.ts';

/** What a form, a matrix or a choice begins with, instead of what is there: changes to review and send. */
export interface Preset {
  /** By flag name. */
  fields?: Readonly<Record<string, string>>;
  /** Release notes by locale. */
  texts?: ReadonlyMap<string, string>;
  build?: Build;
}

/** What a screen is opened with. A screen asks for what is missing. */
export interface Params {
  appId?: string;
  versionId?: string;
  app?: App;
  version?: StoreVersion;
  states?: readonly FilterableState[];
  platforms?: readonly Platform[];
  pickFor?: ScreenName;
  preset?: Preset;
  /** Profiles immediately asks whether to remove all of them. */
  logoutAll?: boolean;
  picking?: 'states' | 'platforms';
}

/** One screen on the stack, with the state that survives while others cover it. */
export interface Entry {
  id: number;
  screen: ScreenName;
  params: Params;
  saved: Map<string, unknown>;
}

export interface Router {
  stack: readonly Entry[];
  canGoBack: boolean;
  push(screen: ScreenName, params?: Params): void;
  goTo(screen: ScreenName): void;
  replace(screen: ScreenName, params?: Params): void;
  /** Go back one level. From a first screen in picking mode, leaves that mode. */
  back(): void;
  backToPick(picking: NonNullable<Params['picking']>): void;
  /** Opens this on top of the first screen, closing all others. */
  reset(screen: ScreenName, params?: Params): void;
}

export const [RouterContext, useRouter] = appContext<Router>('useRouter');
export const [EntryContext, useEntry] = appContext<Entry>('useEntry');

/** Like useState, but kept while the screen is on the stack. `name` is unique within the screen. */
export function useSaved<T>(name: string, initial: T | (() => T)): [T, (value: T) => void] {
  const {saved} = useEntry();
  const [value, setValue] = useState<T>(() => {
    if (saved.has(name)) return saved.get(name) as T;
    return typeof initial === 'function' ? (initial as () => T)() : initial;
  });
  const set = useRef((next: T) => {
    saved.set(name, next);
    setValue(next);
  });
  return [value, set.current];
}

/** `nextId` is unused so far. */
export interface Stack {
  entries: readonly Entry[];
  nextId: number;
}

export type Place = readonly [screen: ScreenName, params: Params];

export const EMPTY_STACK: Stack = {entries: [], nextId: 0};

export function stackOf({entries, nextId}: Stack, ...places: readonly Place[]): Stack {
  const added = places.map(([screen, params], index) => ({id: nextId + index, screen, params, saved: new Map()}));
  return {entries: [...entries, ...added], nextId: nextId + places.length};
}

type RouterAction =
  | {type: 'push' | 'replace' | 'reset'; screen: ScreenName; params: Params}
  | {type: 'goTo'; screen: ScreenName}
  | {type: 'back'; picking?: Params['picking']}
  /** Drops the saved state of every screen except the front one, which asked for it. */
  | {type: 'forget'};

export function routerReducer(stack: Stack, action: RouterAction): Stack {
  const {entries, nextId} = stack;
  switch (action.type) {
    case 'push':
      return stackOf(stack, [action.screen, action.params]);
    case 'goTo': {
      const found = entries.findIndex(({screen}) => screen === action.screen);
      return found < 0 ? stackOf(stack, [action.screen, {}]) : {entries: entries.slice(0, found + 1), nextId};
    }
    case 'replace':
      return stackOf({entries: entries.slice(0, -1), nextId}, [action.screen, action.params]);
    case 'reset':
      return action.screen === 'home' ? bottomOf(stack) : stackOf(bottomOf(stack), [action.screen, action.params]);
    case 'back': {
      if (entries.length === 1) return bottomOf(stack);
      const below = entries
        .slice(0, -1)
        .map((entry, index, {length}) => (index === length - 1 ? returnedTo(entry, action.picking) : entry));
      return {entries: below, nextId};
    }
    case 'forget': {
      const places = entries.slice(0, -1).map(({screen, params}): Place => [screen, params]);
      const emptied = stackOf({entries: [], nextId}, ...places);
      return {...emptied, entries: [...emptied.entries, ...entries.slice(-1)]};
    }
  }
}

function bottomOf(stack: Stack): Stack {
  const [first] = stack.entries;
  if (!first || isPlain(first)) return {...stack, entries: stack.entries.slice(0, 1)};
  return stackOf({...stack, entries: []}, [first.screen, {}]);
}

function isPlain({params}: Entry): boolean {
  return params.pickFor === undefined;
}

function returnedTo(entry: Entry, picking: Params['picking']): Entry {
  return entry.params.picking === picking ? entry : {...entry, params: {...entry.params, picking}};
}

export function useStack(first: () => Stack): {router: Router; forget(): void} {
  const [stack, route] = useReducer(routerReducer, undefined, first);
  const router = useMemo((): Router => {
    const {entries} = stack;
    const [bottom] = entries;
    return {
      stack: entries,
      canGoBack: entries.length > 1 || (bottom !== undefined && !isPlain(bottom)),
      push: (screen, params = {}) => route({type: 'push', screen, params}),
      goTo: (screen) => route({type: 'goTo', screen}),
      replace: (screen, params = {}) => route({type: 'replace', screen, params}),
      back: () => route({type: 'back'}),
      backToPick: (picking) => route({type: 'back', picking}),
      reset: (screen, params = {}) => route({type: 'reset', screen, params}),
    };
  }, [stack]);
  return {router, forget: useCallback(() => route({type: 'forget'}), [])};
}
