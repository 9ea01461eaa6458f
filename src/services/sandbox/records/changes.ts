import * as v from 'valibot';
import {oneAfterAnother} from '../../async/one-after-another.ts';
import {ToolError} from '../../model/error.ts';
import type {Files} from '../../ports.ts';
import {type RecordOf, SHAPES, type Table} from './shapes.ts';

export type Changes = {readonly [T in Table]?: Readonly<Record<string, RecordOf<T> | null>>};

/** A read sees all earlier writes. Writes run one after another. */
export interface ChangeStore {
  read(): Promise<Changes>;
  change<T>(work: (changes: Changes) => {changes?: Changes; result: T}, signal?: AbortSignal): Promise<T>;
}

export function createMemoryChanges(): ChangeStore {
  let changes: Changes = {};
  return {
    read: async () => changes,
    async change(work) {
      const {changes: next = changes, result} = work(changes);
      changes = next;
      return result;
    },
  };
}

const FORMAT = 2;
const tables = Object.entries(SHAPES).map(([table, shape]) => [
  table,
  v.optional(v.record(v.string(), v.nullable(shape as v.GenericSchema))),
]);
const DOCUMENT = v.object({format: v.literal(FORMAT), ...Object.fromEntries(tables)});

export function createChangesFile(path: string, files: Files): ChangeStore {
  let known: {content: Uint8Array; changes: Changes} | undefined;
  const inTurn = oneAfterAnother();

  async function read(): Promise<Changes> {
    const content = await readFile(path, files);
    if (known && Buffer.compare(known.content, content) === 0) return known.changes;
    known = {content, changes: parse(content, path)};
    return known.changes;
  }

  return {
    read,
    change: (work, signal) =>
      inTurn(async () => {
        const change = async () => {
          const {changes, result} = work(await read());
          if (changes) await files.writeAtomic(path, `${JSON.stringify({format: FORMAT, ...changes})}\n`, 0o600);
          return result;
        };
        signal?.throwIfAborted();
        return files.withLock(path, change, signal).catch((error) => {
          signal?.throwIfAborted();
          return cannotBe('written', path, error);
        });
      }),
  };
}

async function readFile(path: string, files: Files): Promise<Uint8Array> {
  try {
    return await files.read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Uint8Array();
    return cannotBe('read', path, error);
  }
}

export function cannotBe(what: 'read' | 'written', path: string, error: unknown): never {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  throw new ToolError('storage', `The sandbox data ${path} cannot be ${what}: ${error.message}`, {cause: error});
}

function parse(content: Uint8Array, path: string): Changes {
  if (content.length === 0) return {};
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(content);
    const {format: _format, ...changes} = v.parse(DOCUMENT, JSON.parse(text));
    return changes as Changes;
  } catch {
    const hint = 'Move it away or delete it: the sandbox then starts again from its samples.';
    throw new ToolError('storage', `${path} holds no sandbox data of this version: it is left as it is`, {hint});
  }
}
