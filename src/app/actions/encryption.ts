import type {Noted} from '../../services/model/outcome.ts';
import type {App, Build} from '../../services/model/version.ts';
import {id, oneOf} from '../flags/flags.ts';
import {fieldTable, record} from '../present/formats.ts';
import {boolean, constant, nullable, object, string} from '../present/shapes.ts';
import {defineAction} from './action.ts';
import {dryRun} from './flags.ts';

export const buildShape = object({
  id: string,
  type: constant('builds'),
  attributes: object(
    {audience: nullable(string)},
    {
      version: string,
      versionString: string,
      platform: string,
      processingState: string,
      expired: boolean,
      uploadedDate: string,
      usesEncryption: boolean,
    },
  ),
});

export type FoundBuild = Build & {app?: App};

export function buildJson({id, appId: _, app: __, ...attributes}: FoundBuild) {
  return {id, type: 'builds' as const, attributes: {...attributes, audience: attributes.audience ?? null}};
}

export const buildFields = ({app: _, ...build}: FoundBuild) => build;

export const updateBuild = defineAction({
  path: ['builds', 'update'],
  summary: 'Answer the encryption question for a build',
  description:
    'Says whether the build uses encryption that is not exempt from export regulations. The answer is final, and a version cannot be submitted without one.',
  examples: ['tool builds update --build-id ID --uses-encryption false'],
  flags: {
    'build-id': id({summary: 'Build ID', required: true}),
    'uses-encryption': oneOf(['true', 'false'], {
      summary: 'Whether the build uses non-exempt encryption',
      placeholder: 'true|false',
      required: true,
    }),
    'dry-run': dryRun,
  },
  effect: 'final',
  agents: {names: ['build-id']},
  undo: {why: 'the encryption question can be answered only once'},
  screen: 'encryption',
  key: 'E',
  label: 'encryption',
  title: 'Answer the encryption question for %',
  isRare: true,
  run: async (input, {session, signal}) => {
    const changes = {usesEncryption: input.usesEncryption === 'true'};
    return (await session.store()).updateBuild(input.buildId, changes, signal);
  },
  present: {
    ...record(buildShape, ({build}: Noted & {build: FoundBuild}) => buildJson(build)),
    table: ({build}) => fieldTable(buildFields(build)),
  },
});
