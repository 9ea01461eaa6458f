import {execFileSync} from 'node:child_process';

/** Includes a process that has ended, but whose exit code nobody has read. */
export function isGone(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], {encoding: 'utf8'}).startsWith('Z');
  } catch {
    return true;
  }
}
