import type {VersionNotes} from '../../services/model/release-notes.ts';
import {isFirstOf} from '../../services/model/release-steps.ts';
import {type App, PLATFORMS, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import {useServices} from '../context/services.ts';
import {type Query, useQuery} from '../hooks/use-query.ts';
import {useFirstRead} from '../input/use-keys.tsx';

export interface NotesView extends Pick<VersionNotes, 'notes'> {
  state?: string;
  isFirst: boolean;
  /** `missing` explains why there is nothing to copy, for example `no version is live`. */
  live: VersionNotes | {missing: string};
}

export function useNotes(version: StoreVersion, app: App): Query<NotesView> {
  const {session} = useServices();
  const load = useQuery<NotesView>(`notes:${version.id}`, async (signal) => {
    const store = await session.store();
    const [{notes, version: {state} = version}, others] = await Promise.all([
      store.readNotes(version.id, signal),
      otherVersions(store, version, app, signal).catch(() => undefined),
    ]);
    const isFirst = others !== undefined && isFirstOf({...app, ...others}, version);
    return {state, notes: primaryFirst(notes, app), isFirst, live: await liveNotes(store, others?.versions, signal)};
  });
  useFirstRead(load);
  return load;
}

function primaryFirst(notes: VersionNotes['notes'], {primaryLocale}: App): VersionNotes['notes'] {
  return notes.toSorted((a, b) => Number(b.locale === primaryLocale) - Number(a.locale === primaryLocale));
}

async function otherVersions(store: Store, {id, platform}: StoreVersion, app: App, signal: AbortSignal) {
  const platforms = PLATFORMS.filter((known) => known === platform);
  const {items, links} = await store.listVersions({app: app.id, platforms, limit: 50}, signal);
  const versions = items.filter((one) => one.id !== id && one.platform === platform);
  return {versions, ...(links.next !== undefined && {isPartial: true as const})};
}

const UNREAD = {missing: 'the live version could not be read; press r'};

async function liveNotes(store: Store, others: readonly StoreVersion[] | undefined, signal: AbortSignal) {
  const live = others?.find(({state}) => stateIs(state, 'live'));
  if (!live) return others ? {missing: 'no version is live'} : UNREAD;
  return store.readNotes(live.id, signal).catch(() => UNREAD);
}
