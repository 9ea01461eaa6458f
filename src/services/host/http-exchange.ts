import type {Dispatcher} from 'undici';
import {Bytes} from '../bytes.ts';
import type {HttpRequest} from '../ports.ts';
import {isError, mostOf, tooLarge} from './http-body.ts';

/** What is known of a request while it is under way. */
export interface Progress {
  /** Its first bytes are going out: from here on the service may have received it. */
  sent: boolean;
  /** The head of its answer has arrived. */
  answered: boolean;
}

/** An answer as it arrived: nothing joined, nothing unpacked. */
export interface RawAnswer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Bytes;
}

/**
 * Sends one request and collects the answer. An abort rejects at once with the signal's reason; a request that still
 * waits for its connection is then never sent.
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
    // A listener left behind would keep every answer alive.
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
