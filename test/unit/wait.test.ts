import {describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {type WaitEvent, type WaitStatus, waitFailure, waitFor} from '../../src/services/wait.ts';
import {ManualClock} from '../support/manual-clock.ts';

const SECOND = 1000;
const statuses: Record<string, WaitStatus> = {VALID: 'reached', INVALID: 'stuck'};

type Answer = string | ToolError | ((clock: ManualClock, signal: AbortSignal) => Promise<string>);

/** Waits, with one answer for each read. Any further reads get the last answer again. */
async function wait(
  answers: Answer[],
  {every = 30 * SECOND, maxWait = 3600 * SECOND, signal = undefined as AbortSignal | undefined} = {},
) {
  const clock = new ManualClock();
  const events: WaitEvent<string>[] = [];
  let looks = 0;
  const look = async (both: AbortSignal) => {
    const answer = answers[Math.min(looks, answers.length - 1)];
    looks += 1;
    if (answer instanceof ToolError) throw answer;
    return typeof answer === 'function' ? answer(clock, both) : (answer ?? '');
  };
  const statusOf = (value: string) => statuses[value] ?? 'waiting';
  const work = waitFor(
    {read: look, stateOf: (value) => value, statusOf, every, maxWait},
    {clock, signal, onEvent: (event) => events.push(event)},
  );
  const outcome = await clock.until(work.catch((error: unknown) => error as ToolError));
  return {outcome, events, looks, asleep: clock.asleep()};
}

describe('a wait that ends without its goal', () => {
  const goal = {subject: 'Build 412', state: undefined, goal: 'VALID'};
  const failure = new ToolError('rate-limited', '429', {hint: 'Wait 900 s.', facts: {answer: {retryAfter: 900}}});

  it('ends a wait that could read nothing with the code and the hint of the failure', () => {
    expect(waitFailure({status: 'unread', waited: 0, failure}, goal)).toMatchObject({
      kind: 'rate-limited',
      message: 'Build 412 could not be read: 429',
      hint: 'Wait 900 s.',
      facts: {answer: {retryAfter: 900}},
    });
  });

  it('ends a wait as timed out if the state was read, even if the last read failed', () => {
    const seen = {...goal, state: 'PROCESSING'};
    expect(waitFailure({status: 'waiting', value: 1, waited: 60 * SECOND, failure}, seen)).toMatchObject({
      kind: 'waited',
      message: 'Build 412 is still in PROCESSING after 1 min\nThe last check failed: 429',
    });
    expect(waitFailure({status: 'waiting', value: undefined, waited: 0}, goal)?.message).toBe(
      'Build 412 has not appeared',
    );
  });
});

describe('waiting', () => {
  it('polls in a wait until the goal is reached, and leaves no timer behind', async () => {
    const {outcome, events, looks, asleep} = await wait(['PROCESSING', 'PROCESSING', 'VALID']);
    expect(outcome).toEqual({status: 'reached', value: 'VALID', waited: 60 * SECOND, failure: undefined});
    expect(events.map((event) => event.kind === 'seen' && [event.state, event.isChange, event.next])).toEqual([
      ['PROCESSING', true, 30 * SECOND],
      ['PROCESSING', false, 30 * SECOND],
      ['VALID', true, undefined],
    ]);
    expect({looks, asleep}).toEqual({looks: 3, asleep: []});
  });

  it('stops a wait at a state that can no longer reach the goal', async () => {
    const {outcome, looks} = await wait(['INVALID']);
    expect(outcome).toMatchObject({status: 'stuck', value: 'INVALID'});
    expect(looks).toBe(1);
  });

  it.each([
    [95, [30, 60, 90, 95]],
    [60, [30, 60]],
    [1, [1]],
    [0, []],
  ])('lasts the full %i s of a wait, with a last read at the end', async (seconds, looks) => {
    const {outcome, events} = await wait(['PROCESSING'], {maxWait: seconds * SECOND});
    expect(outcome).toMatchObject({status: 'waiting', value: 'PROCESSING', waited: seconds * SECOND});
    expect(events.map(({waited}) => waited / SECOND)).toEqual([0, ...looks]);
  });

  it('reaches the goal of a wait on the last read', async () => {
    const {outcome} = await wait(['PROCESSING', 'VALID'], {maxWait: SECOND});
    expect(outcome).toMatchObject({status: 'reached', waited: SECOND});
  });

  it('keeps the last state and the reason if the last read of a wait fails', async () => {
    const {outcome} = await wait(['PROCESSING', new ToolError('service', '503')], {maxWait: 45 * SECOND});
    expect(outcome).toMatchObject({status: 'waiting', value: 'PROCESSING', failure: {message: '503'}});
  });

  it('reports the error of a read that fails after the time of a wait is up', async () => {
    const late: Answer = async (clock) => {
      // This read takes longer than its time limit and ignores its signal.
      await clock.sleep(15 * SECOND);
      throw new ToolError('not-found', 'gone');
    };
    const {outcome} = await wait(['PROCESSING', late], {maxWait: 30 * SECOND});
    expect(outcome).toMatchObject({kind: 'not-found', message: 'gone'});
  });

  it('survives failures of network and service in a wait, and reports each once', async () => {
    const down = new ToolError('network', 'connection refused by');
    const {outcome, events} = await wait(['PROCESSING', down, down, new ToolError('service', '503'), 'VALID']);
    expect(outcome).toMatchObject({status: 'reached', failure: undefined});
    expect(events.flatMap((event) => (event.kind === 'failed' ? [[event.error.message, event.isNew]] : []))).toEqual([
      ['connection refused by', true],
      ['connection refused by', false],
      ['503', true],
    ]);
  });

  it('reports a repeated failure only once, despite other request IDs, until a read succeeds', async () => {
    const one = (id: number) => new ToolError('service', `503\nRequest ID: ${id}`);
    const other = (id: number) => new ToolError('service', `502\nRequest ID: ${id}`);
    const {events} = await wait([one(1), one(2), other(3), one(4), other(5), 'PROCESSING', one(6), 'VALID']);
    expect(events.flatMap((event) => (event.kind === 'failed' ? [event.isNew] : []))).toEqual([
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('ends a wait with the last failure if every read failed', async () => {
    const {outcome} = await wait([new ToolError('service', '503')], {maxWait: 60 * SECOND});
    expect(outcome).toMatchObject({status: 'unread', value: undefined, failure: {message: '503'}});
  });

  it('counts a read that times out as a failure, not as a missing resource', async () => {
    const silent = (_: ManualClock, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const {outcome} = await wait([silent], {maxWait: SECOND});
    expect(outcome).toMatchObject({
      status: 'unread',
      failure: {kind: 'network', message: 'The service did not answer in time'},
    });
  });

  it('ends a wait at once for a failure that will not pass, such as a deleted version or a refused key', async () => {
    for (const kind of ['not-found', 'credentials', 'usage', 'bug'] as const) {
      const {outcome, looks} = await wait(['PROCESSING', new ToolError(kind, 'gone')]);
      expect({outcome, looks}).toMatchObject({outcome: {kind}, looks: 2});
    }
  });

  it('waits as long as a rate limit asks for, but not beyond the limit of the wait', async () => {
    const limited = (retryAfter: number) => new ToolError('rate-limited', '429', {facts: {answer: {retryAfter}}});
    expect(await wait([limited(300), 'VALID'])).toMatchObject({outcome: {status: 'reached', waited: 300 * SECOND}});
    expect(await wait([limited(300), 'VALID'], {maxWait: 120 * SECOND})).toMatchObject({
      looks: 1,
      outcome: {status: 'unread', waited: 0, failure: {kind: 'rate-limited', facts: {answer: {retryAfter: 300}}}},
    });
    expect(await wait(['PROCESSING', limited(300)], {maxWait: 120 * SECOND})).toMatchObject({
      looks: 2,
      outcome: {status: 'unread', value: 'PROCESSING', waited: 30 * SECOND},
    });
  });

  it('aborts a read that has not ended ten seconds after the time of a wait is up', async () => {
    const stuck: Answer = (clock, signal) => clock.sleep(900 * SECOND, signal).then(() => 'VALID');
    expect(await wait(['PROCESSING', stuck], {maxWait: 60 * SECOND})).toMatchObject({
      looks: 2,
      outcome: {status: 'waiting', value: 'PROCESSING', waited: 70 * SECOND},
      asleep: [],
    });
  });

  it('gives the first read of a wait ten seconds, however short the wait is', async () => {
    const slow: Answer = (clock, signal) => clock.sleep(8 * SECOND, signal).then(() => 'VALID');
    expect(await wait([slow], {maxWait: SECOND})).toMatchObject({outcome: {status: 'reached'}});
  });

  it('ends a wait on an interruption, between two reads or during one', async () => {
    const interrupted = new ToolError('interrupted', 'Interrupted');
    const controller = new AbortController();
    const abort: Answer = async (clock) => {
      clock.sleep(10 * SECOND).then(() => controller.abort(interrupted));
      return 'PROCESSING';
    };
    const {outcome, asleep} = await wait([abort], {signal: controller.signal});
    expect(outcome).toBe(interrupted);
    expect(asleep).toEqual([]);
  });
});
