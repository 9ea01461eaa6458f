import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * Creates one temporary directory for the whole run, and removes it at the end. A test that leaves a file or a process
 * there fails the run.
 */
export default function setup(): (() => void) | undefined {
  // Each project calls this function; the first call creates the directory for all of them.
  if (process.env.TOOL_TEST_ROOT) return undefined;
  mkdirSync(tmpdir(), {recursive: true});
  const root = mkdtempSync(join(tmpdir(), 'tool-'));
  // Some tests run the tool as another user, who has to reach a home in this directory.
  chmodSync(root, 0o711);
  process.env.TOOL_TEST_ROOT = root;
  process.env.TMPDIR = root;
  // An interrupted run exits without calling the teardown.
  process.once('exit', () => clear(root));
  return () => {
    const left = clear(root);
    if (left.length === 0) return;
    process.exitCode = 1;
    const more = left.length > 9 ? `, and ${left.length - 9} more` : '';
    throw new Error(`Tests left behind: ${left.slice(0, 9).join(', ')}${more}`);
  };
}

/**
 * Kills the processes and removes the files that are left.
 * @returns descriptions of what was left
 */
function clear(root: string): string[] {
  const processes = processesOf(root);
  for (const {id} of processes) process.kill(id, 'SIGKILL');
  const left = existing(() => readdirSync(root)) ?? [];
  rmSync(root, {recursive: true, force: true, maxRetries: 5});
  return [...left, ...processes.map(({id, name}) => `process ${id} (${name})`)];
}

/**
 * Returns the processes with a path below `root` in their environment, except the workers of this run. Returns none on
 * a system without `/proc`.
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

/** Returns undefined if `read` fails, because a file is gone or belongs to another user. */
function existing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
