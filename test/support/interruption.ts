/** A signal that aborts as soon as someone waits with it: in the middle of a wait, whatever the timing. */
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
