import {useEffect, useState} from 'react';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';

/** Who is at work, and whether they may write. */
export interface AtWork {
  profile?: ActiveProfile;
  readOnly?: string;
}

/** Looked up with every session. @param first what is known of the first one */
export function useActiveProfile(session: Session, first: AtWork): AtWork {
  const [known, setKnown] = useState({session, atWork: first});
  useEffect(() => {
    let current = true;
    const answer = (atWork: AtWork) => current && setKnown({session, atWork});
    readAtWork(session).then(answer);
    return () => {
      current = false;
    };
  }, [session]);
  return known.session === session ? known.atWork : {readOnly: session.globals.readOnly};
}

/** Where profiles cannot be read, the screens say why. */
export async function readAtWork(session: Session): Promise<AtWork> {
  const [profile, readOnly] = await Promise.all([
    session.active().catch(() => undefined),
    session.readOnly().catch(() => session.globals.readOnly),
  ]);
  return {profile, readOnly};
}
