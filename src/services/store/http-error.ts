import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {HttpFailure, HttpRequest} from '../ports.ts';

type Sent = Pick<HttpRequest, 'method' | 'url'>;

/** `GET /v1/apps`, for messages. */
export function label({method, url}: {method: string; url: string}): string {
  return `${method} ${cleanText(new URL(url).pathname)}`;
}

const REASONS: Record<HttpFailure['reason'], string> = {
  dns: 'its name cannot be resolved',
  refused: 'it refuses the connection',
  connect: 'no connection can be made',
  tls: 'no secure connection can be made',
  proxy: 'the proxy does not let the request through',
  timeout: 'it did not answer in time',
  reset: 'it closed the connection before it answered',
  truncated: 'its answer ended too early',
  'too-large': 'its answer is too large',
  malformed: 'what it answered is not HTTP',
};

const HINTS: Partial<Record<HttpFailure['reason'], string>> = {
  dns: 'Check the network connection.',
  tls: 'A proxy may be intercepting TLS; trust its CA with NODE_EXTRA_CA_CERTS.',
  proxy: 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.',
  timeout: 'Try again, or allow more time with --timeout SECONDS.',
};

/** A request that got no whole answer, in words. */
export function httpError(error: HttpFailure, request: Sent): ToolError {
  const service = ['truncated', 'too-large', 'malformed'].includes(error.reason);
  const outcome = request.method === 'GET' ? undefined : error.sent ? 'unknown' : 'not-sent';
  return new ToolError(
    service ? 'service' : 'network',
    `${label(request)}: ${new URL(request.url).host}: ${REASONS[error.reason]} (${cleanText(error.message)})`,
    {hint: HINTS[error.reason], cause: error, facts: {outcome, timeOuts: error.reason === 'timeout' ? 1 : undefined}},
  );
}

/** Adds to the error of a write that was stopped on its way, or that was answered by a 5xx, that it may have been carried out. */
export function withOutcome(error: ToolError, request: Sent): ToolError {
  const {status, outcome} = error.facts;
  const isStopped = status === undefined && outcome !== 'not-sent';
  if (request.method === 'GET' || !(isStopped || (status ?? 0) >= 500)) return error;
  const suffix = isStopped ? ` while ${label(request)} was under way` : '';
  return error.with({suffix, facts: {outcome: 'unknown'}});
}
