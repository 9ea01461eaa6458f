import process from 'node:process';

interface Ffi {
  dlopen(library: string, functions: object): {symbols: Record<string, (...words: unknown[]) => number>};
  read: {u32(pointer: number, offset: number): number; ptr(pointer: number, offset: number): number};
  CString: new (pointer: number) => string;
}

const isMac = process.platform === 'darwin';
const LIBRARY = isMac ? 'libSystem.B.dylib' : 'libc.so.6';
/** `pw_gid` comes after two pointers and the user's ID in `struct passwd`. */
const GROUP_OFFSET = 20;
const HOME_OFFSET = isMac ? 48 : 32;

const ffi = () => process.getBuiltinModule('bun:ffi') as unknown as Ffi;

export function userEntry(user: number): {group: number; home: string} | undefined {
  const {dlopen, read, CString} = ffi();
  const {symbols} = dlopen(LIBRARY, {getpwuid: {args: ['u32'], returns: 'ptr'}});
  const entry = symbols.getpwuid?.(user);
  if (!entry) return undefined;
  return {group: read.u32(entry, GROUP_OFFSET), home: String(new CString(read.ptr(entry, HOME_OFFSET)))};
}

/** Removes a variable from the environment itself, because Bun's native code ignores changes of `process.env`. */
export function removeVariable(name: string): void {
  if (process.platform === 'win32') return;
  const {symbols} = ffi().dlopen(LIBRARY, {unsetenv: {args: ['cstring'], returns: 'int'}});
  symbols.unsetenv?.(Buffer.from(`${name}\0`));
}

export function createMemoryFile(): number {
  const {symbols} = ffi().dlopen(LIBRARY, {memfd_create: {args: ['cstring', 'u32'], returns: 'int'}});
  return symbols.memfd_create?.(Buffer.from('keytar\0'), 0) ?? -1;
}
