import {expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import {viewVersion} from '../../../src/services/store/view-version.ts';
import {TYPE} from '../../../src/services/store/wire.ts';
import {fakeClient} from '../../support/fake-client.ts';

const version = {
  type: TYPE.version,
  id: 'v1',
  attributes: {platform: 'IOS'},
  relationships: {app: {data: {type: TYPE.app, id: 'a1'}}},
};

it('stops one of two parallel requests for a version if the other fails', async () => {
  const stopped: string[] = [];
  const get = (target: string, signal?: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        stopped.push(target.split('?')[0] ?? '');
        reject(signal.reason);
      });
      if (target.startsWith('/v1/reviewSubmissions')) reject(new ToolError('credentials', 'no'));
      else if (target.includes('appInfos'))
        return; // No answer.
      else resolve(JSON.stringify({data: version}));
    });
  const query = {id: 'v1', includeSubmission: true, include: ['ageRatingDeclaration'] as const};
  await expect(viewVersion(fakeClient(get), query)).rejects.toMatchObject({message: 'submission: no'});
  expect(stopped).toContain('/v1/apps/a1/appInfos');
});
