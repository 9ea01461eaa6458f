import {cleanText} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import type {NotesResult, ReleaseNote} from '../../services/model/release-notes.ts';
import type {Presentation, TableData} from '../command.ts';
import {integer, list, nullable, object, shaped, string} from './shapes.ts';

/** `length` is in UTF-16 units, as the service counts. */
export const noteItem = shaped(
  object({id: string, locale: string, whatsNew: nullable(string), length: integer}),
  ({id, locale, whatsNew}: ReleaseNote) => ({id, locale, whatsNew: whatsNew ?? null, length: whatsNew?.length ?? 0}),
);

const SHOWN = 60;

export function notesTable(notes: readonly ReleaseNote[]): TableData {
  const start = (text: string) => {
    const [line = '', ...rest] = text.split('\n');
    const characters = [...line];
    return rest.length > 0 || characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : line;
  };
  return {
    columns: ['Locale', 'Length', "What's New"],
    rows: notes.map(({locale, whatsNew = ''}) => [locale, String(whatsNew.length), start(whatsNew)]),
  };
}

export const writtenNotes: Presentation<NotesResult> = {
  formats: ['json', 'table'],
  json: shaped(
    object({
      versionId: string,
      updated: list(string),
      unchanged: list(string),
      failed: list(object({locale: string, message: string})),
    }),
    ({versionId, updated, unchanged, failed}) => ({
      versionId,
      updated,
      unchanged,
      failed: failed.map(({locale, error}) => ({locale, message: error.message})),
    }),
  ),
  table: ({updated, unchanged, failed}) => ({
    columns: ['Locale', 'Result'],
    roles: {Result: 'wrap'},
    rows: [
      ...updated.map((locale) => [locale, 'updated']),
      ...unchanged.map((locale) => [locale, 'unchanged']),
      ...failed.map(({locale, error}) => [locale, `failed: ${error.summary}`]),
    ],
  }),
  note: ({remarks}) => remarks.join('; ') || undefined,
  failure({versionId, updated, unchanged, failed}) {
    const [first] = failed;
    if (!first) return undefined;
    const total = updated.length + unchanged.length + failed.length;
    const lines = failed.map(
      ({locale, error}) => `  ${cleanText(locale)}: ${error.message.replaceAll('\n', '\n    ')}`,
    );
    return new ToolError(
      first.error.kind,
      [`${failed.length} of ${total} locales were not updated:`, ...lines].join('\n'),
      {
        hint: [first.error.hint, 'Run it again: texts already written are not sent twice.'].filter(Boolean).join(' '),
        cause: first.error,
        facts: {check: {command: ['release-notes', 'list'], flags: {'version-id': versionId}}},
      },
    );
  },
};
