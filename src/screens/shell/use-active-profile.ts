import {useEffect, useState} from 'react';
import type {Session} from '../../app/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';

/** Who is at work, for the header: looked up with every session. */
export function useActiveProfile(session: Session, first: ActiveProfile | undefined): ActiveProfile | undefined {
  const [known, setKnown] = useState<{session: Session; profile: ActiveProfile | undefined}>({session, profile: first});
  useEffect(() => {
    let current = true;
    const answer = (profile: ActiveProfile | undefined) => current && setKnown({session, profile});
    session.active().then(answer, () => answer(undefined));
    return () => {
      current = false;
    };
  }, [session]);
  return known.session === session ? known.profile : undefined;
}
