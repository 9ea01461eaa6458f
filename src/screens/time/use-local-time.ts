import {useMemo} from 'react';
import {createLocalTime, type LocalTime} from '../../app/present/local-time.ts';
import {useServices} from '../context/services.ts';

export function useLocalTime(): LocalTime {
  const {host} = useServices();
  return useMemo(() => createLocalTime(host.env), [host]);
}
