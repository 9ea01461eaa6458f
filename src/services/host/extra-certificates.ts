import {X509Certificate} from 'node:crypto';
import {readFileSync} from 'node:fs';
import tls from 'node:tls';
import {orElse} from '../model/values.ts';
import {removeVariable} from './libc.ts';

const VARIABLE = 'NODE_EXTRA_CA_CERTS';

/** Returns the good certificates of a file that Bun ignores because of a bad certificate or a byte order mark. */
export function goodCertificates(path: string, warn?: (text: string) => void): tls.SecureContext | undefined {
  const text = orElse(() => readFileSync(path, 'latin1'), '');
  const blocks = text.split(/(?=-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----)/).slice(text.startsWith('-') ? 0 : 1);
  const good = blocks.filter((block) => orElse(() => Boolean(new X509Certificate(block)), false));
  const hasByteOrderMark = text.startsWith('\u00ef\u00bb\u00bf');
  if (good.length === 0 || (good.length === blocks.length && !hasByteOrderMark)) return undefined;
  // If the variable stayed, Bun would report that it ignores the file.
  removeVariable(VARIABLE);
  const bad = blocks.length - good.length;
  if (bad > 0) {
    warn?.(`${bad} of ${blocks.length} certificates in ${path} (${VARIABLE}) cannot be read; the others are used`);
  }
  const {getCACertificates} = tls as typeof tls & {getCACertificates(kind: 'system'): string[]};
  return tls.createSecureContext({ca: [...tls.rootCertificates, ...getCACertificates('system'), ...good]});
}
