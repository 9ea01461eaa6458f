import {join} from 'node:path';
import {absolute} from '../../services/credentials/config-document.ts';
import {readShellWord} from '../../services/model/shell-word.ts';
import type {Host} from '../../services/ports.ts';

const KEY_FILE = /\.p8$/i;

const SHELL_QUOTING = /^\s*["']|\\/;
/** For these names, `/` is the only completion. */
const FOLDER_NAME = /^~$|(?:^|\/)\.\.$/;

/**
 * Completes a path as a shell does, without the quoting. If there are `.p8` files, other files are not offered.
 * @returns `text` extended to the common prefix of all candidates, which are sorted; directories end in `/`
 */
export async function completePath(
  typed: string,
  {files, cwd, home}: Pick<Host, 'files' | 'cwd' | 'home'>,
  {directories: onlyDirectories = false} = {},
) {
  const text = SHELL_QUOTING.test(typed) ? tidyPath(typed) : typed.trimStart();
  if (FOLDER_NAME.test(text)) return {text: `${text}/`, candidates: [`${text}/`]};
  const cut = text.lastIndexOf('/') + 1;
  const [parent, prefix] = [text.slice(0, cut), text.slice(cut)];
  const directory = absolute(parent, cwd, home);
  const names = await files.readdir(directory).catch(() => []);
  const matching = names.filter((name) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')));
  const kinds = await Promise.all(
    matching.map(async (name) => (await files.stat(join(directory, name)).catch(() => undefined))?.kind),
  );
  const directories = matching.filter((_, index) => kinds[index] === 'directory').map((name) => `${name}/`);
  const others = matching.filter((_, index) => kinds[index] !== 'directory');
  const keys = others.filter((name) => KEY_FILE.test(name));
  const offered = keys.length > 0 ? keys : others;
  const candidates = [...(onlyDirectories ? [] : offered), ...directories].sort();
  return {text: candidates.length > 0 ? parent + commonStart(candidates) : typed, candidates};
}

function commonStart([first = '', ...rest]: readonly string[]): string {
  let length = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

export function tidyPath(text: string): string {
  const bare = text.trim();
  const [, quoted] = /^"([^"]*)"$/.exec(bare) ?? [];
  // In a Windows path, a backslash escapes nothing.
  if (/^"?(?:[A-Za-z]:|\\\\)/.test(bare)) return quoted ?? bare;
  const word = readShellWord(bare);
  if (/^['"]/.test(bare) && word.open === '') return word.text;
  return bare.replace(/\\(\W)/gu, '$1');
}
