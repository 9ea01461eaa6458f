import {execFileSync} from 'node:child_process';

/** Also one that has ended and nobody has asked for its exit code. */
export function isGone(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], {encoding: 'utf8'}).startsWith('Z');
  } catch {
    return true;
  }
}
