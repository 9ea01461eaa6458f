import {describe, expect, it} from 'vitest';
import {HttpFailure} from '../../src/services/ports.ts';
import {runAgainst, type Serve} from '../support/fake-service.ts';
import {wirePage, wireVersion} from '../support/service.ts';

/** A version that is in one state after the other, the last one for ever; a look that throws fails. */
function states(...sequence: (string | Error)[]): Serve {
  let looks = 0;
  return ({path}) => {
    if (path === '/v1/apps/42/appStoreVersions') return {body: wirePage([wireVersion('v1')])};
    const next = sequence[Math.min(looks++, sequence.length - 1)];
    if (next instanceof Error) throw next;
    return next === 'gone'
      ? {status: 404, body: {errors: [{title: 'Not found'}]}}
      : {body: {data: wireVersion('v1', {appStoreState: next, versionString: '3.4.0'})}};
  };
}
const WAIT = ['versions', 'wait', '--version-id', 'v1', '--max-wait', '5m', '--until'];

describe('versions wait', () => {
  it('looks until the state is reached', async () => {
    const serve = states('WAITING_FOR_REVIEW', 'WAITING_FOR_REVIEW', 'IN_REVIEW', 'PENDING_DEVELOPER_RELEASE');
    const {code, result, stderr} = await runAgainst(serve, [...WAIT, 'pending_developer_release,READY_FOR_SALE']);
    expect(code).toBe(0);
    expect(result).toEqual({versionId: 'v1', state: 'PENDING_DEVELOPER_RELEASE', reached: true, waitedSeconds: 90});
    expect(stderr).toBe('WAITING_FOR_REVIEW\nIN_REVIEW after 1 min\nPENDING_DEVELOPER_RELEASE after 1 min 30 s\n');
  });

  it('takes the newer names of states too', async () => {
    const {code, result} = await runAgainst(states('READY_FOR_SALE'), [...WAIT, 'ready_for_distribution']);
    expect({code, state: result.state}).toEqual({code: 0, state: 'READY_FOR_SALE'});
  });

  it('an unknown state is 2 and names those there are', async () => {
    const {code, stderr, service} = await runAgainst(states('X'), [...WAIT, 'APPROVED']);
    expect(code).toBe(2);
    expect(stderr).toContain("--until 'APPROVED' is not one of PREPARE_FOR_SUBMISSION");
    expect(service.asked).toEqual([]);
  });

  it.each(['REJECTED', 'METADATA_REJECTED', 'INVALID_BINARY', 'DEVELOPER_REJECTED', 'REMOVED_FROM_SALE'])(
    '%s is a broken link: 5, with the result',
    async (state) => {
      const {code, result, stderr} = await runAgainst(states('IN_REVIEW', state), [...WAIT, 'READY_FOR_SALE']);
      expect({code, result}).toMatchObject({code: 5, result: {state, reached: false, waitedSeconds: 30}});
      expect(stderr).toContain(`Version 3.4.0 is in ${state}: it cannot become READY_FOR_SALE on its own`);
    },
  );

  it('one of them is reached when it is what was waited for', async () => {
    expect((await runAgainst(states('REJECTED'), [...WAIT, 'REJECTED,READY_FOR_SALE'])).code).toBe(0);
  });

  it('time is up: 11, with the result', async () => {
    const {code, result} = await runAgainst(states('IN_REVIEW'), [...WAIT, 'READY_FOR_SALE']);
    expect({code, result}).toMatchObject({code: 11, result: {state: 'IN_REVIEW', reached: false, waitedSeconds: 300}});
  });

  it('a version that is deleted meanwhile is 4', async () => {
    const {code} = await runAgainst(states('PREPARE_FOR_SUBMISSION', 'gone'), [...WAIT, 'READY_FOR_SALE']);
    expect(code).toBe(4);
  });

  it('failures of the service are ridden out, each said once', async () => {
    const broken = new HttpFailure('timeout', true, 'no answer');
    const {code, stderr} = await runAgainst(states('IN_REVIEW', broken, broken, 'READY_FOR_SALE'), [
      ...WAIT,
      'READY_FOR_SALE',
    ]);
    expect(code).toBe(0);
    expect(stderr.match(/did not answer in time/g)).toHaveLength(1);
  });

  it('so they are while a reference is looked up', async () => {
    const serve = states('READY_FOR_SALE');
    let isDown = true;
    const {code, result, stderr} = await runAgainst(
      (asked) => {
        if (!isDown) return serve(asked);
        isDown = false;
        throw new HttpFailure('timeout', true, 'no answer');
      },
      ['versions', 'wait', '--version-id', '42@1.0.0', '--until', 'READY_FOR_SALE'],
    );
    expect({code, result}).toMatchObject({code: 0, result: {versionId: 'v1', waitedSeconds: 30}});
    expect(stderr).toContain('did not answer in time');
  });

  it('a reference that means nothing is 4 at once', async () => {
    const {code, stdout} = await runAgainst(
      ({path}) => (path === '/v1/apps/42/appStoreVersions' ? {body: wirePage([])} : {status: 404}),
      ['versions', 'wait', '--version-id', '42@1.0.0', '--until', 'READY_FOR_SALE'],
    );
    expect({code, stdout}).toEqual({code: 4, stdout: ''});
  });

  it('a reference is looked up once', async () => {
    const argv = ['versions', 'wait', '--version-id', '42@1.0.0', '--until', 'READY_FOR_SALE', '--every', '5s'];
    const {service} = await runAgainst(states('IN_REVIEW', 'READY_FOR_SALE'), argv);
    expect(service.lines()).toEqual([
      'GET /v1/apps/42/appStoreVersions',
      'GET /v1/appStoreVersions/v1',
      'GET /v1/appStoreVersions/v1',
    ]);
  });

  it('ndjson: the state as it is, then a line per change', async () => {
    const serve = states('IN_REVIEW', 'IN_REVIEW', 'READY_FOR_SALE');
    const {stdout, stderr} = await runAgainst(serve, [...WAIT, 'READY_FOR_SALE', '--output', 'ndjson']);
    expect(stderr).toBe('');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {at: '2026-03-01T10:00:00.000Z', state: 'IN_REVIEW'},
      {at: '2026-03-01T10:01:00.000Z', state: 'READY_FOR_SALE'},
    ]);
  });
});
