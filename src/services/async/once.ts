/** All calls share the answer of the first one, whose failure may come before anybody waits for it. */
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
