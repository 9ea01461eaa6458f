// Fixes the signature of a macOS executable, which the compiler does not.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';

const HEADER = 32;
const SEGMENT = 0x19;
const SIGNATURE = 0x1d;

/**
 * Removes the signature, and makes a new one on a Mac. For Intel, the compiler leaves the signature of Bun itself,
 * which no longer matches, and macOS kills such a program. An Intel program runs without any signature.
 * @param {string} path
 */
export function replaceSignature(path) {
  removeSignature(path);
  if (process.platform === 'darwin') execFileSync('codesign', ['--force', '--sign', '-', path]);
}

/** @param {string} path */
function removeSignature(path) {
  const bytes = readFileSync(path);
  const count = bytes.readUInt32LE(16);
  const end = HEADER + bytes.readUInt32LE(20);
  let linkEdit = 0;
  for (let offset = HEADER, length = 0; offset < end; offset += length) {
    length = bytes.readUInt32LE(offset + 4);
    const command = bytes.readUInt32LE(offset);
    if (command === SEGMENT && bytes.toString('latin1', offset + 8, offset + 18) === '__LINKEDIT') linkEdit = offset;
    if (command !== SIGNATURE) continue;
    const data = bytes.readUInt32LE(offset + 8);
    if (offset + length !== end || linkEdit === 0 || data + bytes.readUInt32LE(offset + 12) !== bytes.length) {
      throw new Error(`${path}: the signature is not the last thing in the file`);
    }
    bytes.fill(0, offset, end);
    bytes.writeUInt32LE(count - 1, 16);
    bytes.writeUInt32LE(end - HEADER - length, 20);
    // This is the size of the segment in the file.
    bytes.writeBigUInt64LE(BigInt(data) - bytes.readBigUInt64LE(linkEdit + 40), linkEdit + 48);
    writeFileSync(path, bytes.subarray(0, data));
    return;
  }
}
