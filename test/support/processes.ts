import {execFileSync} from 'node:child_process';

/** Reports whether a process has ended, even if its parent has not read the exit code yet. */
export function isGone(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], {encoding: 'utf8'}).startsWith('Z');
  } catch {
    return true;
  }
}
