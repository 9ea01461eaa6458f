import {randomBytes} from 'node:crypto';
import {hostname} from 'node:os';

/** No write takes longer than this, so a later process with the same ID is a different one. */
const LONGEST_WRITE = 24 * 3_600_000;

export const ownName = (): string =>
  `${thisMachine()}.${process.pid}.${ownStart()}.${hex(Date.now())}${randomBytes(6).toString('hex')}`;

export function ownerOf(name: string): 'running' | 'ended' | 'elsewhere' {
  const [, machine, pid, start, time = ''] = /^(.*)\.(\d+)\.([0-9a-f]{12})\.([0-9a-f]{12})[0-9a-f]*$/.exec(name) ?? [];
  if (machine !== thisMachine()) return 'elsewhere';
  // In a container, every run may have the same process ID.
  if (Number(pid) === process.pid) return start === ownStart() ? 'running' : 'ended';
  const isRecent = Date.now() - Number.parseInt(time, 16) < LONGEST_WRITE;
  return isRecent && isAlive(Number(pid)) ? 'running' : 'ended';
}

const thisMachine = () => hostname().replace(/[^\w-]/g, '_');

const ownStart = () => hex(Math.floor(performance.timeOrigin));

const hex = (time: number) => time.toString(16).padStart(12, '0');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
