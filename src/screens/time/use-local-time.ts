import {useMemo} from 'react';
import {useServices} from '../context/services.ts';
import {createLocalTime, type LocalTime} from '../text/time.ts';

export function useLocalTime(): LocalTime {
  const {host} = useServices();
  return useMemo(() => createLocalTime(host.env), [host]);
}
