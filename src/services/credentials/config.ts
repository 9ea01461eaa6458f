import {dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {fileProblem, isObject, isTooDeep, orElse, parsedJson} from '../model/values.ts';
import type {FileStat, Files} from '../ports.ts';
import type {ConfigDocument} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';

export interface Locations {
  globalPath: string;
  localPaths: readonly string[];
  localTarget?: string;
  repository?: string;
}

export const globalPathOf = ({home, configDirectory}: Pick<CredentialDeps, 'home' | 'configDirectory'>) =>
  join(configDirectory ?? join(home, '.tool'), 'config.json');

/** Looks for local configs in the working directory and, within a repository, in its parents up to the root. */
export async function locate(
  deps: Pick<CredentialDeps, 'files' | 'cwd' | 'home' | 'configDirectory'>,
): Promise<Locations> {
  const {files, cwd, home} = deps;
  const globalPath = globalPathOf(deps);
  if (deps.configDirectory) return {globalPath, localPaths: []};
  const ancestors = parents(cwd);
  const kindOf = async (path: string) => (await files.lstat(path).catch(() => undefined))?.kind;
  const gits = await Promise.all(ancestors.map((directory) => kindOf(join(directory, '.git'))));
  const rootIndex = gits.findIndex((kind) => kind !== undefined);
  const repository = ancestors[rootIndex];
  // In the home directory, ./.tool is the global config.
  const homes = [home, await files.realpath(home).catch(() => home)];
  const inDirectory = (directory: string) =>
    homes.includes(directory) ? globalPath : join(directory, '.tool', 'config.json');
  const candidates = ancestors.slice(0, rootIndex + 1 || 1).map(inDirectory);
  const isPlain = async (path: string) =>
    path !== globalPath && (await kindOf(path)) === 'file' && (await kindOf(dirname(path))) === 'directory';
  const plain = await Promise.all(candidates.map(isPlain));
  return {
    globalPath,
    localPaths: candidates.filter((_, index) => plain[index]),
    localTarget: inDirectory(repository ?? cwd),
    repository,
  };
}

function parents(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...parents(parent)];
}

export const keysDirectory = ({globalPath}: Locations) => join(dirname(globalPath), 'keys');
export const trustedPathOf = (globalPath: string) => join(dirname(globalPath), 'trusted.json');

export interface ConfigFile {
  path: string;
  bytes?: Uint8Array;
  document: ConfigDocument;
}

const MAX_BYTES = 4 * 1024 * 1024;

export async function readConfig(files: Files, path: string): Promise<ConfigFile> {
  const bytes = await readConfigBytes(files, path);
  return {path, bytes, document: bytes ? parseConfig(bytes, path) : {}};
}

export async function readConfigBytes(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    return await attempt('read', path, async () => {
      const stat = await files.lstat(path);
      if (!stat) return undefined;
      if (stat.kind !== 'file') throw notPlain(path, stat.kind, 'regular file');
      return files.read(path, {maxBytes: MAX_BYTES, plain: true});
    });
  } catch (error) {
    // A home directory that this user cannot enter, as in some containers, counts as having no config.
    const problem = await files.lstat(dirname(path)).catch(({code}) => code);
    if (problem === 'EACCES') return undefined;
    throw error;
  }
}

export function notPlain(path: string, kind: FileStat['kind'], wanted: 'regular file' | 'directory'): ToolError {
  const hint = `Put a ${wanted} in its place; the tool does not read or write credentials through anything else.`;
  return new ToolError('storage', `${cleanText(path)} is a ${kind}, not a ${wanted}`, {hint});
}

export function parseConfig(bytes: Uint8Array, path: string, {local = false} = {}): ConfigDocument {
  const restart = `tool auth init ${local ? '--local ' : ''}--force`;
  const hint = `Fix it by hand, or start over with '${restart}', which keeps it as config.json.bak.`;
  const broken = (what: string) => new ToolError('storage', `${cleanText(path)} ${what}`, {hint});
  const text = orElse(() => new TextDecoder('utf-8', {fatal: true}).decode(bytes), undefined);
  if (text === undefined) throw broken('is not UTF-8 text');
  if (text.trim() === '') return {};
  const document = orElse((): unknown => JSON.parse(text), undefined);
  if (document === undefined) throw broken(`is not valid JSON (${placeOfError(text)})`);
  if (!isObject(document)) throw broken('does not hold a JSON object');
  if (isTooDeep(document)) throw broken('is nested too deeply');
  const {profiles = []} = document;
  if (!Array.isArray(profiles)) throw broken('has a member "profiles" that is not an array');
  return document;
}

const TOKEN = /"(?:\\.|[^"\\])*"?|[{}[\]:,]|[^ \t\n\r{}[\]:,"]+/gs;
/** Any valid beginning of a JSON text becomes complete with one of these, followed by the missing closing brackets. */
const NEXT = ['', '0', ':0', '"":0'];

/** Returns the offset of the first wrong token. A runtime's own message may lack the offset, and may quote the text. */
function jsonErrorAt(text: string): number {
  const tokens = [...text.matchAll(TOKEN)];
  const isJsonSoFar = (count: number) => {
    const open: string[] = [];
    for (const [token] of tokens.slice(0, count)) {
      if (token === '{' || token === '[') open.push(token === '{' ? '}' : ']');
      else if (token === open.at(-1)) open.pop();
    }
    const [start, end] = [text.slice(0, tokens[count]?.index), open.reverse().join('')];
    return NEXT.some((next) => parsedJson(start + next + end) !== undefined);
  };
  let [valid, most] = [0, tokens.length];
  while (valid < most) {
    const count = Math.ceil((valid + most) / 2);
    if (isJsonSoFar(count)) valid = count;
    else most = count - 1;
  }
  return tokens[valid]?.index ?? text.length;
}

function placeOfError(text: string): string {
  const lines = text.slice(0, jsonErrorAt(text)).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

export async function attempt<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const problem = fileProblem(cause);
    if (problem === undefined) throw cause;
    throw new ToolError('storage', `Cannot ${action} ${cleanText(path)}: ${problem}`, {cause});
  }
}
