/** Ignores what the work does after an abort. @throws the signal's reason if it aborts before the work has ended */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), {once: true, signal: ended.signal});
  });
  return Promise.race([work, aborted]).finally(() => ended.abort());
}
