import {asToolError, ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {Session} from './session.ts';

/** A profile that cannot be read has a page without items, with its error. */
export interface ProfilePage<Item> extends Page<Item & {profile: string}> {
  profile: string;
  error?: ToolError;
}

/** One profile after the other, the active one first: a keychain may prompt for each secret. */
export async function* pagesOfAllProfiles<Item>(
  session: Session,
  read: (store: Store) => AsyncIterable<Page<Item>>,
): AsyncGenerator<ProfilePage<Item>> {
  const active = await session.active().catch(() => undefined);
  const stored = (await (await session.credentials()).profiles()).map(({name}) => name);
  if (stored.length === 0)
    throw new ToolError('credentials', 'No profile is stored', {hint: 'tool auth login adds one.'});
  const first = stored.filter((name) => name === active?.name);
  for (const profile of new Set([...first, ...stored])) {
    const other = profile === active?.name ? session : session.withProfile(profile);
    try {
      for await (const {items} of read(await other.store())) {
        yield {profile, items: items.map((item) => ({...item, profile})), links: {}};
      }
    } catch (reason) {
      const error = asToolError(reason);
      if (error.kind === 'interrupted' || error.kind === 'bug' || error.kind === 'usage') throw error;
      yield {profile, items: [], links: {}, error};
    } finally {
      if (other !== session) await other.close();
    }
  }
}
