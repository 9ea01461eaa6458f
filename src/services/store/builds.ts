import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Finding} from '../model/outcome.ts';
import type {Build, BuildPage, ProcessingState} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {attributesOf, toBuild} from './mapping.ts';
import {collection, readOne} from './reads.ts';
import {ATTRIBUTE, PAGES, PATH, REL, TYPE} from './wire.ts';

const BUILD_FIELDS = {
  include: REL.preRelease,
  fields: {
    [TYPE.build]: [...attributesOf(toBuild), REL.preRelease],
    [TYPE.preReleaseVersion]: ['version', 'platform'],
  },
};

interface BuildQuery {
  /** App ID, or a bundle ID, which costs one more request. */
  app: string;
  numbers?: readonly string[];
  versions?: readonly string[];
  platforms?: readonly string[];
  states?: readonly ProcessingState[];
  limit?: number;
}

/** Newest first. */
export const builds = collection<BuildQuery, BuildPage>({
  path: PAGES.builds,
  async first(client, {app, numbers, versions, platforms, states, limit}) {
    const {id} = await findApp(client, app);
    return [
      PATH.builds,
      {
        filter: {
          app: id,
          version: numbers,
          [`${REL.preRelease}.version`]: versions,
          [`${REL.preRelease}.platform`]: platforms,
          processingState: states,
        },
        sort: '-uploadedDate',
        ...BUILD_FIELDS,
        limit,
      },
    ];
  },
  toPage({data, included}, target = '') {
    const appId = new URLSearchParams(target.split('?')[1]).get('filter[app]') ?? undefined;
    const items = data.map((resource) => {
      const build = toBuild(resource, included);
      build.appId = appId;
      return build;
    });
    return {items};
  },
});

export async function readBuild(client: Client, id: string): Promise<Build> {
  const {data, included} = await readOne(client, PATH.build(id), BUILD_FIELDS);
  return toBuild(data, included);
}

/** The service accepts only one answer, ever. @throws ToolError conflict when it has been given */
export async function updateBuild(client: Client, id: string, {usesEncryption}: {usesEncryption: boolean}) {
  const path = PATH.build(id);
  client.assertWritable('PATCH', path);
  const build = await readBuild(client, id);
  const name = cleanText(build.version ?? id);
  if (build.usesEncryption !== undefined) {
    const answer = build.usesEncryption ? 'uses' : 'does not use';
    throw new ToolError('conflict', `Build ${name} already has an answer: it ${answer} encryption`, {
      hint: 'The answer is final: upload another build to change it.',
    });
  }
  return confirmWrite(client, {
    request: ['PATCH', path, {data: {type: TYPE.build, id, attributes: {[ATTRIBUTE.encryption]: usesEncryption}}}],
    toResult: () => ({build: {...build, usesEncryption}}),
    what: `answer the encryption question of build ${name}`,
    check: {command: ['builds', 'wait'], flags: {'build-id': id}},
    async read(reader) {
      const now = await readBuild(reader, id);
      return {...judgeEncryption(now.usesEncryption, usesEncryption), result: {build: now}};
    },
  });
}

export function judgeEncryption(answer: boolean | undefined, wanted: boolean): Finding {
  if (answer === undefined) return {verdict: 'not-done', found: 'the encryption question is not answered'};
  if (answer === wanted) return {verdict: 'done', found: 'the encryption question is answered'};
  return {verdict: 'someone-else', found: 'the answer is the opposite'};
}
