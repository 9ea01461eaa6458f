import type {Dispatcher} from 'undici';
import {Bytes} from '../bytes.ts';
import {HttpFailure, type HttpRequest} from '../ports.ts';

export interface Progress {
  /** The first bytes are going out: the service may receive the request. */
  sent: boolean;
  answered: boolean;
}

export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Bytes;
}

/**
 * Sends one request and collects the answer. An abort rejects at once with the signal's reason; a request still waiting
 * for its connection is then never sent.
 */
export function exchange(
  dispatcher: Dispatcher,
  {method, url, headers, body, maxBytes}: Omit<HttpRequest, 'signal'>,
  signal: AbortSignal,
  progress: Progress,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const {origin, pathname, search} = new URL(url);
    const answer: RawAnswer = {status: 0, headers: {}, body: new Bytes()};
    let controller: Dispatcher.DispatchController | undefined;
    const abort = () => {
      controller?.abort(signal.reason);
      fail(signal.reason);
    };
    const fail = (error: unknown) => {
      forget();
      reject(error);
    };
    const end = (whole: RawAnswer) => {
      forget();
      resolve(whole);
    };
    // A leaked listener would keep every answer alive.
    const forget = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);

    dispatcher.dispatch(
      {origin, path: pathname + search, method, headers, body},
      {
        onRequestStart(given) {
          if (signal.aborted) return given.abort(signal.reason);
          controller = given;
          progress.sent = true;
        },
        onResponseStart(_, status, received) {
          if (status < 200) return;
          progress.answered = true;
          answer.status = status;
          answer.headers = received;
        },
        onResponseData(given, chunk) {
          answer.body.add(chunk);
          const most = mostOf(answer.status, maxBytes);
          if (answer.body.length <= most) return;
          if (isError(answer.status)) end({...answer, body: new Bytes()});
          given.abort(tooLarge(most));
        },
        onResponseEnd: () => end(answer),
        onResponseError: (_, error) => fail(error),
      },
    );
  });
}

/** Error bodies are cut at this size; their status says enough. */
const MOST_OF_ERROR = 1024 * 1024;

function isError(status: number): boolean {
  return status < 200 || status >= 300;
}

function mostOf(status: number, maxBytes: number): number {
  return isError(status) ? Math.min(maxBytes, MOST_OF_ERROR) : maxBytes;
}

/** The decoded body; empty for an error that is too long. @throws HttpFailure `too-large`, `truncated` */
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

function tooLarge(maxBytes: number): HttpFailure {
  return new HttpFailure('too-large', true, `the answer is larger than ${maxBytes} bytes`);
}
