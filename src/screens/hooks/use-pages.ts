import {useCallback, useLayoutEffect, useReducer, useRef, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/pages.ts';
import {useSlow} from '../time/use-slow.ts';
import {type Load, useLoad} from './use-load.ts';

interface Loaded<Item> {
  items: readonly Item[];
  next?: string;
  total?: number;
  pages: number;
}

export interface Pages<Item> {
  /** Of everything that is loaded; hand it to Screen. */
  load: Load<Loaded<Item>>;
  items: readonly Item[];
  /** Pages loaded so far. */
  pages: number;
  /** How many there are altogether, where the service says so. */
  total: number | undefined;
  hasMore: boolean;
  /** The next page is being waited for, for long enough to say so. */
  slowMore: boolean;
  /** Why the next page did not come. */
  moreError: ToolError | undefined;
  /** Asks for the next page: once, however often it is called. */
  more(): void;
}

type More = {busy: boolean; error?: ToolError};

const NONE: readonly never[] = [];

/**
 * A collection that is read page by page. Reading again (`r`) reads as many rows as there were, so that the selected
 * row is still among them.
 *
 * @param question what is asked; undefined while it is not known
 * @param read the first page, or the one behind a `next` link
 */
export function usePages<Item extends {id: string}>(
  name: string,
  question: string | undefined,
  read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
): Pages<Item> {
  const count = useRef(0);
  const asked = useRef<string>(undefined);
  const load = useLoad<Loaded<Item>>(name, question, async (signal) => {
    const wanted = asked.current === question ? count.current : 0;
    asked.current = question;
    let loaded = append({items: [], pages: 0}, await read(undefined, signal));
    while (loaded.next && loaded.items.length < wanted) loaded = append(loaded, await read(loaded.next, signal));
    return loaded;
  });
  const {data, update, outdated} = load;
  count.current = data?.items.length ?? 0;
  asked.current ??= data && question;

  const [state, set] = useReducer((_: More, next: More) => next, {busy: false});
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    set({busy: false});
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question, or reading again, ends what was under way
  useLayoutEffect(() => stop, [stop, question, load.at]);

  const next = data?.next;
  const more = () => {
    if (!next || outdated || load.busy || running.current) return;
    // A refresh under way would throw the page away.
    if (load.retryIn === 0) load.cancel();
    const control = new AbortController();
    running.current = control;
    set({busy: true});
    read(next, control.signal).then(
      (page) => {
        if (control.signal.aborted) return;
        running.current = undefined;
        update((before) => append(before, page));
        set({busy: false});
      },
      (reason) => {
        if (control.signal.aborted) return;
        running.current = undefined;
        set({busy: false, error: asToolError(reason)});
      },
    );
  };
  return {
    load: {
      ...load,
      busy: load.busy || state.busy,
      refresh: () => {
        if (!running.current) load.refresh();
      },
      cancel: () => {
        stop();
        if (load.busy || load.retryIn > 0) load.cancel();
      },
    },
    items: data?.items ?? NONE,
    pages: data?.pages ?? 0,
    total: data?.total,
    hasMore: next !== undefined,
    slowMore: useSlow(state.busy),
    moreError: state.error,
    more,
  };
}

/** How far a reading of all pages is. */
export interface Progress {
  read: number;
  total: number | undefined;
}

/**
 * A collection of which all pages are read before any row is shown, e.g. because their order depends on all of them.
 * What there is of it is shown only where a later page fails: then `hasMore` says that it is not all.
 */
export function useWholeList<Item extends {id: string}>(
  name: string,
  question: string,
  readAll: (signal: AbortSignal) => AsyncIterable<Page<Item>>,
): Pages<Item> & {progress: Progress | undefined} {
  const [progress, setProgress] = useState<Progress>();
  const load = useLoad<Loaded<Item>>(name, question, async (signal, {partly}) => {
    let loaded: Loaded<Item> = {items: [], pages: 0};
    try {
      for await (const page of readAll(signal)) {
        loaded = append(loaded, page);
        if (loaded.next && !signal.aborted) setProgress({read: loaded.items.length, total: loaded.total});
      }
      return loaded;
    } catch (error) {
      if (loaded.pages > 0) partly(loaded);
      throw error;
    } finally {
      if (!signal.aborted) setProgress(undefined);
    }
  });
  const {data} = load;
  return {
    load,
    items: data?.items ?? NONE,
    pages: data?.pages ?? 0,
    total: data?.total,
    hasMore: data?.next !== undefined,
    slowMore: false,
    moreError: undefined,
    more() {},
    progress,
  };
}

/** Rows may move between two pages while they are read: each is kept once. */
function append<Item extends {id: string}>(loaded: Loaded<Item>, page: Page<Item>): Loaded<Item> {
  const known = new Set(loaded.items.map(({id}) => id));
  return {
    items: [...loaded.items, ...page.items.filter(({id}) => !known.has(id))],
    next: page.links.next,
    total: page.total ?? loaded.total,
    pages: loaded.pages + 1,
  };
}
