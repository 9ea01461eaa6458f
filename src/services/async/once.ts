/** Runs the work once and gives every caller its result. A failure that nobody awaits yet must not end the process. */
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
