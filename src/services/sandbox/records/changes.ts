import * as v from 'valibot';
import {ToolError} from '../../model/error.ts';
import type {Clock, Files} from '../../ports.ts';
import {type RecordOf, SHAPES, type Table} from './shapes.ts';

export type Changes = {readonly [T in Table]?: Readonly<Record<string, RecordOf<T> | null>>};

/** Reads see all earlier writes; writes are serialized. */
export interface ChangeStore {
  read(signal?: AbortSignal): Promise<Changes>;
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

export interface ChangesFileOptions {
  path: string;
  files: Files;
  clock: Clock;
  isOwn?: boolean;
  warn(text: string): void;
}

const FORMAT = 2;
const tables = Object.entries(SHAPES).map(([table, shape]) => [
  table,
  v.optional(v.record(v.string(), v.nullable(shape as v.GenericSchema))),
]);
const DOCUMENT = v.object({format: v.literal(FORMAT), ...Object.fromEntries(tables)});

export function createChangesFile({path, files, clock, warn, isOwn = false}: ChangesFileOptions): ChangeStore {
  let known: {content: Uint8Array; changes: Changes} | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function load(): Promise<Changes | 'damaged'> {
    const content = await readFile(path, files);
    if (known && Buffer.compare(known.content, content) === 0) return known.changes;
    const changes = parse(content);
    if (changes !== 'damaged') known = {content, changes};
    return changes;
  }

  async function loadOrRescue(): Promise<Changes> {
    const changes = await load();
    if (changes !== 'damaged') return changes;
    if (!isOwn && !isOurs(await readFile(path, files))) {
      throw new ToolError('storage', `${path} is not a file of the sandbox's data: it is left as it is`);
    }
    const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const aside = `${path}.damaged-${stamp}`;
    await files.writeAtomic(aside, await readFile(path, files), 0o600);
    await files.remove(path);
    warn(
      `The sandbox data in ${path} is damaged, or of another version: it is kept as ${aside}, and the sandbox starts again from its samples.`,
    );
    return {};
  }

  function exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const locked = async () => {
      signal?.throwIfAborted();
      try {
        return await files.withLock(path, work, signal);
      } catch (error) {
        signal?.throwIfAborted();
        return cannotBe('written', path, error);
      }
    };
    const turn = queue.then(locked);
    queue = turn.catch(() => {});
    return turn;
  }

  return {
    async read(signal) {
      const changes = await load();
      return changes === 'damaged' ? exclusively(loadOrRescue, signal) : changes;
    },
    change: (work, signal) =>
      exclusively(async () => {
        const {changes, result} = work(await loadOrRescue());
        if (changes) await files.writeAtomic(path, `${JSON.stringify({format: FORMAT, ...changes})}\n`, 0o600);
        return result;
      }, signal),
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

function isOurs(content: Uint8Array): boolean {
  return /^\s*\{\s*"format"\s*:/.test(Buffer.from(content.subarray(0, 100)).toString('utf8'));
}

function parse(content: Uint8Array): Changes | 'damaged' {
  if (content.length === 0) return {};
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(content);
    const {format: _format, ...changes} = v.parse(DOCUMENT, JSON.parse(text));
    return changes as Changes;
  } catch {
    return 'damaged';
  }
}
