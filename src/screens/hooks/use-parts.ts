import {useEffect, useRef, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';

interface Parts<Part> {
  parts: readonly Part[];
  running: boolean;
  complete: boolean;
  error?: ToolError;
}

export function useParts<Part>(running = false) {
  const [state, setState] = useState<Parts<Part>>({parts: [], running, complete: false});
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  return {
    ...state,
    start(work: (signal: AbortSignal) => AsyncIterable<Part>) {
      latest.current?.abort();
      const control = new AbortController();
      const {signal} = control;
      latest.current = control;
      setState({parts: [], running: true, complete: false});
      const end = (how: Partial<Parts<Part>>) =>
        signal.aborted || setState((before) => ({...before, running: false, ...how}));
      const read = async () => {
        for await (const part of work(signal)) {
          if (!signal.aborted) setState((before) => ({...before, parts: [...before.parts, part]}));
        }
      };
      read().then(
        () => end({complete: true}),
        (error) => end({error: asToolError(error)}),
      );
    },
    stop() {
      latest.current?.abort();
      setState((before) => ({...before, running: false}));
    },
  };
}
