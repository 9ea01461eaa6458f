import {type Http, HttpFailure} from '../ports.ts';
import type {Handler} from './handler.ts';

/** Answers requests in this process, without a socket. */
export function createEmbeddedHttp(handler: Handler, origin: string): Http {
  return {
    async send({method, url, headers, body = '', maxBytes, signal}) {
      signal?.throwIfAborted();
      const target = new URL(url);
      if (target.origin !== origin) {
        throw new HttpFailure('refused', false, `the sandbox answers requests to ${origin} only`);
      }
      const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
      const request = {method, url: target, headers: Object.fromEntries(lower), body: async () => body, signal};
      const answer = await untilAborted(handler(request), signal);
      if (Buffer.byteLength(answer.body) > maxBytes) {
        throw new HttpFailure('too-large', true, `the answer is larger than ${maxBytes} bytes`);
      }
      return answer;
    },
    async close() {},
  };
}

/** @throws the signal's reason when it aborts first */
async function untilAborted<T>(answer: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return answer;
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, {once: true});
  });
  return Promise.race([answer, aborted]).finally(() => signal.removeEventListener('abort', stop));
}
