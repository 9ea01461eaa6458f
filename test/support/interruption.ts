/** Creates a signal that aborts as soon as a wait listens to it, so that the abort always comes during the wait. */
export function abortingWhenAwaited(reason: unknown): AbortSignal {
  const controller = new AbortController();
  const {signal} = controller;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof listen>) => {
    listen(...args);
    queueMicrotask(() => controller.abort(reason));
  };
  return signal;
}
