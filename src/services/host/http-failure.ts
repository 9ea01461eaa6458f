import {HttpFailure, type HttpFailureReason} from '../ports.ts';
import type {HttpProxy} from './http-proxy.ts';

/** What a library or system error means, by its code or name: never by its words. */
export function asFailure(error: unknown, known: {sent: boolean; answered: boolean; proxy?: HttpProxy}): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const {code = '', message, name} = error as NodeJS.ErrnoException;
  const make = (reason: HttpFailureReason, sent = known.sent) => new HttpFailure(reason, sent, message, {cause: error});
  const isUnreadable = name === 'HTTPParserError' || code.startsWith('HPE_');
  // Before anything was sent, only a proxy has answered.
  if (isUnreadable) return make(!known.sent && known.proxy ? 'proxy' : 'malformed');
  if (known.answered) return make('truncated', true);
  // Of a head that cannot be read; a body that ends too early has its head.
  if (/^UND_ERR_(?:RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW)$/.test(code)) return make('malformed');
  if (!known.sent && known.proxy?.isToBlame(error as Error)) return make('proxy');
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return make('dns');
  if (code === 'ECONNREFUSED') return make('refused');
  if (/CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO|UNABLE_TO/.test(code)) return make('tls');
  return make(known.sent ? 'reset' : 'connect');
}
