import {randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';

export const ownName = (): string => `${thisMachine()}.${process.pid}.${ownStart()}.${randomBytes(6).toString('hex')}`;

export function ownerOf(name: string): 'running' | 'ended' | 'elsewhere' {
  const [, machine, pid, start = ''] = /^(.*)\.(\d+)\.([0-9a-f]{12})\.[0-9a-f]{12}$/.exec(name) ?? [];
  if (machine !== thisMachine()) return 'elsewhere';
  // In a container, every run may have the same process ID.
  const isOwn = Number(pid) === process.pid;
  if (isOwn) return start === ownStart() ? 'running' : 'ended';
  if (!isAlive(Number(pid))) return 'ended';
  return (startOf(Number(pid)) ?? 0) > Number.parseInt(start, 16) + 60_000 ? 'ended' : 'running';
}

const thisMachine = () => hostname().replace(/[^\w-]/g, '_');

const ownStart = () => Math.floor(performance.timeOrigin).toString(16).padStart(12, '0');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function startOf(pid: number): number | undefined {
  try {
    if (process.platform !== 'linux') {
      const env = {PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: process.env.TZ};
      const options = {env, timeout: 2000, encoding: 'utf8'} as const;
      const {execFileSync} = process.getBuiltinModule('node:child_process');
      return Date.parse(execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options)) || undefined;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    const uptime = Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]);
    return Date.now() - uptime * 1000 + ticks * 10 || undefined;
  } catch {
    return undefined;
  }
}
