import {INCLUDES} from '../../../services/model/version.ts';
import {defineCommand} from '../../command.ts';
import {listOf, toggle} from '../../flags.ts';
import {fieldTable, versionViewJson} from '../../present/versions.ts';
import {versionId} from './flags.ts';

export const viewVersion = defineCommand({
  path: ['versions', 'view'],
  summary: 'Show one store version',
  examples: [
    'tool versions view --version-id ID --include-build --include-submission',
    'tool versions view --version-id ID --include ageRatingDeclaration,customerReviews --output table',
  ],
  flags: {
    'version-id': versionId,
    'include-build': toggle({summary: 'Also the attached build'}),
    'include-submission': toggle({summary: 'Also the submission'}),
    include: listOf(INCLUDES, {summary: 'Also these related resources'}),
  },
  screen: 'version',
  run: async (input, {session, signal}) =>
    (await session.store()).viewVersion(
      {
        id: input['version-id'],
        includeBuild: input['include-build'],
        includeSubmission: input['include-submission'],
        include: input.include,
      },
      signal,
    ),
  present: {
    formats: ['json', 'table'],
    json: versionViewJson,
    table: (view) => fieldTable(versionViewJson(view)),
  },
});
