import {useCallback, useEffect, useMemo, useRef, useState} from 'react';
import type {Preset, ScreenName} from '../../app/command.ts';
import type {App, Platform, StoreVersion, VersionState} from '../../services/model/version.ts';
import {appContext} from './services.ts';

export interface Params {
  appId?: string;
  versionId?: string;
  app?: App;
  version?: StoreVersion;
  states?: readonly VersionState[];
  platforms?: readonly Platform[];
  pickFor?: ScreenName;
  preset?: Preset;
  field?: string;
  logoutAll?: boolean;
  picking?: 'states' | 'platforms';
}

export interface Entry {
  id: number;
  screen: ScreenName;
  params: Params;
  saved: Map<string, unknown>;
}

export type Router = ReturnType<typeof useStack>['router'];

export const [RouterContext, useRouter] = appContext<Router>('useRouter');
export const [EntryContext, useEntry] = appContext<Entry>('useEntry');

/** Works like useState, but keeps the value while the screen is on the stack. `name` is unique within the screen. */
export function useSaved<T>(name: string, initial: T): [T, (value: T) => void] {
  const {saved} = useEntry();
  const [value, setValue] = useState<T>(() => (saved.has(name) ? (saved.get(name) as T) : initial));
  const set = useRef((next: T) => {
    saved.set(name, next);
    setValue(next);
  });
  return [value, set.current];
}

const OVER = 'over';

export function useOver(isOver: boolean): void {
  const {saved} = useEntry();
  useEffect(() => {
    if (isOver) saved.set(OVER, true);
    return () => {
      saved.delete(OVER);
    };
  }, [saved, isOver]);
}

export interface Stack {
  entries: readonly Entry[];
  nextId: number;
}

export type Place = readonly [screen: ScreenName, params: Params];

/** Returns the list of versions or, without an app, Home, where the user first chooses the app. */
export function placeToChoose(pickFor: ScreenName, params: Params): Place {
  return [params.appId ? 'versions' : 'home', {...params, pickFor}];
}

export const EMPTY_STACK: Stack = {entries: [], nextId: 0};

export function stackOf({entries, nextId}: Stack, ...places: readonly Place[]): Stack {
  const added = places.map(([screen, params], index) => ({id: nextId + index, screen, params, saved: new Map()}));
  return {entries: [...entries, ...added], nextId: nextId + places.length};
}

export const steps = {
  push: (stack: Stack, screen: ScreenName, params: Params = {}) => stackOf(withoutOver(stack), [screen, params]),
  goTo(stack: Stack, screen: ScreenName): Stack {
    const found = stack.entries.findIndex((entry) => entry.screen === screen);
    return found < 0 ? steps.push(stack, screen) : {...stack, entries: stack.entries.slice(0, found + 1)};
  },
  replace: (stack: Stack, screen: ScreenName, params: Params = {}) =>
    stackOf({...stack, entries: stack.entries.slice(0, -1)}, [screen, params]),
  reset: (stack: Stack, screen: ScreenName, params: Params = {}) =>
    screen === 'home' ? bottomOf(stack) : stackOf(bottomOf(stack), [screen, params]),
  back: (stack: Stack): Stack =>
    stack.entries.length > 1 ? {...stack, entries: stack.entries.slice(0, -1)} : bottomOf(stack),
  /** Drops the saved state of the screens below the front one. For another account, keeps only the lowest of them. */
  forget({entries, nextId}: Stack, areOfOther = false): Stack {
    const below = entries.slice(0, -1).map(({screen, params}): Place => [screen, params]);
    const places = areOfOther ? below.slice(0, 1).map(([screen]): Place => [screen, {}]) : below;
    const emptied = stackOf({entries: [], nextId}, ...places);
    return {...emptied, entries: [...emptied.entries, ...entries.slice(-1)]};
  },
};

function withoutOver(stack: Stack): Stack {
  const {entries} = stack;
  return entries.length > 1 && entries.at(-1)?.saved.has(OVER) ? {...stack, entries: entries.slice(0, -1)} : stack;
}

function bottomOf(stack: Stack): Stack {
  const [first] = stack.entries;
  if (!first || isPlain(first)) return {...stack, entries: stack.entries.slice(0, 1)};
  return stackOf({...stack, entries: []}, [first.screen, {}]);
}

function isPlain({params}: Entry): boolean {
  return params.pickFor === undefined;
}

export function useStack(first: () => Stack) {
  const [stack, change] = useState(first);
  const router = useMemo(() => {
    const {entries} = stack;
    const [bottom] = entries;
    return {
      stack: entries,
      canGoBack: entries.length > 1 || (bottom !== undefined && !isPlain(bottom)),
      push: (screen: ScreenName, params?: Params) => change((now) => steps.push(now, screen, params)),
      goTo: (screen: ScreenName) => change((now) => steps.goTo(now, screen)),
      replace: (screen: ScreenName, params?: Params) => change((now) => steps.replace(now, screen, params)),
      back: () => change((now) => steps.back(now)),
      reset: (screen: ScreenName, params?: Params) => change((now) => steps.reset(now, screen, params)),
    };
  }, [stack]);
  return {router, forget: useCallback((areOfOther: boolean) => change((now) => steps.forget(now, areOfOther)), [])};
}
