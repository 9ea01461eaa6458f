import {useCallback, useMemo, useReducer, useRef} from 'react';
import type {AppRequest} from '../../app/command.ts';
import {type Router, routerReducer} from '../context/router.ts';
import {firstStack} from './start.ts';

/** Beyond the IDs of the first stack. */
const FIRST_ID = 100;

/** The stack of screens. `forget` drops everything that they keep, and mounts the one in front anew. */
export function useStack(request: AppRequest): {router: Router; forget(): void} {
  const [stack, route] = useReducer(routerReducer, request, firstStack);
  const ids = useRef(FIRST_ID);
  const takeIds = useCallback((count: number) => {
    const first = ids.current;
    ids.current += count;
    return first;
  }, []);

  const router = useMemo<Router>(
    () => ({
      stack,
      push: (screen, params = {}) => route({type: 'push', screen, params, id: takeIds(1)}),
      replace: (screen, params = {}) => route({type: 'replace', screen, params, id: takeIds(1)}),
      back: () => route({type: 'back'}),
      reset: (screen, params = {}) => route({type: 'reset', screen, params, id: takeIds(1)}),
    }),
    [stack, takeIds],
  );
  const deep = stack.length;
  const forget = useCallback(() => route({type: 'forget', id: takeIds(deep)}), [takeIds, deep]);
  return {router, forget};
}
