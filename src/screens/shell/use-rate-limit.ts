import {useEffect, useState} from 'react';
import type {Session} from '../../app/session.ts';
import type {Clock} from '../../services/ports.ts';
import type {Toast} from '../context/shell.ts';
import {useCountdown} from '../time/use-countdown.ts';

/** While the service makes every request wait: says so and counts down. */
export function useRateLimit(session: Session, clock: Clock): Toast | undefined {
  const [until, setUntil] = useState<number>();
  useEffect(() => {
    session.onRateLimit = (ms) => setUntil(ms > 0 ? clock.now() + ms : undefined);
    return () => {
      session.onRateLimit = undefined;
      setUntil(undefined);
    };
  }, [session, clock]);
  const left = useCountdown(until, clock);
  return until === undefined ? undefined : {text: `Rate limited: retrying in ${Math.max(1, left)} s`, tone: 'busy'};
}
