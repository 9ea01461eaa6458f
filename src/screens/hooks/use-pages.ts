import {useCallback, useLayoutEffect, useRef, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/version.ts';
import {useSlow} from '../context/services.ts';
import {type Query, useQuery} from './use-query.ts';

interface Loaded<Item> {
  items: readonly Item[];
  next?: string;
  total?: number;
  pages: number;
}

export type Pages<Item extends {id: string}> = ReturnType<typeof usePages<Item>>;

type More = {busy: boolean; error?: ToolError};

const NONE: readonly never[] = [];

export function usePages<Item extends {id: string}>(
  key: string | undefined,
  read: (next: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
) {
  const count = useRef(0);
  const asked = useRef<string>(undefined);
  const load = useQuery<Loaded<Item>>(key, async (signal) => {
    const wanted = asked.current === key ? count.current : 0;
    asked.current = key;
    let loaded = append({items: [], pages: 0}, await read(undefined, signal));
    while (loaded.next && loaded.items.length < wanted) loaded = append(loaded, await read(loaded.next, signal));
    return loaded;
  });
  const {data, update, outdated} = load;
  count.current = data?.items.length ?? 0;
  asked.current ??= data && key;

  const [state, set] = useState<More>({busy: false});
  const running = useRef<AbortController>(undefined);
  const wantsAll = useRef(false);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = undefined;
    wantsAll.current = false;
    set({busy: false});
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or a reload ends the running read
  useLayoutEffect(() => stop, [stop, key, load.at]);

  const next = data?.next;
  const more = (all = false) => {
    if (!next || outdated || load.busy) return;
    wantsAll.current ||= all;
    if (running.current) return;
    // A refresh in the background would discard the page that is read here.
    if (load.retryIn === 0) load.cancel();
    const control = new AbortController();
    const {signal} = control;
    running.current = control;
    set({busy: true});
    const end = (then: More) => {
      if (signal.aborted) return;
      running.current = undefined;
      wantsAll.current = false;
      set(then);
    };
    const readFrom = async (link: string): Promise<void> => {
      const page = await read(link, signal);
      if (signal.aborted) return;
      update((before) => append(before, page));
      if (wantsAll.current && page.links.next) await readFrom(page.links.next);
    };
    readFrom(next).then(
      () => end({busy: false}),
      (reason) => end({busy: false, error: asToolError(reason)}),
    );
  };
  return {
    ...pagesOf({
      ...load,
      busy: load.busy || state.busy,
      refresh: () => {
        if (!running.current) load.refresh();
      },
      cancel: () => {
        stop();
        if (load.busy || load.retryIn > 0) load.cancel();
      },
    }),
    slowMore: useSlow(state.busy),
    moreError: state.error,
    more,
  };
}

interface Progress {
  read: number;
  total: number | undefined;
}

export function useCompleteList<Item extends {id: string}>(
  key: string,
  readAll: (signal: AbortSignal) => AsyncIterable<Page<Item>>,
): Pages<Item> & {progress?: Progress} {
  const [progress, setProgress] = useState<Progress>();
  const load = useQuery<Loaded<Item>>(key, async (signal, {partly}) => {
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
  return {...pagesOf(load), slowMore: false, moreError: undefined, more(_all?: boolean) {}, progress};
}

function pagesOf<Item>(load: Query<Loaded<Item>>) {
  const {items = NONE, pages = 0, total, next} = load.data ?? {};
  return {load, items, pages, total, hasMore: next !== undefined};
}

function append<Item extends {id: string}>(loaded: Loaded<Item>, page: Page<Item>): Loaded<Item> {
  const known = new Set(loaded.items.map(({id}) => id));
  return {
    items: [...loaded.items, ...page.items.filter(({id}) => !known.has(id))],
    next: page.links.next,
    total: page.total ?? loaded.total,
    pages: loaded.pages + 1,
  };
}
