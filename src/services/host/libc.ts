import process from 'node:process';

/** What the executable has to ask the system itself: Bun does not offer it, or answers something else than Node. */

interface Ffi {
  dlopen(library: string, functions: object): {symbols: Record<string, (...words: unknown[]) => number>};
  read: {u32(pointer: number, offset: number): number};
}

const LIBRARY = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6';
/** Of `pw_gid` in `struct passwd`: after two pointers and the user's ID. */
const GROUP_OFFSET = 20;

const ffi = () => process.getBuiltinModule('bun:ffi') as unknown as Ffi;

/** The user's own group as the user database has it; Bun's `userInfo()` has that of the process. */
export function primaryGroup(user: number): number | undefined {
  const {dlopen, read} = ffi();
  const {symbols} = dlopen(LIBRARY, {getpwuid: {args: ['u32'], returns: 'ptr'}});
  const entry = symbols.getpwuid?.(user);
  return entry ? read.u32(entry, GROUP_OFFSET) : undefined;
}

/** The descriptor of a new file that is in memory only. Linux. */
export function createMemoryFile(): number {
  const {symbols} = ffi().dlopen(LIBRARY, {memfd_create: {args: ['cstring', 'u32'], returns: 'int'}});
  return symbols.memfd_create?.(Buffer.from('keytar\0'), 0) ?? -1;
}
