import {useEffect, useState} from 'react';
import {useServices} from '../context/services.ts';
import {untilLeft} from './until-left.ts';

const SLOW_AFTER_MS = 150;

/** True once `busy` has lasted long enough to be worth showing. */
export function useSlow(busy: boolean): boolean {
  const {host} = useServices();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) return;
    return untilLeft((signal) => host.clock.sleep(SLOW_AFTER_MS, signal).then(() => setSlow(true)));
  }, [busy, host]);
  return busy && slow;
}
