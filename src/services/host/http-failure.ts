import {type Env, HttpFailure, type HttpFailureReason} from '../ports.ts';
import type {HttpProxy} from './http-proxy.ts';

/** What a library or system error means, by its code or name: never by its words. */
export function asFailure(
  error: unknown,
  known: {sent: boolean; answered: boolean; proxy?: HttpProxy; lax?: boolean},
): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const {code = '', message, name} = error as NodeJS.ErrnoException;
  const make = (reason: HttpFailureReason, sent = known.sent, why = message) =>
    new HttpFailure(reason, sent, why, {cause: error});
  const isUnreadable = name === 'HTTPParserError' || code.startsWith('HPE_');
  // Before anything was sent, only a proxy has answered.
  if (isUnreadable) return make(!known.sent && known.proxy ? 'proxy' : 'malformed');
  if (known.answered) return make('truncated', true);
  // Of a head that cannot be read; a body that ends too early has its head.
  if (/^UND_ERR_(?:RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW)$/.test(code)) return make('malformed');
  if (!known.sent && known.proxy?.isToBlame(error as Error)) return make('proxy');
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return make('dns');
  if (code === 'ECONNREFUSED') return make('refused');
  if (/^ERR_TLS|^ERR_SSL|^EPROTO/.test(code) || isOfCertificate(code)) {
    const passedOver = known.lax && isOfCertificate(code) ? `; ${LAX}=0 counts for loopback hosts only` : '';
    return make('tls', known.sent, `${message}${passedOver}`);
  }
  return make(known.sent ? 'reset' : 'connect');
}

/** With 0 in it, Node takes any certificate. */
const LAX = 'NODE_TLS_REJECT_UNAUTHORIZED';

export function isLax(env: Env): boolean {
  return env[LAX] === '0';
}

/** The codes in which OpenSSL says what is wrong with a certificate, and Node that it is for another name. */
function isOfCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|^CRL_|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH|^HOSTNAME_MISMATCH/.test(code);
}
