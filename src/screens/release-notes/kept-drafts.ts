import {join} from 'node:path';
import {useEffect, useLayoutEffect, useRef, useState} from 'react';
import {looksLikeKey} from '../../services/model/clean.ts';
import {isId, isObject, parsedJson} from '../../services/model/values.ts';
import {untilLeft, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Drafts} from './drafts.ts';

export interface KeptDrafts {
  texts: Drafts;
  at?: string;
}

const NONE: KeptDrafts = {texts: new Map()};
/** Milliseconds after a change until the texts are saved, so that not every key writes a file. */
const KEEP_MS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

function useDraftFile(versionId: string) {
  const {session, host} = useServices();
  const {files, clock} = host;
  const directory = async () => {
    if (!isId(versionId)) throw new Error('not a file name');
    return join(await (await session.credentials()).toolDirectory(), 'drafts');
  };
  const path = async () => join(await directory(), `${versionId}.json`);
  return {
    async read(): Promise<KeptDrafts> {
      const kept = parsedJson(new TextDecoder().decode(await files.read(await path(), {maxBytes: MAX_BYTES})));
      if (!isObject(kept) || !isObject(kept.texts)) return NONE;
      const texts = Object.entries(kept.texts).filter((one): one is [string, string] => typeof one[1] === 'string');
      return {texts: new Map(texts), at: typeof kept.at === 'string' ? kept.at : undefined};
    },
    async write(texts: Drafts): Promise<void> {
      const kept = [...texts].filter(([, text]) => !looksLikeKey(text));
      if (kept.length === 0) return files.remove(await path());
      await files.makeDirectory(await directory(), 0o700);
      const content = {at: new Date(clock.now()).toISOString(), texts: Object.fromEntries(kept)};
      await files.writeAtomic(await path(), `${JSON.stringify(content)}\n`, 0o600);
    },
  };
}

export function useKeptDrafts(versionId: string): KeptDrafts | undefined {
  const file = useDraftFile(versionId);
  const [kept, setKept] = useState<KeptDrafts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    file.read().then(setKept, () => setKept(NONE));
  }, [versionId]);
  return kept;
}

/** Keeps the texts in a file until they are sent, undone or discarded, whatever ends the app. */
export function useKeepDrafts(versionId: string, texts: Drafts, rest: Drafts): {discard(): void} {
  const {clock} = useServices().host;
  const {writes} = useShell();
  const file = useDraftFile(versionId);
  const kept = useRef(texts);
  const latest = useRef(texts);
  const writing = useRef(Promise.resolve());
  latest.current = texts;
  const left = useRef(rest);
  left.current = rest;
  const write = (next: Drafts) => {
    if (next === kept.current) return;
    kept.current = next;
    // If the file cannot be written, the texts last only as long as the screen.
    writing.current = writing.current.then(() => file.write(next)).catch(() => {});
    writes.finish(writing.current);
  };
  const isDiscarded = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the texts change
  useEffect(() => {
    isDiscarded.current = false;
    return untilLeft((signal) => clock.sleep(KEEP_MS, signal).then(() => write(texts)));
  }, [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount only
  useLayoutEffect(() => () => write(isDiscarded.current ? left.current : latest.current), []);
  return {
    discard() {
      isDiscarded.current = true;
    },
  };
}
