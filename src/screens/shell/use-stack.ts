import {useCallback, useMemo, useReducer} from 'react';
import type {AppRequest} from '../../app/command.ts';
import type {Router} from '../context/router.ts';
import {routerOf, routerReducer} from '../context/stack.ts';
import {firstStack} from './start.ts';

/** The stack of screens. `forget` drops everything that they keep, but for the one in front. */
export function useStack(request: AppRequest): {router: Router; forget(): void} {
  const [stack, route] = useReducer(routerReducer, request, firstStack);
  const router = useMemo(() => routerOf(stack, route), [stack]);
  return {router, forget: useCallback(() => route({type: 'forget'}), [])};
}
