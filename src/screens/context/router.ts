import {createContext, useContext, useRef, useState} from 'react';
import type {ScreenName} from '../../app/command.ts';
import type {FilterableState} from '../../services/model/states.ts';
import type {App, Platform, StoreVersion} from '../../services/model/version.ts';

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
  /** The first screen at the beginning, the one in front at the end. */
  stack: readonly Entry[];
  /** Whether `back` leads anywhere. */
  canGoBack: boolean;
  push(screen: ScreenName, params?: Params): void;
  /** Back to this screen where it is open already, else opens it. */
  goTo(screen: ScreenName): void;
  /** Takes the place of the screen in front. */
  replace(screen: ScreenName, params?: Params): void;
  /** One level back; from a first screen that picks something, to the same one that does not. */
  back(): void;
  /** One level back, for the screen there to open a picker at once. */
  backToPick(picking: NonNullable<Params['picking']>): void;
  /** Leaves everything but the first screen and opens this one on it. */
  reset(screen: ScreenName, params?: Params): void;
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
