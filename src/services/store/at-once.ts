import {untilAborted} from '../async/until-aborted.ts';
import {ToolError} from '../model/error.ts';
import {type Http, HttpFailure} from '../ports.ts';

export const AT_ONCE = 8;

export function atMost(count: number, send: Http['send']): Http['send'] {
  const underWay = new Set<Promise<unknown>>();
  return async (request) => {
    while (underWay.size === count) {
      await untilAborted(
        Promise.race(underWay).catch(() => {}),
        request.signal,
      ).catch((cause) => {
        throw new HttpFailure('stopped', false, 'it was stopped before it went out', {cause});
      });
    }
    const answer = send(request);
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  };
}

/** Creates a gate that holds back requests while one waits for a rate limit to pass. If the limit stays, all fail. */
export function createLimitGate() {
  let held: Promise<void> | undefined;
  return async <T>(signal: AbortSignal | undefined, work: (hold: () => void) => Promise<T>): Promise<T> => {
    while (held) await untilAborted(held, signal);
    const passed = async () => {
      // The work may call this before its own promise exists.
      await Promise.resolve();
      const error = await result.catch((reason) => reason);
      held = undefined;
      if (error instanceof ToolError && error.kind === 'rate-limited') throw error;
    };
    const result: Promise<T> = work(() => {
      held ??= passed();
      held.catch(() => {});
    });
    return result;
  };
}
