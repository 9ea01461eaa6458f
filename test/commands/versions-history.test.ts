import {expect, it} from 'vitest';
import {runAgainst, type Serve} from '../support/fake-service.ts';
import {wirePage, wireVersion} from '../support/service.ts';

const one = (type: string, id: string) => ({data: {type, id}});

interface SampleSubmission {
  id: string;
  state?: string;
  submittedDate?: string;
  itemState?: string;
  versionId?: string;
}

function serve(attributes: Record<string, unknown>, phased: object | undefined, ...samples: SampleSubmission[]): Serve {
  const submissions = samples.map(({id, state = 'COMPLETE', submittedDate, versionId = 'v1'}) => ({
    type: 'reviewSubmissions',
    id,
    attributes: {state, submittedDate},
    relationships: {
      items: {data: [{type: 'reviewSubmissionItems', id: `i-${id}`}]},
      appStoreVersionForReview: one('appStoreVersions', versionId),
      submittedByActor: one('actors', 'ann'),
      lastUpdatedByActor: one('actors', 'key'),
    },
  }));
  const included = [
    ...samples.map(({id, itemState, versionId = 'v1'}) => ({
      type: 'reviewSubmissionItems',
      id: `i-${id}`,
      attributes: {state: itemState},
      relationships: {appStoreVersion: one('appStoreVersions', versionId)},
    })),
    {type: 'actors', id: 'ann', attributes: {actorType: 'USER', userFirstName: 'Ann', userLastName: 'Lee'}},
    {type: 'actors', id: 'key', attributes: {actorType: 'API_KEY', apiKeyId: 'K1'}},
  ];
  const relationships = {
    app: one('apps', '42'),
    ...(phased && {appStoreVersionPhasedRelease: one('appStoreVersionPhasedReleases', 'p1')}),
  };
  return ({path}) =>
    path === '/v1/reviewSubmissions'
      ? {body: {...(wirePage(submissions) as object), included}}
      : {
          body: {
            data: wireVersion('v1', attributes, relationships),
            included: phased && [{type: 'appStoreVersionPhasedReleases', id: 'p1', attributes: phased}],
          },
        };
}
const HISTORY = ['versions', 'history', '--version-id', 'v1'];

it('lists the oldest event first in versions history, and events without a date last', async () => {
  const {code, result, service} = await runAgainst(
    serve(
      {appStoreState: 'READY_FOR_SALE'},
      {phasedReleaseState: 'ACTIVE', startDate: '2026-03-09T10:00:00Z'},
      {id: 'r2', submittedDate: '2026-03-05T10:00:00Z', itemState: 'APPROVED'},
      {id: 'r1', submittedDate: '2026-03-02T10:00:00Z', itemState: 'REMOVED'},
      {id: 'r0', submittedDate: '2026-03-04T10:00:00Z', itemState: 'APPROVED', versionId: 'other'},
      {id: 'draft', state: 'READY_FOR_REVIEW'},
    ),
    HISTORY,
  );
  expect(code).toBe(0);
  expect(result.data).toEqual([
    {at: '2026-03-01T10:00:00.000-0800', event: 'created', by: null, detail: '1.0.0 IOS'},
    {at: '2026-03-02T10:00:00.000+0000', event: 'submitted', by: 'Ann Lee', detail: 'review submission r1'},
    {at: '2026-03-05T10:00:00.000+0000', event: 'submitted', by: 'Ann Lee', detail: 'review submission r2'},
    {at: '2026-03-09T10:00:00.000+0000', event: 'phased-start', by: null, detail: null},
    {at: null, event: 'withdrawn', by: 'API key K1', detail: 'review submission r1'},
    {at: null, event: 'approved', by: null, detail: 'review submission r2'},
    {at: null, event: 'released', by: null, detail: 'READY_FOR_SALE'},
  ]);
  expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1', 'GET /v1/reviewSubmissions']);
});

it('lists only the creation of a version that was never submitted', async () => {
  const {result} = await runAgainst(serve({appStoreState: 'PREPARE_FOR_SUBMISSION'}, undefined), HISTORY);
  expect(result.data.map(({event}: {event: string}) => event)).toEqual(['created']);
});

it("prints a version's history as a table", async () => {
  const {stdout} = await runAgainst(serve({appStoreState: 'REJECTED'}, undefined), [...HISTORY, '--output', 'table']);
  expect(stdout).toBe(
    'At                            Event    By  Detail\n2026-03-01T10:00:00.000-0800  created      1.0.0 IOS\n',
  );
});
