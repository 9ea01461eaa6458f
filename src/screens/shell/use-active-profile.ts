import {useEffect, useReducer, useState} from 'react';
import type {Session} from '../../app/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';

/** Who is at work, for the header: looked up again with every session, and when asked to. */
export function useActiveProfile(session: Session, first: ActiveProfile | undefined) {
  const [known, setKnown] = useState<{session: Session; profile: ActiveProfile | undefined}>({session, profile: first});
  const [asked, reload] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again
  useEffect(() => {
    let current = true;
    const answer = (profile: ActiveProfile | undefined) => current && setKnown({session, profile});
    session.active().then(answer, () => answer(undefined));
    return () => {
      current = false;
    };
  }, [session, asked]);
  return {profile: known.session === session ? known.profile : undefined, reload};
}
