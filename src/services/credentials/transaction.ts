import {ToolError} from '../model/error.ts';

/** Steps that are undone, last first, when one of them fails. */
export interface Transaction {
  /** Runs a step; `undo` is kept for the case that a later one fails. */
  step<T>(work: () => Promise<T>, undo: () => Promise<unknown>): Promise<T>;
}

/** Runs steps as one. @throws what the failing step threw, with a line more where undoing failed too */
export async function transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const undos: (() => Promise<unknown>)[] = [];
  try {
    return await work({
      async step(step, undo) {
        const result = await step();
        undos.unshift(undo);
        return result;
      },
    });
  } catch (error) {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const undo of undos) outcomes.push(...(await Promise.allSettled([undo()])));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed || !(error instanceof ToolError)) throw error;
    const reason = failed.reason instanceof Error ? failed.reason.message : String(failed.reason);
    throw error.with({line: `What was written before could not be undone: ${reason}`});
  }
}
