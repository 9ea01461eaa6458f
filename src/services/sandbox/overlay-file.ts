import * as v from 'valibot';
import {ToolError} from '../model/error.ts';
import {PLATFORMS} from '../model/version.ts';
import type {Clock, Files} from '../ports.ts';
import type {Overlay, OverlayStore} from './overlay.ts';

export interface OverlayFileOptions {
  /** Absolute. */
  path: string;
  files: Files;
  clock: Clock;
  /** Told once of a damaged file and where it is kept. */
  warn(text: string): void;
}

const RECORD = v.object({
  id: v.string(),
  app: v.string(),
  platform: v.picklist(PLATFORMS),
  versionString: v.string(),
  state: v.string(),
  createdDate: v.pipe(v.string(), v.isoTimestamp()),
  copyright: v.optional(v.string()),
  releaseType: v.optional(v.string()),
  earliestReleaseDate: v.optional(v.string()),
  reviewType: v.optional(v.string()),
  usesIdfa: v.optional(v.boolean()),
  downloadable: v.optional(v.boolean()),
  build: v.optional(v.string()),
  releasedAt: v.optional(v.number()),
  replacedAt: v.optional(v.number()),
});
const FORMAT = 1;
const DOCUMENT = v.object({format: v.literal(FORMAT), versions: v.record(v.string(), v.nullable(RECORD))});

/**
 * The overlay in a file that several processes may share: read anew for every request, and changed under a lock by
 * reading, applying and replacing it, so that nothing that another process wrote is lost.
 */
export function createOverlayFile({path, files, clock, warn}: OverlayFileOptions): OverlayStore {
  let known: {content: Uint8Array; overlay: Overlay} | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function load(): Promise<Overlay | 'damaged'> {
    const content = await readFile(path, files);
    if (known && Buffer.compare(known.content, content) === 0) return known.overlay;
    const overlay = parse(content);
    if (overlay !== 'damaged') known = {content, overlay};
    return overlay;
  }

  /** Under the lock. */
  async function loadOrRescue(): Promise<Overlay> {
    const overlay = await load();
    if (overlay !== 'damaged') return overlay;
    const stamp = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const aside = `${path}.damaged-${stamp}`;
    await files.writeAtomic(aside, await readFile(path, files), 0o600);
    await files.remove(path);
    warn(`The sandbox data in ${path} is damaged: it is kept as ${aside}, and the sandbox starts afresh.`);
    return {};
  }

  /** One after the other in this process, and locked against others. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(() => files.withLock(path, work)).catch((error) => fail(error, path, 'written'));
    queue = turn.catch(() => {});
    return turn;
  }

  return {
    async read() {
      const overlay = await load();
      return overlay === 'damaged' ? exclusively(loadOrRescue) : overlay;
    },
    change: (work) =>
      exclusively(async () => {
        const overlay = await loadOrRescue();
        const {changes, result} = work(overlay);
        if (Object.keys(changes).length === 0) return result;
        const versions = {...overlay, ...changes};
        await files.writeAtomic(path, `${JSON.stringify({format: FORMAT, versions})}\n`, 0o600);
        return result;
      }),
  };
}

async function readFile(path: string, files: Files): Promise<Uint8Array> {
  try {
    return await files.read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Uint8Array();
    return fail(error, path, 'read');
  }
}

/** System errors become a storage error that names the file; others pass. */
function fail(error: unknown, path: string, what: 'read' | 'written'): never {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  throw new ToolError('storage', `The sandbox data ${path} cannot be ${what}: ${error.message}`, {cause: error});
}

function parse(content: Uint8Array): Overlay | 'damaged' {
  if (content.length === 0) return {};
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(content);
    return v.parse(DOCUMENT, JSON.parse(text)).versions;
  } catch {
    return 'damaged';
  }
}
