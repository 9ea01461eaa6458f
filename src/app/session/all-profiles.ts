import {asToolError, endsRun, ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {Session} from './session.ts';

/** Reads one profile after the other, because a keychain may ask for each secret. The active profile comes first. */
export async function* pagesOfAllProfiles<Item>(
  session: Session,
  read: (store: Store) => AsyncIterable<Page<Item>>,
): AsyncGenerator<Page<Item & {profile: string}> & {profile: string; error?: ToolError}> {
  const active = await session.active().catch(() => undefined);
  const stored = (await (await session.credentials()).profiles()).map(({name}) => name);
  if (stored.length === 0)
    throw new ToolError('credentials', 'No profile is stored', {hint: 'tool auth login adds one.'});
  for (const profile of new Set([...stored.filter((name) => name === active?.name), ...stored])) {
    try {
      const store = await (await session.ofProfile(profile)).store();
      for await (const {items} of read(store)) {
        yield {profile, items: items.map((item) => ({...item, profile})), links: {}};
      }
    } catch (reason) {
      const error = asToolError(reason);
      if (endsRun(error)) throw error;
      yield {profile, items: [], links: {}, error};
    }
  }
}
