import {HttpFailure} from '../ports.ts';

/** The body as text, unpacked. @throws HttpFailure `too-large`, `truncated` */
export async function bodyText(
  chunks: readonly Buffer[],
  encoding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  const isPacked = whole.length > 0 && /^(?:x-)?gzip$/i.test(encoding?.trim() ?? '');
  return (isPacked ? await unpack(whole, maxBytes) : whole).toString('utf8');
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
