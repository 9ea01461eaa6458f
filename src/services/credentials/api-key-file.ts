import {dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {identifierProblem} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {fileProblem, isObject, parsedJson} from '../model/values.ts';
import type {Host} from '../ports.ts';
import {absolute, textOf} from './config-document.ts';
import type {LoginOptions} from './credentials.ts';
import {parseStoredKey, textOfKeyFile, toPem} from './private-key.ts';

const MAX_BYTES = 64 * 1024;

export async function readApiKeyFile(
  given: string,
  {files, cwd, home, signal}: Pick<Host, 'files' | 'cwd' | 'home' | 'signal'>,
): Promise<Pick<LoginOptions, 'keyId' | 'owner' | 'privateKey'>> {
  const path = absolute(given, cwd, home);
  const refused = (problem: string, cause?: unknown) =>
    new ToolError('credentials', `${cleanText(path)} ${problem}`, {cause});
  const stat = await files.stat(path).catch(() => undefined);
  if (stat?.kind !== 'file') throw refused(stat ? 'is not a regular file' : 'does not exist or cannot be read');
  const bytes = await files.read(path, {maxBytes: MAX_BYTES, signal}).catch((error) => {
    throw refused(`cannot be read: ${fileProblem(error) ?? 'unknown'}`, error);
  });
  const text = textOfKeyFile(bytes);
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
  for (const [name, id] of [
    ['key_id', keyId],
    ['issuer_id', issuerId],
  ] as const) {
    const problem = id === undefined ? undefined : identifierProblem(id);
    if (problem) throw refused(`has a member ${name} that ${problem}`);
  }
  const owner = issuerId === undefined ? ({keyType: 'individual'} as const) : {issuerId};
  if (key === undefined) return {keyId, owner, privateKey: {path: absolute(keyPath ?? '', dirname(path), home)}};
  const parsed = parseStoredKey(key);
  if ('refusal' in parsed) throw refused(`has a key that ${parsed.refusal}`);
  return {keyId, owner, privateKey: {pem: toPem(parsed.key)}};
}

const PREFIX = /^(?:asc|app_store_connect(?:_api_key)?|tool)_/;

function variablesIn(text: string): [string, string][] {
  const lines = text.split(/\r?\n/).map((line) => /^\s*(?:export\s+)?([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line));
  return lines.flatMap((line) => (line ? [[line[1] ?? '', (line[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')]] : []));
}
