import type {HistoryEntry} from '../../../services/model/history.ts';
import {defineCommand} from '../../command.ts';
import {versionId} from './flags.ts';

export const versionHistory = defineCommand({
  path: ['versions', 'history'],
  summary: 'Show what happened to a store version',
  description: 'Oldest first; what the service keeps no date of comes last.',
  examples: ['tool versions history --version-id com.example.app@3.4.0 --output table'],
  flags: {'version-id': versionId},
  run: async (input, {session, signal}) => (await session.store()).versionHistory(input['version-id'], signal),
  present: {
    formats: ['json', 'table'],
    json: (entries: readonly HistoryEntry[]) => ({
      data: entries.map(({at = null, event, by = null, detail = null}) => ({at, event, by, detail})),
    }),
    table: (entries) => ({
      columns: ['At', 'Event', 'By', 'Detail'],
      rows: entries.map(({at = '', event, by = '', detail = ''}) => [at, event, by, detail]),
    }),
  },
});
