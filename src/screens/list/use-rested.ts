import {useLayoutEffect, useRef, useState} from 'react';
import {useServices} from '../context/services.ts';

/** A selection that is moved on sooner is not worth a request. */
const REST_MS = 150;

/** Whether the same row has been selected for a moment. @param id undefined: nothing is waited for */
export function useRested(id: string | undefined): boolean {
  const {clock} = useServices().host;
  const [rested, setRested] = useState(0);
  // A row that is returned to has to rest anew.
  const visit = useRef({id, number: 1});
  if (visit.current.id !== id) visit.current = {id, number: visit.current.number + 1};
  const {number} = visit.current;
  // With the frame: the pause begins when the row is seen.
  useLayoutEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    clock.sleep(REST_MS, stop.signal).then(
      () => setRested(number),
      () => {},
    );
    return () => stop.abort();
  }, [id, number, clock]);
  return id !== undefined && rested === number;
}
