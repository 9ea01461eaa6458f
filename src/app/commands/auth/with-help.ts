import {ToolError} from '../../../services/model/error.ts';
import {helpHint} from '../../usage.ts';

/** Points usage errors that only the services can see to the command's help, as those of its flags are. */
export async function withHelp<T>(path: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind !== 'usage') throw error;
    const hint = [error.hint, helpHint(path)].filter(Boolean).join(' ');
    throw new ToolError('usage', error.message, {hint, facts: error.facts, cause: error});
  }
}
