import {dirname, join} from 'node:path';
import {cleanJson, cleanText} from './model/clean.ts';
import {ToolError} from './model/error.ts';
import {looksLikeKey} from './model/key-text.ts';
import {WRITE_OUTCOMES, type WriteOutcome} from './model/outcome.ts';
import {fileProblem, isObject, parsedJson} from './model/values.ts';
import type {Files} from './ports.ts';

const MEMBERS = [
  'at',
  'action',
  'appId',
  'bundleId',
  'versionId',
  'version',
  'platform',
  'profile',
  'target',
  'outcome',
  'message',
  'command',
  'by',
] as const;

export interface LoggedWrite extends Record<(typeof MEMBERS)[number], string | null> {
  at: string;
  action: string;
  target: string;
  outcome: WriteOutcome;
}

const MAX_BYTES = 1024 * 1024;
const MAX_COMMAND = 32 * 1024;

const pathOf = (home: string) => join(home, '.tool', 'history.ndjson');
export const logWrite = (write: LoggedWrite, home: string, files: Files) => append(write, pathOf(home), files);

async function append(write: LoggedWrite, path: string, files: Files): Promise<void> {
  const directory = dirname(path);
  if (!(await files.stat(directory))) await files.makeDirectory(directory, 0o700);
  await files.appendLine(path, cleanJson(JSON.stringify(withoutSecrets(write))), {mode: 0o600, maxBytes: MAX_BYTES});
}

/** Returns the folder with one file for each run that is writing. A later run logs the writes of a killed run. */
const underWay = (home: string) => join(home, '.tool', 'writes');

export async function markWrite(write: LoggedWrite, home: string, files: Files): Promise<() => Promise<void>> {
  await logKilled(home, files).catch(() => {});
  const path = join(underWay(home), files.ownName());
  await append(write, path, files);
  return () => files.remove(path);
}

async function logKilled(home: string, files: Files): Promise<void> {
  const directory = underWay(home);
  const orphans = async () => (await marksIn(directory, files)).filter((name) => !files.isUnderWay(name));
  if ((await orphans()).length === 0) return;
  await files.withLock(directory, async () => {
    for (const name of await orphans()) {
      const path = join(directory, name);
      for (const write of await readRecords(path, files)) await logWrite(write, home, files);
      await files.remove(path);
    }
  });
}

async function marksIn(directory: string, files: Files): Promise<string[]> {
  return (await files.stat(directory)) ? files.readdir(directory) : [];
}

export function withoutSecrets(write: LoggedWrite): LoggedWrite {
  const {command, message} = write;
  const isShort = command !== null && command.length <= MAX_COMMAND;
  const withoutKey = (text: string | null) => (text !== null && looksLikeKey(text) ? null : text);
  return {...write, command: isShort ? withoutKey(command) : null, message: withoutKey(message)};
}

/** Leaves out damaged lines. @throws ToolError storage for an unreadable file */
export async function readWrites(home: string, files: Files): Promise<LoggedWrite[]> {
  await logKilled(home, files).catch(() => {});
  const path = pathOf(home);
  const ended = [...(await readRecords(`${path}.1`, files)), ...(await readRecords(path, files))];
  const writes = [...withoutConfirmed(ended), ...(await readUnderWay(home, files).catch(() => []))];
  return writes.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function withoutConfirmed(writes: readonly LoggedWrite[]): LoggedWrite[] {
  const keyOf = ({at, action, target, command}: LoggedWrite) => JSON.stringify([at, action, target, command]);
  const confirmed = new Set(writes.filter(({outcome}) => outcome === 'settled-by-reading').map(keyOf));
  return writes.filter((write) => write.outcome !== 'unknown' || !confirmed.has(keyOf(write)));
}

async function readUnderWay(home: string, files: Files): Promise<LoggedWrite[]> {
  const directory = underWay(home);
  const marks = (await marksIn(directory, files)).map((name) => readRecords(join(directory, name), files));
  return (await Promise.all(marks)).flat().map((write) => ({...write, message: 'Still under way'}));
}

async function readRecords(path: string, files: Files): Promise<LoggedWrite[]> {
  try {
    if (!(await files.lstat(path))) return [];
    const bytes = await files.read(path, {plain: true, maxBytes: 2 * MAX_BYTES});
    const lines = new TextDecoder().decode(bytes).split('\n');
    return lines.flatMap((line) => toRecord(line) ?? []);
  } catch (error) {
    const why = fileProblem(error) ?? 'it is not a file';
    throw new ToolError('storage', `The log of writes ${cleanText(path)} cannot be read: ${why}`, {cause: error});
  }
}

function toRecord(line: string): LoggedWrite | undefined {
  const value = parsedJson(line);
  if (!isObject(value)) return undefined;
  const texts = MEMBERS.map((name) => [name, typeof value[name] === 'string' ? value[name] : null]);
  const record = Object.fromEntries(texts) as Record<keyof LoggedWrite, string | null>;
  const isDated = !Number.isNaN(Date.parse(record.at ?? ''));
  const isEnded = WRITE_OUTCOMES.some((one) => one === record.outcome);
  return isDated && isEnded && record.action !== null && record.target !== null ? (record as LoggedWrite) : undefined;
}

/** Returns the writes of an app. If a write names only its version, other writes show the app of that version. */
export function writesOf(app: string, writes: readonly LoggedWrite[]): LoggedWrite[] {
  const isOfApp = ({appId, bundleId}: LoggedWrite) => appId === app || bundleId === app;
  const versions = new Set(writes.filter(isOfApp).flatMap(({versionId}) => versionId ?? []));
  return writes.filter((write) => isOfApp(write) || (write.versionId !== null && versions.has(write.versionId)));
}
