import {defineCommand} from '../../command.ts';
import {id, oneOf} from '../../flags.ts';
import {buildFields, buildJson} from '../../present/builds.ts';
import {dryRun} from '../write-flags.ts';

export const updateBuild = defineCommand({
  path: ['builds', 'update'],
  summary: 'Answer the encryption question of a build',
  description:
    'Whether it uses encryption that is not exempt from export rules. The answer is final, and a version cannot be\n' +
    'submitted without it.',
  examples: ['tool builds update --build-id ID --uses-encryption false'],
  flags: {
    'build-id': id({summary: 'Build ID', required: true}),
    'uses-encryption': oneOf(['true', 'false'], {summary: 'The answer', placeholder: 'true|false', required: true}),
    'dry-run': dryRun,
  },
  screen: 'encryption',
  run: async (input, {session, signal}) => {
    const changes = {usesEncryption: input['uses-encryption'] === 'true'};
    return (await session.store()).updateBuild(input['build-id'], changes, signal);
  },
  present: {
    formats: ['json', 'table'],
    json: ({build}) => buildJson(build),
    table: ({build}) => buildFields(build),
    note: ({note}) => note,
  },
});
