import {describe, expect, it} from 'vitest';
import {HttpFailure} from '../../src/services/ports.ts';
import {runAgainst, type Serve} from '../support/fake-service.ts';
import {wirePage, wireVersion} from '../support/service.ts';

/**
 * Returns a service in which the version goes through these states and stays in the last one. An Error makes the read
 * fail.
 */
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
  it('polls until a version reaches the state', async () => {
    const serve = states('WAITING_FOR_REVIEW', 'WAITING_FOR_REVIEW', 'IN_REVIEW', 'PENDING_DEVELOPER_RELEASE');
    const {code, result, stderr} = await runAgainst(serve, [...WAIT, 'pending_developer_release,READY_FOR_SALE']);
    expect(code).toBe(0);
    expect(result).toEqual({versionId: 'v1', state: 'PENDING_DEVELOPER_RELEASE', reached: true, waitedSeconds: 90});
    expect(stderr).toBe('WAITING_FOR_REVIEW\nIN_REVIEW after 1 min\nPENDING_DEVELOPER_RELEASE after 1 min 30 s\n');
  });

  it('accepts the newer names of states in --until', async () => {
    const {code, result} = await runAgainst(states('READY_FOR_SALE'), [...WAIT, 'ready_for_distribution']);
    expect({code, state: result.state}).toEqual({code: 0, state: 'READY_FOR_SALE'});
  });

  it('exits with 2 for an unknown state in --until, and names the known states', async () => {
    const {code, stderr, service} = await runAgainst(states('X'), [...WAIT, 'IN_REVEIW']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "--until 'IN_REVEIW' is not one of submitted, approved, live, complete, PREPARE_FOR_SUBMISSION",
    );
    expect(stderr).toContain('Did you mean IN_REVIEW?');
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['submitted', 'WAITING_FOR_REVIEW'],
    ['Submitted', 'READY_FOR_SALE'],
    ['APPROVED', 'PENDING_APPLE_RELEASE'],
    ['approved', 'READY_FOR_SALE'],
    ['live', 'READY_FOR_SALE'],
    ['live', 'REPLACED_WITH_NEW_VERSION'],
    ['complete', 'READY_FOR_SALE'],
    ['IN_REVIEW,live', 'READY_FOR_SALE'],
  ])('ends a wait for --until %s in the state %s', async (until, state) => {
    const {code, result} = await runAgainst(states(state), [...WAIT, until]);
    expect({code, result}).toMatchObject({code: 0, result: {state, reached: true, waitedSeconds: 0}});
  });

  it.each([
    ['approved', 'IN_REVIEW'],
    ['live', 'PENDING_DEVELOPER_RELEASE'],
    ['live', 'PROCESSING_FOR_APP_STORE'],
    ['WAITING_FOR_REVIEW', 'IN_REVIEW'],
    ['DEVELOPER_REJECTED', 'WAITING_FOR_REVIEW'],
    ['REMOVED_FROM_SALE', 'READY_FOR_SALE'],
    ['REJECTED', 'SOMETHING_NEW'],
    ['submitted', 'READY_FOR_REVIEW'],
  ])('keeps waiting for --until %s in the state %s', async (until, state) => {
    expect((await runAgainst(states(state), [...WAIT, until])).code).toBe(11);
  });

  it.each([
    ['PENDING_DEVELOPER_RELEASE', 'READY_FOR_SALE'],
    ['WAITING_FOR_REVIEW,IN_REVIEW', 'PENDING_DEVELOPER_RELEASE'],
    ['REJECTED', 'READY_FOR_SALE'],
    ['READY_FOR_DISTRIBUTION', 'REPLACED_WITH_NEW_VERSION'],
  ])('exits with 5 at once if --until %s is already past in the state %s', async (until, state) => {
    const {code, result, service, stderr} = await runAgainst(states(state), [...WAIT, until]);
    expect({code, result}).toMatchObject({code: 5, result: {state, reached: false, waitedSeconds: 0}});
    expect(stderr).toContain(`Version 3.4.0 is in ${state}`);
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['ACTIVE', 3, 11],
    ['PAUSED', 3, 5],
    [undefined, 2, 11],
    ['COMPLETE', 7, 0],
  ])('ends --until complete for a roll-out in state %s on day %s, and exits with %s', async (state, day, exit) => {
    const phased = {type: 'appStoreVersionPhasedReleases', id: 'p1'};
    const attributes = {phasedReleaseState: state, currentDayNumber: day};
    const serve: Serve = ({path}) =>
      path.endsWith('/appStoreVersionPhasedRelease')
        ? {body: {data: {...phased, attributes}}}
        : {
            body: {
              data: wireVersion('v1', {versionString: '3.4.0'}, {appStoreVersionPhasedRelease: {data: phased}}),
              included: [{...phased, attributes}],
            },
          };
    expect((await runAgainst(serve, [...WAIT, 'complete'])).code).toBe(exit);
  });

  it.each(['10s', '0s'])('waits for the whole --max-wait %s, whatever --every is', async (time) => {
    const argv = ['versions', 'wait', '--version-id', 'v1', '--max-wait', time, '--until', 'live'];
    const {code, result, service} = await runAgainst(states('IN_REVIEW'), argv);
    expect({code, waited: result.waitedSeconds}).toEqual({code: 11, waited: Number.parseInt(time, 10)});
    expect(service.asked).toHaveLength(time === '0s' ? 1 : 2);
  });

  it('prints a line every five minutes in versions wait while nothing changes', async () => {
    const argv = ['versions', 'wait', '--version-id', 'v1', '--until', 'live', '--max-wait', '12m'];
    const {stderr} = await runAgainst(states('IN_REVIEW'), argv);
    expect(stderr.split('\n').slice(0, 3)).toEqual([
      'IN_REVIEW',
      'IN_REVIEW · 5 min · next check in 30 s',
      'IN_REVIEW · 10 min · next check in 30 s',
    ]);
    expect(stderr).toContain('is still in IN_REVIEW after 12 min');
  });

  it('exits with the code of the failure if no read of versions wait ever succeeds', async () => {
    const {code, result, stderr} = await runAgainst(states(new HttpFailure('dns', false, 'no')), [...WAIT, 'live']);
    expect({code, result}).toMatchObject({code: 7, result: {versionId: 'v1', state: null, reached: false}});
    expect(stderr).toContain('Version v1 could not be read after 5 min');
  });

  it.each([
    'REJECTED',
    'METADATA_REJECTED',
    'INVALID_BINARY',
    'DEVELOPER_REJECTED',
    'REMOVED_FROM_SALE',
    'PREPARE_FOR_SUBMISSION',
    'PENDING_CONTRACT',
    'WAITING_FOR_EXPORT_COMPLIANCE',
  ])('prints the result and exits with 5 in %s, which cannot reach the target on its own', async (state) => {
    const {code, result, stderr} = await runAgainst(states('IN_REVIEW', state), [...WAIT, 'READY_FOR_SALE']);
    expect({code, result}).toMatchObject({code: 5, result: {state, reached: false, waitedSeconds: 30}});
    expect(stderr).toContain(`Version 3.4.0 is in ${state}: it cannot become READY_FOR_SALE on its own`);
  });

  it('succeeds in a dead-end state if that state is the target', async () => {
    expect((await runAgainst(states('REJECTED'), [...WAIT, 'REJECTED,READY_FOR_SALE'])).code).toBe(0);
  });

  it('prints the result and exits with 11 when the time of versions wait is up', async () => {
    const {code, result} = await runAgainst(states('IN_REVIEW'), [...WAIT, 'READY_FOR_SALE']);
    expect({code, result}).toMatchObject({code: 11, result: {state: 'IN_REVIEW', reached: false, waitedSeconds: 300}});
  });

  it('exits with 4 if the version is deleted during the wait', async () => {
    const {code} = await runAgainst(states('IN_REVIEW', 'gone'), [...WAIT, 'READY_FOR_SALE']);
    expect(code).toBe(4);
  });

  it('survives failures of the service in versions wait, and reports each once', async () => {
    const broken = new HttpFailure('timeout', true, 'no answer');
    const {code, stderr} = await runAgainst(states('IN_REVIEW', broken, broken, 'READY_FOR_SALE'), [
      ...WAIT,
      'READY_FOR_SALE',
    ]);
    expect(code).toBe(0);
    expect(stderr.match(/did not answer in time/g)).toHaveLength(1);
  });

  it('keeps waiting if the service cannot look up a reference at first', async () => {
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

  it('exits with 4 at once for a reference without a match', async () => {
    const {code, stdout} = await runAgainst(
      ({path}) => (path === '/v1/apps/42/appStoreVersions' ? {body: wirePage([])} : {status: 404}),
      ['versions', 'wait', '--version-id', '42@1.0.0', '--until', 'READY_FOR_SALE'],
    );
    expect({code, stdout}).toEqual({code: 4, stdout: ''});
  });

  it('looks up a reference once for the whole wait', async () => {
    const argv = ['versions', 'wait', '--version-id', '42@1.0.0', '--until', 'READY_FOR_SALE', '--every', '5s'];
    const {service} = await runAgainst(states('IN_REVIEW', 'READY_FOR_SALE'), argv);
    expect(service.lines()).toEqual([
      'GET /v1/apps/42/appStoreVersions',
      'GET /v1/appStoreVersions/v1',
      'GET /v1/appStoreVersions/v1',
    ]);
  });

  it('prints an ndjson line in versions wait for the first state, and for each change', async () => {
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
