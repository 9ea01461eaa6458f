import {isDeepStrictEqual} from 'node:util';
import type {Files} from '../ports.ts';
import {type ConfigDocument, entriesOf} from './config-document.ts';
import {parseConfig, readConfigBytes, writeConfig} from './config-file.ts';

/**
 * Keeps a config file that is about to be replaced, as `config.json.bak` or the first free `config.json.bak.N`. A backup
 * is never overwritten; none is made of what one of them holds already. @throws ToolError storage
 */
export async function backUp(files: Files, path: string, content: Uint8Array): Promise<void> {
  for (let number = 0; ; number++) {
    const backup = number === 0 ? `${path}.bak` : `${path}.bak.${number}`;
    const kept = await readConfigBytes(files, backup);
    if (!kept) return writeConfig(files, backup, content);
    if (holds(kept, content)) return;
  }
}

function holds(backup: Uint8Array, content: Uint8Array): boolean {
  if (Buffer.compare(backup, content) === 0) return true;
  const [kept, document] = [parsed(backup), parsed(content)];
  if (!kept || !document) return false;
  return Object.entries(document).every(([member, value]) =>
    member === 'profiles'
      ? entriesOf(document).every((entry) => entriesOf(kept).some((other) => isDeepStrictEqual(entry, other)))
      : isDeepStrictEqual(value, kept[member]),
  );
}

function parsed(content: Uint8Array): ConfigDocument | undefined {
  try {
    return parseConfig(content, '');
  } catch {
    return undefined;
  }
}
