import {describe, expect, it} from 'vitest';
import {type Fate, Ledger, NOT_SENT, type Write} from '../../../src/services/model/ledger.ts';
import type {Verdict} from '../../../src/services/model/outcome.ts';

const write = (fate: Fate, verdict?: Verdict): Write => ({
  method: 'POST',
  path: '/v1/x',
  what: 'change it',
  fate,
  ...(verdict && {reading: {verdict, found: 'it is done', at: 0}}),
});
function ledgerOf(writes: readonly Write[], {isBegun = true, isComplete = false} = {}): Ledger {
  const ledger = new Ledger();
  if (isBegun) ledger.begin();
  for (const one of writes) ledger.add(one);
  if (isComplete) ledger.complete();
  return ledger;
}

describe('the outcome of an operation', () => {
  it.each<[string, Write[], string]>([
    ['that wrote nothing', [], 'not-sent'],
    ['whose write never left', [write('never-left')], 'not-sent'],
    ['whose write was refused', [write('refused')], 'refused'],
    ['whose first write was answered and whose second never left', [write('answered'), write('never-left')], 'in-part'],
    ['whose first write was answered and whose second was refused', [write('answered'), write('refused')], 'in-part'],
    ['whose first write was lost and whose second was refused', [write('lost'), write('refused')], 'unknown'],
    ['whose write was lost', [write('lost')], 'unknown'],
    ['whose write is on its way', [write('sent')], 'unknown'],
    ['whose lost write may still take effect', [write('lost', 'not-done')], 'unknown'],
    ['whose later check was inconclusive', [write('lost', 'other')], 'unknown'],
    ['whose lost write was found done by a read, before the next write', [write('lost', 'done')], 'in-part'],
  ])('gives the outcome $2 for a failed operation %s', (_, writes, outcome) =>
    expect(ledgerOf(writes).outcome).toBe(outcome),
  );

  it.each<[string, Write[], string]>([
    ['its only write was answered', [write('answered')], 'carried-out'],
    ['one write was refused, and the next answered', [write('refused'), write('answered')], 'carried-out'],
    [
      'its last write was lost, and a read found it done',
      [write('answered'), write('lost', 'done')],
      'settled-by-reading',
    ],
    ['its last write was lost', [write('answered'), write('lost')], 'unknown'],
    ['its only write was refused, because someone else had done the same', [write('refused')], 'refused'],
  ])('gives the outcome $2 for a complete operation if %s', (_, writes, outcome) =>
    expect(ledgerOf(writes, {isComplete: true}).outcome).toBe(outcome),
  );

  it('gives no outcome for an operation that planned no write', () =>
    expect(ledgerOf([], {isBegun: false}).outcome).toBeUndefined());

  it('gives the outcome "in part" for an operation that has a result but is incomplete', () => {
    const ledger = ledgerOf([write('answered')]);
    ledger.isUnfinished = true;
    ledger.complete();
    expect(ledger.outcome).toBe('in-part');
  });
});

describe('a run of several operations', () => {
  const part = (run: Ledger, ...writes: Write[]) => {
    const ledger = new Ledger(run).begin();
    for (const one of writes) ledger.add(one);
    return ledger;
  };

  it('counts a run as done once every operation is complete, and as done in part before that', () => {
    const run = new Ledger();
    part(run, write('answered')).complete();
    expect(run.outcome).toBe('carried-out');
    const second = part(run, write('refused'));
    expect(run.outcome).toBe('in-part');
    second.complete();
    expect(run.outcome).toBe('carried-out');
  });

  it('counts a run as one that sent something even if its last operation sent nothing', () => {
    const run = new Ledger();
    part(run, write('answered')).complete();
    const last = part(run, write('never-left'));
    expect([last.outcome, run.outcome]).toEqual(['not-sent', 'in-part']);
    expect(last.lines).toEqual(['Nothing was sent.']);
    expect(run.lines).toEqual([]);
  });

  it('gives a run the result and the leftovers of its last operation', () => {
    const run = new Ledger();
    part(run, write('answered')).leaves('A draft was left behind.');
    const last = part(run, write('answered'));
    last.result = {id: 'r1'};
    last.leaves((isLost) => (isLost ? 'It may be there.' : 'It is there.'), {goesOn: true});
    expect([run.result, run.leftover, run.goesOn]).toEqual([{id: 'r1'}, 'It is there.', true]);
    last.add(write('lost'));
    expect(run.lines).toEqual([expect.stringContaining('The outcome is unknown'), 'It may be there.']);
  });
});

it('counts a lost write as done if a later read finds the change, unless the write was undone', () => {
  const lost = write('lost', 'not-done');
  const ledger = ledgerOf([lost]);
  expect([ledger.lost, ledger.confirmed]).toEqual([lost, []]);
  lost.reading = {verdict: 'done', found: 'it is done', at: 1};
  expect([ledger.lost, ledger.confirmed]).toEqual([undefined, [lost]]);
  lost.isUndone = true;
  expect(ledger.confirmed).toEqual([]);
});

it('takes the first version that an operation reads as the target of the writes', () => {
  const run = new Ledger();
  const ledger = new Ledger(run);
  ledger.concerns({id: 'v1', versionString: '1.0', platform: 'IOS'});
  ledger.concerns({id: 'v0', versionString: '0.9', appId: '41'});
  ledger.concerns({id: 'v1', appId: '42', bundleId: 'com.example.x'});
  const subject = {id: 'v1', versionString: '1.0', platform: 'IOS', appId: '42', bundleId: 'com.example.x'};
  expect([ledger.subject, run.subject]).toEqual([subject, subject]);
});

it('counts a write that is refused before any operation as not sent', () => {
  expect([NOT_SENT.outcome, NOT_SENT.lines]).toEqual(['not-sent', ['Nothing was sent.']]);
});
