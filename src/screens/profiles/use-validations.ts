import {useEffect, useReducer, useRef} from 'react';
import {validateProfile} from '../../app/use-cases/login.ts';
import type {Profile} from '../../services/model/credential.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {type RowValidation, rowId} from './profile-rows.ts';

export interface Validations {
  results: ReadonlyMap<string, RowValidation>;
  running: boolean;
  /** Why nothing could be checked, e.g. a bad TOOL_API_URL. */
  error: ToolError | undefined;
  /** Tries each profile with one request, one after the other: a keychain may ask before it gives out a secret. */
  start(profiles: readonly Profile[]): void;
  stop(): void;
}

interface State {
  results: ReadonlyMap<string, RowValidation>;
  running: boolean;
  error: ToolError | undefined;
}

type Action = {type: 'start'} | {type: 'row'; id: string; result: RowValidation} | {type: 'end'; error?: ToolError};

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'start':
      return {results: new Map(), running: true, error: undefined};
    case 'row':
      return {...state, results: new Map(state.results).set(action.id, action.result)};
    case 'end': {
      const verdicts = [...state.results].filter(([, result]) => result !== 'running');
      return {results: new Map(verdicts), running: false, error: action.error};
    }
  }
}

export function useValidations(): Validations {
  const {session} = useServices();
  const [state, dispatch] = useReducer(reduce, {results: new Map(), running: false, error: undefined});
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (profiles: readonly Profile[]) => {
    running.current?.abort();
    const control = new AbortController();
    const {signal} = control;
    running.current = control;
    dispatch({type: 'start'});
    const each = async () => {
      const credentials = await session.credentials();
      for (const profile of profiles) {
        if (signal.aborted) return;
        const id = rowId(profile);
        dispatch({type: 'row', id, result: 'running'});
        const result = await validateProfile(profile, credentials, session, signal);
        if (!signal.aborted) dispatch({type: 'row', id, result});
      }
    };
    each().then(
      () => signal.aborted || dispatch({type: 'end'}),
      (error) => signal.aborted || dispatch({type: 'end', error: asToolError(error)}),
    );
  };
  return {
    ...state,
    start,
    stop() {
      running.current?.abort();
      dispatch({type: 'end'});
    },
  };
}
