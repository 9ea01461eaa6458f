/** The process as the full-screen app needs it: a shell's job, and a place where errors end that nobody caught. */
export interface AppProcess {
  /** Stops the job as Ctrl+Z does in a shell; resolves when it goes on. */
  stop(): Promise<void>;
  /** @returns how to stop listening */
  listen(listeners: {
    /** Another program asked the job to stop: whoever listens then calls stop(). */
    onStopRequest(): void;
    /** The job goes on after it was stopped without being asked. */
    onContinued(): void;
    /** Nobody caught this. */
    onFatal(error: unknown): void;
  }): () => void;
}
