import {createContext, useContext, useRef, useState} from 'react';
import type {ScreenName} from '../../app/command.ts';
import type {App} from '../../services/model/app.ts';
import type {FilterableState} from '../../services/model/states.ts';
import type {Platform, StoreVersion} from '../../services/model/version.ts';

/** What a screen is opened with. Which of these a screen needs is up to the screen; it asks for what is missing. */
export interface Params {
  /** App ID or bundle ID. */
  appId?: string;
  versionId?: string;
  /** What is known of them already, to be shown until the service has answered. */
  app?: App;
  version?: StoreVersion;
  states?: readonly FilterableState[];
  platforms?: readonly Platform[];
  /** Home and Versions pick an app or a version for this screen: Enter goes there. */
  pickFor?: ScreenName;
  /** Profiles asks at once whether all of them are to be removed. */
  logoutAll?: boolean;
  /** Which filter of the list is to be picked at once. */
  picking?: 'states' | 'platforms';
}

/** One screen on the stack, and what it keeps for when it is returned to. */
export interface Entry {
  id: number;
  screen: ScreenName;
  params: Params;
  saved: Map<string, unknown>;
}

export interface Router {
  stack: readonly Entry[];
  push(screen: ScreenName, params?: Params): void;
  /** Takes the place of the screen in front. */
  replace(screen: ScreenName, params?: Params): void;
  /** One level back; nothing on the first screen. */
  back(): void;
  /** Leaves everything but the first screen and opens this one on it. */
  reset(screen: ScreenName, params?: Params): void;
}

/**
 * `id` is one that no entry has or had, `forget` takes as many as there are entries: all that they keep is dropped but
 * for the one in front, which asked for it.
 */
export type RouterAction =
  | {type: 'push' | 'replace' | 'reset'; screen: ScreenName; params: Params; id: number}
  | {type: 'back'}
  | {type: 'forget'; id: number};

export function entryOf(screen: ScreenName, params: Params, id: number): Entry {
  return {id, screen, params, saved: new Map()};
}

export function routerReducer(stack: readonly Entry[], action: RouterAction): readonly Entry[] {
  switch (action.type) {
    case 'push':
      return [...stack, entryOf(action.screen, action.params, action.id)];
    case 'replace':
      return [...stack.slice(0, -1), entryOf(action.screen, action.params, action.id)];
    case 'reset':
      return action.screen === 'home'
        ? stack.slice(0, 1)
        : [...stack.slice(0, 1), entryOf(action.screen, action.params, action.id)];
    case 'back':
      return stack.length > 1 ? stack.slice(0, -1) : stack;
    case 'forget':
      return stack.map((entry, index) =>
        index === stack.length - 1 ? entry : entryOf(entry.screen, entry.params, action.id + index),
      );
  }
}

export const RouterContext = createContext<Router | undefined>(undefined);
export const EntryContext = createContext<Entry | undefined>(undefined);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('useRouter is for components inside the app');
  return router;
}

/** The stack entry of the screen this is called in. */
export function useEntry(): Entry {
  const entry = useContext(EntryContext);
  if (!entry) throw new Error('useEntry is for components inside a screen');
  return entry;
}

/** Like useState, but the value is there again when the screen is returned to. `name` is unique within the screen. */
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
