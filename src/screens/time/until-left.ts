/** For an effect: work that its end aborts, or whose failure says nothing. */
export function untilLeft(work: (signal: AbortSignal) => Promise<unknown>): () => void {
  const stop = new AbortController();
  work(stop.signal).catch(() => {});
  return () => stop.abort();
}
