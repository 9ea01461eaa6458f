import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {judgeEncryption} from '../model/recovery.ts';
import type {Build} from '../model/version.ts';
import {readBuild} from './builds.ts';
import type {Client} from './client.ts';
import {segment} from './query.ts';
import {beforeWrite, settled, withResult} from './settle.ts';
import type {Written} from './store.ts';
import {BUILD_ENCRYPTION, PATH, TYPE} from './wire.ts';

/** The service takes one answer for good. @throws ToolError conflict when there is one: nothing was sent but the GET */
export async function updateBuild(
  client: Client,
  id: string,
  {usesEncryption}: {usesEncryption: boolean},
  signal?: AbortSignal,
): Promise<Written & {build: Build}> {
  const path = PATH.build(segment(id));
  client.willWrite('PATCH', path);
  const build = await beforeWrite(() => readBuild(client, id, signal));
  const name = cleanText(build.version ?? id);
  if (build.usesEncryption !== undefined) {
    const answer = build.usesEncryption ? 'uses' : 'does not use';
    throw new ToolError('conflict', `Build ${name} has its answer already: it ${answer} encryption`, {
      hint: 'The answer is final: upload another build to change it.',
      facts: {outcome: 'not-sent'},
    });
  }
  const body = {data: {type: TYPE.build, id, attributes: {[BUILD_ENCRYPTION]: usesEncryption}}};
  const write = async () => {
    await client.write('PATCH', path, body, signal);
    return {build: {...build, usesEncryption}};
  };
  return settled<{build: Build}>(
    write,
    {
      what: `answer the encryption question of build ${name}`,
      check: {command: ['builds', 'wait'], flags: {'build-id': id}},
      async read(again) {
        const now = await readBuild(client, id, again);
        return withResult(judgeEncryption(now.usesEncryption, usesEncryption), {build: now});
      },
    },
    signal,
  );
}
