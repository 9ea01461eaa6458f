import {onTestFinished, vi} from 'vitest';

/**
 * Until the test ends, requests run out of time when the test says so and not before, however slow the machine is.
 * @returns ends the time of all requests made so far
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
