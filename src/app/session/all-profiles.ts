import {asToolError, endsRun, ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {Session} from './session.ts';

export function profileSessions(session: Session, active: string | undefined) {
  const others = new Map<string, Session>();
  return {
    of(profile: string | undefined): Session {
      if (profile === undefined || profile === active) return session;
      const other = others.get(profile) ?? session.withProfile(profile);
      others.set(profile, other);
      return other;
    },
    async close(): Promise<void> {
      await Promise.all([...others.values()].map((other) => other.close()));
    },
  };
}

/** Reads one profile after the other, because a keychain may ask for each secret. The active profile comes first. */
export async function* pagesOfAllProfiles<Item>(
  session: Session,
  read: (store: Store) => AsyncIterable<Page<Item>>,
  kept?: ReturnType<typeof profileSessions>,
): AsyncGenerator<Page<Item & {profile: string}> & {profile: string; error?: ToolError}> {
  const active = await session.active().catch(() => undefined);
  const stored = (await (await session.credentials()).profiles()).map(({name}) => name);
  if (stored.length === 0)
    throw new ToolError('credentials', 'No profile is stored', {hint: 'tool auth login adds one.'});
  const sessions = kept ?? profileSessions(session, active?.name);
  try {
    for (const profile of new Set([...stored.filter((name) => name === active?.name), ...stored])) {
      try {
        for await (const {items} of read(await sessions.of(profile).store())) {
          yield {profile, items: items.map((item) => ({...item, profile})), links: {}};
        }
      } catch (reason) {
        const error = asToolError(reason);
        if (endsRun(error)) throw error;
        yield {profile, items: [], links: {}, error};
      }
    }
  } finally {
    if (!kept) await sessions.close();
  }
}
