/** Runs the work once and gives every caller its result. It may fail before anyone awaits it, which is not a crash. */
export function once<Args extends unknown[], T>(work: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  let started: Promise<T> | undefined;
  return (...args) => {
    if (!started) {
      started = work(...args);
      started.catch(() => {});
    }
    return started;
  };
}
