import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {fileProblem} from '../model/values.ts';

/** A file that could not be read or written, e.g. `Cannot write /home/me/.tool/config.json: permission denied`. */
export function storageError(action: string, path: string, cause: unknown): unknown {
  const problem = fileProblem(cause);
  return problem === undefined
    ? cause
    : new ToolError('storage', `Cannot ${action} ${cleanText(path)}: ${problem}`, {cause});
}
