import {HttpFailure} from '../ports.ts';

/** The most that is read of an answer that refuses: nobody reads on, and its status says what it means. */
const MOST_OF_ERROR = 1024 * 1024;

export function isError(status: number): boolean {
  return status < 200 || status >= 300;
}

export function mostOf(status: number, maxBytes: number): number {
  return isError(status) ? Math.min(maxBytes, MOST_OF_ERROR) : maxBytes;
}

/** The body as text, unpacked; nothing of a refusal that is too long. @throws HttpFailure `too-large`, `truncated` */
export async function bodyText(
  whole: Buffer,
  {status, encoding, maxBytes}: {status: number; encoding: string | undefined; maxBytes: number},
): Promise<string> {
  const isPacked = whole.length > 0 && /^(?:x-)?gzip$/i.test(encoding?.trim() ?? '');
  if (!isPacked) return whole.toString('utf8');
  try {
    return (await unpack(whole, mostOf(status, maxBytes))).toString('utf8');
  } catch (error) {
    if (isError(status) && error instanceof HttpFailure && error.reason === 'too-large') return '';
    throw error;
  }
}

async function unpack(packed: Buffer, maxBytes: number): Promise<Buffer> {
  const [{promisify}, {gunzip}] = await Promise.all([import('node:util'), import('node:zlib')]);
  try {
    return await promisify(gunzip)(packed, {maxOutputLength: maxBytes});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new HttpFailure('truncated', true, 'the compressed answer cannot be read', {cause: error});
  }
}

export function tooLarge(maxBytes: number): HttpFailure {
  return new HttpFailure('too-large', true, `the answer is larger than ${maxBytes} bytes`);
}
