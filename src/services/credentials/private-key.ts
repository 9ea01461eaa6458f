import {createPrivateKey, type KeyObject} from 'node:crypto';
import {orElse} from '../model/values.ts';

type ParsedKey = {key: KeyObject} | {refusal: string; form?: KeyForm};

export type KeyForm = 'pem' | 'base64' | 'path' | 'placeholder';

export const UNFILLED = 'is a placeholder: the secret was not filled in';
const NOT_P256 = 'but API keys are EC P-256 private keys';

/** Accepts PKCS#8 and SEC 1, with any line endings, `\n` as text, a BOM, and stray spaces and lines around it. */
export function parsePrivateKey(text: string): ParsedKey {
  if (text.trim() === '') return {refusal: 'is empty'};
  if (/^\s*\{\\rtf/.test(text)) return {refusal: 'is a document of a word processor (RTF), not a text file'};
  if (!text.includes('-----BEGIN ')) return notPem(text.trim());
  const blocks = text
    .replace(/\\+[rn]/g, '\n')
    .split('-----BEGIN ')
    .slice(1);
  const [block = blocks[0] ?? '', second] = blocks.filter((one) => !one.startsWith('EC PARAMETERS-'));
  if (second) return {refusal: 'holds more than one key'};
  const [, label = '', body] = /^([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/.exec(block) ?? [];
  if (body === undefined) return {refusal: 'is cut off: it has no END line'};
  if (/ENCRYPTED/.test(label + body)) return {refusal: 'is encrypted; the file as it was downloaded is not'};
  if (!/^(?:EC )?PRIVATE KEY$/.test(label)) return {refusal: `holds a PEM block ${label}, ${NOT_P256}`};
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  const pem = [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
  return checked(() => createPrivateKey(pem), 'is damaged or cut off, or on another curve than P-256');
}

function notPem(text: string): ParsedKey {
  if (/[\u2010-\u2015\u2212]+ *BEGIN/.test(text)) return {refusal: 'has long dashes in place of hyphens'};
  if ('key' in parseBase64(text)) return {refusal: 'is base64, not a PEM', form: 'base64'};
  return otherForm(text) ?? {refusal: 'is not a private key in PEM form (no BEGIN line)'};
}

export function isPlaceholder(text: string): boolean {
  return /^(?:\*+|\$\{\{[\s\S]*\}\}|\$\([\s\S]*\)|\$\{?\w+\}?|%\w+%|@env:\w+|<[^<>]*>)$/.test(text.trim());
}

function otherForm(text: string): ParsedKey | undefined {
  if (isPlaceholder(text)) return {refusal: UNFILLED, form: 'placeholder'};
  return /^\S+\.p8$/.test(text) ? {refusal: 'is the path of a key file, not a key', form: 'path'} : undefined;
}

/** Decodes UTF-8, and UTF-16, which PowerShell's `>` writes. */
export function textOfKeyFile(bytes: Uint8Array): string {
  const encoding = {'255,254': 'utf-16le', '254,255': 'utf-16be'}[bytes.subarray(0, 2).join()];
  return new TextDecoder(encoding).decode(bytes);
}

export function parseBase64PrivateKey(text: string): ParsedKey {
  if (text.includes('-----BEGIN')) return {refusal: 'is a PEM, not base64', form: 'pem'};
  return otherForm(text.trim()) ?? parseBase64(text);
}

export const parseStoredKey = (text: string): ParsedKey =>
  text.includes('-----BEGIN') ? parsePrivateKey(text) : parseBase64PrivateKey(text);

function parseBase64(text: string): ParsedKey {
  const key = Buffer.from(text, 'base64');
  if (key.includes('-----BEGIN ')) return parsePrivateKey(key.toString('utf8'));
  const refusal = 'is not the base64 of an EC P-256 private key';
  const sec1 = checked(() => createPrivateKey({key, format: 'der', type: 'sec1'}), refusal);
  return 'key' in sec1 ? sec1 : checked(() => createPrivateKey({key, format: 'der', type: 'pkcs8'}), refusal);
}

/** Returns the same refusal for a damaged key and a key on another curve, which some runtimes cannot tell apart. */
function checked(create: () => KeyObject, refusal: string): ParsedKey {
  const key = orElse(create, undefined);
  if (key?.asymmetricKeyDetails?.namedCurve === 'prime256v1') return {key};
  return {refusal: key?.asymmetricKeyType === 'rsa' ? `holds an RSA key, ${NOT_P256}` : refusal};
}

export const toPem = (key: KeyObject) => key.export({type: 'pkcs8', format: 'pem'}).toString();
export const toDer = (key: KeyObject) => key.export({type: 'pkcs8', format: 'der'}).toString('base64');

export function isToolsOwn(content: Uint8Array): boolean {
  const text = new TextDecoder().decode(content);
  const parsed = parsePrivateKey(text);
  return 'key' in parsed && toPem(parsed.key) === text;
}
