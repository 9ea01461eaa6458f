export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For the whole exchange, connect to last byte. */
  timeoutMs: number;
  /** The body is cut off with a `too-large` failure beyond this. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export type HttpFailureReason =
  | 'dns'
  | 'refused'
  | 'connect'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'malformed';

/** A request that got no whole answer. An abort by the caller's signal rejects with the signal's reason instead. */
export class HttpFailure extends Error {
  readonly reason: HttpFailureReason;
  /** False when the service cannot have received any of it. */
  readonly sent: boolean;

  constructor(reason: HttpFailureReason, sent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.reason = reason;
    this.sent = sent;
  }
}

export interface Http {
  /** One exchange: never follows a redirect, never tries again. @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}
