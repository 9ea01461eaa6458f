import {createPrivateKey, type KeyObject} from 'node:crypto';
import {orElse} from '../model/values.ts';

/** A usable key, or a refusal that follows a name, e.g. `is empty`, and never contains a byte of the key. */
type ParsedKey = {key: KeyObject} | {refusal: string};

const NOT_P256 = 'but API keys are EC P-256';
const NOT_PEM = 'is not a private key in PEM form (no BEGIN line)';
const DAMAGED = 'is damaged or cut off';

/** PEM labels that are not private keys, in words. */
const FOREIGN_LABELS: Readonly<Record<string, string>> = {
  'PUBLIC KEY': 'holds a public key, not the private one',
  CERTIFICATE: 'holds a certificate, not a private key',
  'ENCRYPTED PRIVATE KEY': 'is encrypted with a passphrase; the file as it was downloaded is not',
  'OPENSSH PRIVATE KEY': `holds an OpenSSH key, ${NOT_P256}`,
  'RSA PRIVATE KEY': `holds an RSA key, ${NOT_P256}`,
  'DSA PRIVATE KEY': `holds a DSA key, ${NOT_P256}`,
};

/**
 * Parses a PEM private key: PKCS#8 or SEC1, EC P-256. Tolerates any line ends, literal `\n`, a BOM, and stray blanks
 * and lines around the block.
 */
export function parsePrivateKey(text: string): ParsedKey {
  if (text.replace('\uFEFF', '').trim() === '') return {refusal: 'is empty'};
  const blocks = pemBlocks(text.replace(/\\r|\\n/g, '\n'));
  if (typeof blocks === 'string') return {refusal: blocks};
  const [block, second] = blocks;
  if (!block) return {refusal: NOT_PEM};
  const foreign = blocks.map(({label}) => FOREIGN_LABELS[label]).find((words) => words !== undefined);
  if (foreign) return {refusal: foreign};
  if (second) return {refusal: 'holds more than one key'};
  if (/Proc-Type:[^\n]*ENCRYPTED/i.test(block.body)) {
    return {refusal: FOREIGN_LABELS['ENCRYPTED PRIVATE KEY'] ?? DAMAGED};
  }
  const body = block.body.replace(/[\s\uFEFF]+/g, '');
  if (!isBase64(body)) return {refusal: DAMAGED};
  const lines = body.match(/.{1,64}/g) ?? [];
  return checked(() =>
    createPrivateKey([`-----BEGIN ${block.label}-----`, ...lines, `-----END ${block.label}-----`, ''].join('\n')),
  );
}

/** Parses base64 of a PEM, or of bare PKCS#8 or SEC1. White space is tolerated. */
export function parseBase64PrivateKey(text: string): ParsedKey {
  const body = text.replace(/[\s\uFEFF]+/g, '');
  if (body === '') return {refusal: 'is empty'};
  if (!isBase64(body)) return {refusal: 'is not base64'};
  const bytes = Buffer.from(body, 'base64');
  if (bytes.includes('-----BEGIN ')) return parsePrivateKey(bytes.toString('utf8'));
  const document = checked(() => createPrivateKey({key: bytes, format: 'der', type: 'pkcs8'}));
  if ('key' in document || document.refusal !== DAMAGED) return document;
  const sec1 = checked(() => createPrivateKey({key: bytes, format: 'der', type: 'sec1'}));
  return 'key' in sec1 ? sec1 : {refusal: 'is not the base64 of a private key'};
}

export function toPem(key: KeyObject): string {
  return key.export({type: 'pkcs8', format: 'pem'}).toString();
}

/** Base64 of PKCS#8 DER. */
export function toDer(key: KeyObject): string {
  return key.export({type: 'pkcs8', format: 'der'}).toString('base64');
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
}

function pemBlocks(text: string): {label: string; body: string}[] | string {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+?)-----([\s\S]*?)-----END \1-----/g)].map(
    ([, label = '', body = '']) => ({label, body}),
  );
  const beginCount = text.match(/-----BEGIN /g)?.length ?? 0;
  if (beginCount > blocks.length) return `${DAMAGED}: it has no END line for its BEGIN line`;
  const keys = blocks.filter(({label}) => label !== 'EC PARAMETERS');
  return blocks.length > 0 && keys.length === 0 ? 'holds the parameters of a curve, but no key' : keys;
}

function checked(create: () => KeyObject): ParsedKey {
  const key = orElse(create, undefined);
  if (!key) return {refusal: DAMAGED};
  if (key.asymmetricKeyType === 'rsa') return {refusal: `holds an RSA key, ${NOT_P256}`};
  if (key.asymmetricKeyType !== 'ec') {
    return {refusal: `holds a key of the kind ${key.asymmetricKeyType ?? 'unknown'}, ${NOT_P256}`};
  }
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (curve !== 'prime256v1') return {refusal: `holds a key on the curve ${curve ?? '(unnamed)'}, ${NOT_P256}`};
  return {key};
}

/** `key` is normalised; `isAsWritten` tells a file in the tool's own format from a download. */
export function parseKeyFile(content: Uint8Array | undefined): {key?: string; isAsWritten: boolean} {
  const text = new TextDecoder().decode(content);
  const parsed = parsePrivateKey(text);
  const key = 'key' in parsed ? toPem(parsed.key) : undefined;
  return {key, isAsWritten: key === text};
}
