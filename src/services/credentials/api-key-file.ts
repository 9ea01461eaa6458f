import {dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isObject, parsedJson} from '../model/values.ts';
import {absolute, textOf} from './config-document.ts';
import type {LoginOptions} from './credentials.ts';
import {refuseBadIds, sourced} from './fields.ts';
import {parseStoredKey, toPem} from './private-key.ts';
import {type KeyFileDeps, openKeyFile} from './secrets.ts';

export async function readApiKeyFile(
  given: string,
  deps: KeyFileDeps,
): Promise<Pick<LoginOptions, 'keyId' | 'owner' | 'privateKey'>> {
  const {path, title, text} = await openKeyFile(given, undefined, deps);
  const refused = (problem: string) => new ToolError('credentials', `${title} ${problem}`);
  const found = parsedJson(text);
  const named = isObject(found) ? Object.entries(found) : variablesIn(text);
  const fields = new Map(named.map(([name, value]) => [name.toLowerCase().replace(PREFIX, ''), value]));
  const first = (...names: string[]) => names.map((name) => textOf(fields.get(name))).find((one) => one !== undefined);
  const keyId = first('key_id');
  const issuerId = first('issuer_id');
  const key = first('key', 'private_key', 'key_content', 'private_key_b64');
  const keyPath = first('key_filepath', 'private_key_path', 'key_path');
  if (keyId === undefined) throw refused('has no key_id');
  if (key === undefined && keyPath === undefined) throw refused('has neither a key nor the path of one');
  refuseBadIds(sourced(cleanText(path), {keyId, issuerId}));
  const owner = issuerId === undefined ? ({keyType: 'individual'} as const) : {issuerId};
  if (key === undefined) return {keyId, owner, privateKey: {path: absolute(keyPath ?? '', dirname(path), deps.home)}};
  const parsed = parseStoredKey(key);
  if ('refusal' in parsed) throw refused(`has a key that ${parsed.refusal}`);
  return {keyId, owner, privateKey: {pem: toPem(parsed.key)}};
}

const PREFIX = /^(?:asc|app_store_connect(?:_api_key)?|tool)_/;

function variablesIn(text: string): [string, string][] {
  const lines = text.split(/\r?\n/).map((line) => /^\s*(?:export\s+)?([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line));
  return lines.flatMap((line) => (line ? [[line[1] ?? '', (line[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')]] : []));
}
