import {resolve} from 'node:path';
import type {Host} from '../../../services/ports.ts';
import {text, texts} from '../../flags.ts';

/** Flags that several `release-notes` commands share. */

export const locale = texts({
  summary: 'Only these locales; all is every locale of the version',
  placeholder: 'LOCALE,…',
  fallback: 'all',
});

export const directory = text({
  summary: 'Folder with LOCALE/release_notes.txt, as fastlane has it in fastlane/metadata',
  placeholder: 'DIR',
  completes: 'directory',
  required: true,
});

/** A folder as it is read, and as messages name it. */
export function place(given: string, {cwd}: Host): {directory: string; shown: string} {
  return {directory: resolve(cwd, given), shown: given};
}
