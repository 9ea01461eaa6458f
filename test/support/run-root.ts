import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * One temporary directory for the whole run, gone when it ends. A test that leaves a file or a process in it fails the
 * run.
 */
export default function setup(): (() => void) | undefined {
  // Each project calls this; the first one makes the directory for all.
  if (process.env.TOOL_TEST_ROOT) return undefined;
  mkdirSync(tmpdir(), {recursive: true});
  const root = mkdtempSync(join(tmpdir(), 'tool-'));
  // Some tests run the tool as another user, who needs access to a home in it.
  chmodSync(root, 0o711);
  process.env.TOOL_TEST_ROOT = root;
  process.env.TMPDIR = root;
  // Also where the run is interrupted.
  process.once('exit', () => clear(root));
  return () => {
    const left = clear(root);
    if (left.length === 0) return;
    process.exitCode = 1;
    const more = left.length > 9 ? `, and ${left.length - 9} more` : '';
    throw new Error(`Tests left behind: ${left.slice(0, 9).join(', ')}${more}`);
  };
}

/** @returns what was there */
function clear(root: string): string[] {
  const processes = processesOf(root);
  for (const {id} of processes) process.kill(id, 'SIGKILL');
  const left = existing(() => readdirSync(root)) ?? [];
  rmSync(root, {recursive: true, force: true, maxRetries: 5});
  return [...left, ...processes.map(({id, name}) => `process ${id} (${name})`)];
}

/**
 * Processes with a path below `root` in their environment, without the workers of this one. Without `/proc` there is no
 * telling: none.
 */
function processesOf(root: string): {id: number; name: string}[] {
  const found: {id: number; name: string}[] = [];
  for (const entry of existing(() => readdirSync('/proc')) ?? []) {
    const id = Number(entry);
    if (!id || id === process.pid) continue;
    const environment = existing(() => readFileSync(`/proc/${id}/environ`, 'utf8'));
    if (!environment?.includes(root) || parentOf(id) === process.pid) continue;
    found.push({id, name: existing(() => readFileSync(`/proc/${id}/comm`, 'utf8').trim()) ?? '?'});
  }
  return found;
}

function parentOf(id: number): number | undefined {
  const status = existing(() => readFileSync(`/proc/${id}/status`, 'utf8'));
  const [, parent] = /^PPid:\s*(\d+)$/m.exec(status ?? '') ?? [];
  return parent === undefined ? undefined : Number(parent);
}

/** Undefined for what is gone, or is someone else's. */
function existing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
