import {onTestFinished, vi} from 'vitest';

/**
 * Stops requests from timing out until the test ends, so that a slow machine does not matter.
 * @returns a function that times out all requests made so far
 */
export function holdTimeOuts(): () => void {
  const held: AbortController[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    held.push(controller);
    return controller.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return () => {
    for (const controller of held.splice(0)) controller.abort(new DOMException('The time is up', 'TimeoutError'));
  };
}
