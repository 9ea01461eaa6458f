import {createPrivateKey, type KeyObject} from 'node:crypto';
import {orElse} from '../model/values.ts';

type ParsedKey = {key: KeyObject} | {refusal: string; form?: KeyForm};

export type KeyForm = 'pem' | 'base64' | 'path' | 'placeholder';

const NOT_P256 = 'but API keys are EC P-256';
const NOT_PEM = 'is not a private key in PEM form (no BEGIN line)';
const DAMAGED = 'is damaged or cut off';

const FOREIGN_LABELS: Readonly<Record<string, string>> = {
  'PUBLIC KEY': 'holds a public key, not the private one',
  CERTIFICATE: 'holds a certificate, not a private key',
  'ENCRYPTED PRIVATE KEY': 'is encrypted with a passphrase; the file as it was downloaded is not',
  'OPENSSH PRIVATE KEY': `holds an OpenSSH key, ${NOT_P256}`,
  'RSA PRIVATE KEY': `holds an RSA key, ${NOT_P256}`,
  'DSA PRIVATE KEY': `holds a DSA key, ${NOT_P256}`,
};

/** PKCS#8 or SEC 1, with any line ends, literal `\n`, a BOM, and stray blanks and lines around the block. */
export function parsePrivateKey(text: string): ParsedKey {
  if (text.replace('\uFEFF', '').trim() === '') return {refusal: 'is empty'};
  const blocks = pemBlocks(text.replace(/\\+[rn]/g, '\n'));
  if (typeof blocks === 'string') return {refusal: blocks};
  const [block, second] = blocks;
  if (!block) return notPem(text.trim());
  const foreign = blocks.map(({label}) => FOREIGN_LABELS[label]).find((words) => words !== undefined);
  if (foreign) return {refusal: foreign};
  if (second) return {refusal: 'holds more than one key'};
  if (/Proc-Type:[^\n]*ENCRYPTED/i.test(block.body)) {
    return {refusal: FOREIGN_LABELS['ENCRYPTED PRIVATE KEY'] ?? DAMAGED};
  }
  const body = block.body.replace(/[\s\uFEFF]+/g, '');
  if (!isBase64(body)) return {refusal: DAMAGED};
  const lines = body.match(/.{1,64}/g) ?? [];
  const pem = [`-----BEGIN ${block.label}-----`, ...lines, `-----END ${block.label}-----`, ''].join('\n');
  return checked(() => createPrivateKey(pem), Buffer.from(body, 'base64'));
}

function notPem(text: string): ParsedKey {
  if (text.startsWith('{\\rtf')) return {refusal: 'is a document of a word processor (RTF), not a text file'};
  if (/[\u2010-\u2015\u2212]+ *BEGIN/.test(text)) return {refusal: 'has long dashes in place of hyphens'};
  if (/^<(?:!doctype|html)/i.test(text)) return {refusal: 'is a web page, not a key'};
  return (
    otherForm(text) ??
    ('key' in parseBase64(text) ? {refusal: 'is base64, not a PEM', form: 'base64'} : {refusal: NOT_PEM})
  );
}

export const UNFILLED = 'is a placeholder: the secret was not filled in';

export function isPlaceholder(text: string): boolean {
  return /^(?:\*+|\$\{\{[\s\S]*\}\}|\$\([\s\S]*\)|\$\{?\w+\}?|%\w+%|@env:\w+|<[^<>]*>)$/.test(text.trim());
}

function otherForm(text: string): ParsedKey | undefined {
  if (isPlaceholder(text)) return {refusal: UNFILLED, form: 'placeholder'};
  if (text.includes('-----BEGIN')) return {refusal: 'is a PEM, not base64', form: 'pem'};
  return /^\S+\.p8$/.test(text) ? {refusal: 'is the path of a key file, not a key', form: 'path'} : undefined;
}

export function textOfKeyFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  const isWide = isBigEndian || (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  if (!isWide || bytes.length % 2 === 1) return new TextDecoder().decode(bytes);
  const units = Buffer.from(bytes);
  return (isBigEndian ? units.swap16() : units).toString('utf16le');
}

export const parseBase64PrivateKey = (text: string): ParsedKey => otherForm(text.trim()) ?? parseBase64(text);

export const parseStoredKey = (text: string): ParsedKey =>
  text.includes('-----BEGIN') ? parsePrivateKey(text) : parseBase64PrivateKey(text);

function parseBase64(text: string): ParsedKey {
  const body = text.replace(/[\s\uFEFF]+/g, '').replace(/^(["'])(.*)\1$/, '$2');
  if (body === '') return {refusal: 'is empty'};
  if (!isBase64(body)) return {refusal: 'is not base64'};
  const bytes = Buffer.from(body, 'base64');
  if (bytes.includes('-----BEGIN ')) return parsePrivateKey(bytes.toString('utf8'));
  // Some secret stores encode what is already encoded.
  const inner = bytes.toString('latin1');
  if (isBase64(inner.replace(/\s+/g, ''))) return parseBase64(inner);
  const document = checked(() => createPrivateKey({key: bytes, format: 'der', type: 'pkcs8'}), bytes);
  if ('key' in document || document.refusal !== DAMAGED) return document;
  const sec1 = checked(() => createPrivateKey({key: bytes, format: 'der', type: 'sec1'}), bytes);
  return 'key' in sec1 ? sec1 : {refusal: 'is not the base64 of a private key'};
}

export const toPem = (key: KeyObject) => key.export({type: 'pkcs8', format: 'pem'}).toString();
export const toDer = (key: KeyObject) => key.export({type: 'pkcs8', format: 'der'}).toString('base64');

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

function checked(create: () => KeyObject, der: Buffer): ParsedKey {
  const key = orElse(create, undefined);
  const curve = key?.asymmetricKeyDetails?.namedCurve ?? '(unnamed)';
  const type = key?.asymmetricKeyType;
  if (key && curve === 'prime256v1') return {key};
  if (type === 'rsa') return {refusal: `holds an RSA key, ${NOT_P256}`};
  const ofKey = type === 'ec' ? `on the curve ${curve}` : `of the kind ${type}`;
  const kind = key ? ofKey : kindOf(der);
  return {refusal: kind === undefined ? DAMAGED : `holds a key ${kind}, ${NOT_P256}`};
}

/** A library that does not know a curve cannot tell a key on it from a damaged one. */
function kindOf(der: Buffer): string | undefined {
  return Object.entries(IDENTIFIERS).find(([bytes]) => der.includes(bytes, 0, 'hex'))?.[1];
}

const IDENTIFIERS: Readonly<Record<string, string>> = {
  '06052b8104000a': 'on the curve secp256k1',
  '06052b81040021': 'on the curve secp224r1',
  '06092b2403030208010103': 'on the curve brainpoolP192r1',
  '06092b2403030208010105': 'on the curve brainpoolP224r1',
  '06092b2403030208010107': 'on the curve brainpoolP256r1',
  '06092b2403030208010109': 'on the curve brainpoolP320r1',
  '06092b240303020801010b': 'on the curve brainpoolP384r1',
  '06092b240303020801010d': 'on the curve brainpoolP512r1',
  '06032b6571': 'of the kind ed448',
  '06032b656f': 'of the kind x448',
};

export function isToolsOwn(content: Uint8Array): boolean {
  const text = new TextDecoder().decode(content);
  const parsed = parsePrivateKey(text);
  return 'key' in parsed && toPem(parsed.key) === text;
}
