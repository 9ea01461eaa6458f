import {useCallback, useEffect, useReducer, useRef} from 'react';
import type {DoctorSection} from '../../services/credentials/credentials.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';

export interface Examination {
  sections: readonly DoctorSection[];
  running: boolean;
  error: ToolError | undefined;
  /** All checks of the run were made. */
  complete: boolean;
}

export interface Doctor extends Examination {
  /** Checks everything again; with `fix`, also repairs. */
  examine(fix: boolean): void;
  stop(): void;
}

type Action =
  | {type: 'start'}
  | {type: 'section'; section: DoctorSection}
  | {type: 'end'; complete: boolean; error?: ToolError};

const NOTHING: Examination = {sections: [], running: true, error: undefined, complete: false};

function reduce(state: Examination, action: Action): Examination {
  switch (action.type) {
    case 'start':
      return NOTHING;
    case 'section':
      return {...state, sections: [...state.sections, action.section]};
    case 'end':
      return {...state, running: false, complete: action.complete, error: action.error};
  }
}

/** The checks of `auth doctor`, section by section as they finish; the first run starts by itself. */
export function useDoctor(): Doctor {
  const {session, workAs} = useServices();
  const [state, dispatch] = useReducer(reduce, NOTHING);
  const running = useRef<object>(undefined);

  const examine = useCallback(
    (fix: boolean) => {
      const run = {};
      running.current = run;
      dispatch({type: 'start'});
      const read = async () => {
        const credentials = await session.credentials();
        for await (const section of credentials.doctor({fix})) {
          if (running.current === run) dispatch({type: 'section', section});
          // A repair is finished even when nobody looks at it any more.
          else if (!fix) return;
        }
        if (fix) workAs(session.globals.profile);
      };
      read().then(
        () => running.current === run && dispatch({type: 'end', complete: true}),
        (error) => running.current === run && dispatch({type: 'end', complete: false, error: asToolError(error)}),
      );
    },
    [session, workAs],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a repair changes the session, and is not to be followed by another run
  useEffect(() => {
    examine(false);
    return () => {
      running.current = undefined;
    };
  }, []);

  return {
    ...state,
    examine,
    stop() {
      running.current = undefined;
      dispatch({type: 'end', complete: false});
    },
  };
}
