import {untilAborted} from '../async/until-aborted.ts';
import {ToolError} from '../model/error.ts';
import {type Http, HttpFailure} from '../ports.ts';

export const AT_ONCE = 8;

export function atMost(count: number, send: Http['send']): Http['send'] {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new HttpFailure('stopped', false, 'it was stopped before it went out', {cause: signal?.reason}));
      };
      waiting.push(enter);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave, {once: true});
    });
  return async (request) => {
    if (underWay === count) await turn(request.signal);
    else underWay += 1;
    try {
      return await send(request);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else underWay -= 1;
    }
  };
}

/** While one request waits for a limit of the service to pass, no other begins. If it fails, so do the others. */
export function createLimitGate() {
  let held: Promise<ToolError | undefined> | undefined;
  return async <T>(signal: AbortSignal | undefined, work: (hold: () => void) => Promise<T>): Promise<T> => {
    while (held) {
      const limit = await untilAborted(held, signal);
      if (limit) throw limit;
    }
    let open: ((limit?: ToolError) => void) | undefined;
    const hold = () => {
      if (held) return;
      held = new Promise((resolve) => {
        open = resolve;
      });
    };
    let limit: ToolError | undefined;
    try {
      return await work(hold);
    } catch (error) {
      if (error instanceof ToolError && error.kind === 'rate-limited') limit = error;
      throw error;
    } finally {
      if (open) held = undefined;
      open?.(limit);
    }
  };
}
