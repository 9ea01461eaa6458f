import {useEffect} from 'react';
import type {Session} from '../../app/session.ts';
import type {Clock} from '../../services/ports.ts';
import type {Toast} from '../context/app-context.ts';

/** While the service makes every request wait, says so and counts down. */
export function useRateLimit(session: Session, clock: Clock, show: (toast: Toast | undefined) => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = () => {
      clearInterval(timer);
      timer = undefined;
    };
    session.onRateLimit = (ms) => {
      const wasCounting = timer !== undefined;
      stop();
      const until = clock.now() + ms;
      const tick = () =>
        show({
          text: `Rate limited: asked again in ${Math.max(1, Math.ceil((until - clock.now()) / 1000))} s`,
          tone: 'busy',
        });
      if (ms > 0) {
        tick();
        timer = setInterval(tick, 1000);
      } else if (wasCounting) show(undefined);
    };
    return () => {
      stop();
      session.onRateLimit = undefined;
    };
  }, [session, clock, show]);
}
