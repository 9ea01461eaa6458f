import {describe, expect, test} from 'vitest';
import {inFlightOn, stageOf} from '../../../src/screens/ship/facts.ts';
import {newRoad, roadOf} from '../../../src/screens/ship/road.ts';
import {isOpen} from '../../../src/screens/ship/step.ts';
import {createLocalTime} from '../../../src/screens/text/time.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import {type NextStep, nextStep} from '../../../src/services/model/next-step.ts';
import {type ReadinessCheck, readiness} from '../../../src/services/model/readiness.ts';
import type {Release, Review} from '../../../src/services/model/release.ts';
import {stateIs, VERSION_STATES} from '../../../src/services/model/states.ts';
import type {StoreVersion} from '../../../src/services/model/version.ts';

const {glyphs} = createTheme({noColor: false, screenReader: false, env: {LANG: 'C.UTF-8'}});
const look = {glyphs, time: createLocalTime({TZ: 'UTC'}), versions: [], at: Date.parse('2026-11-20T12:00:00Z')};

const check = (id: ReadinessCheck['id'], status: ReadinessCheck['status']): ReadinessCheck => ({
  id,
  status,
  message: `${id} is ${status}`,
});
const COMPLETE = [check('build', 'ok'), check('encryption', 'ok'), check('whats-new', 'ok'), check('keywords', 'ok')];

/** The steps of a version, as `name: status`, and where the first open one leads. */
function road(version: Partial<StoreVersion>, checks = COMPLETE, review: Review = {history: []}) {
  const whole: StoreVersion = {id: 'v1', versionString: '2.0', platform: 'IOS', appId: '1', ...version};
  const isEditable = stateIs(whole.state, 'editable');
  const found = isEditable ? readiness('v1', checks) : undefined;
  const release: Release = {version: whole, notes: {}, review: {value: review}, readiness: found && {value: found}};
  const steps = roadOf({...look, release});
  return {
    steps,
    first: steps.find(isOpen),
    next: nextStep(whole, {readiness: found}),
    names: steps.map(({name, status}) => `${name}: ${status}`),
  };
}

const leadsTo = (step: NextStep | undefined) => step && (step.kind === 'flow' ? step.action : step.kind);

describe('the first open step is where the next step of the version leads', () => {
  const onRoad = VERSION_STATES.filter((state) => !stateIs(state, 'at-rest'));
  test.each(onRoad)('%s', (state) => {
    const {first, next} = road({state});
    expect(first?.opens).toEqual(next);
  });

  test.each(['PREPARE_FOR_SUBMISSION', 'REJECTED', 'DEVELOPER_REJECTED'])('%s, with something missing', (state) => {
    for (const id of ['build', 'encryption', 'whats-new', 'keywords', 'age-rating'] as const) {
      const {first, next} = road({state}, [...COMPLETE.filter((one) => one.id !== id), check(id, 'error')]);
      expect(first?.opens).toEqual(next);
      expect(leadsTo(next)).toBe('mend');
    }
  });

  test.each([
    ['ACTIVE', 'none'],
    ['PAUSED', 'resume-phased'],
  ])('on sale, its roll-out %s', (state, expected) => {
    const {first, next, names} = road({state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state, currentDayNumber: 3}});
    expect(first?.opens).toEqual(next);
    expect(leadsTo(first?.opens)).toBe(expected);
    expect(names.at(-1)).toBe('Next version: to come');
  });
});

test('where something is in the way, that is the step', () => {
  const other = check('submission', 'error');
  const {first, next} = road({state: 'PREPARE_FOR_SUBMISSION'}, [...COMPLETE, other], {
    history: [],
    submitting: {kind: 'blocked', words: 'is in draft d1', otherId: 'v0'},
  });
  expect(first).toMatchObject({name: 'Submission', status: 'needs you'});
  expect(first?.opens).toEqual(next);
});

test('a check that could not be read is no silent yes', () => {
  const version: StoreVersion = {id: 'v1', state: 'PREPARE_FOR_SUBMISSION'};
  const steps = roadOf({...look, release: {version, notes: {}, review: {}, readiness: {}}});
  expect(steps.find(isOpen)).toMatchObject({name: 'Check', words: 'could not be read'});
});

test('a state that is new to this program has no steps, and says so', () => {
  const {steps, next} = road({state: 'SOMETHING_NEW'});
  expect(steps).toHaveLength(1);
  expect(steps[0]?.opens).toEqual(next);
  expect(stageOf({id: 'v', state: 'SOMETHING_NEW'})).toBe('unknown');
});

test('warnings and what cannot be known are named, and hold nothing up', () => {
  const {first, names} = road({state: 'PREPARE_FOR_SUBMISSION'}, [
    ...COMPLETE,
    check('release-date', 'warning'),
    check('not-visible', 'unknown'),
  ]);
  expect(names).toEqual(expect.arrayContaining(['Release date: note', 'Not visible: note']));
  expect(first?.name).toBe('Submission');
});

test('what several locales lack is one step', () => {
  const lacks = (locale: string) => ({...check('whats-new', 'error'), locale});
  const {steps} = road({state: 'PREPARE_FOR_SUBMISSION'}, [check('build', 'ok'), lacks('de-DE'), lacks('ja')]);
  expect(steps.filter(({status}) => status === 'missing').map(({words}) => words)).toEqual([
    'whats-new is error: de-DE, ja',
  ]);
});

test('without a version the first step is to create one', () => {
  expect(leadsTo(newRoad(undefined).find(isOpen)?.opens)).toBe('create');
});

test('of several in flight it is the one that was asked for, else the newest; never one that is at rest', () => {
  const versions = [
    {id: 'b', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION'},
    {id: 'a', platform: 'IOS', state: 'IN_REVIEW'},
    {id: 'live', platform: 'IOS', state: 'READY_FOR_SALE'},
  ];
  expect(inFlightOn(versions, 'IOS')?.id).toBe('b');
  expect(inFlightOn(versions, 'IOS', 'a')?.id).toBe('a');
  expect(inFlightOn(versions, 'IOS', 'live')?.id).toBe('b');
  expect(inFlightOn(versions, 'TV_OS')).toBeUndefined();
});
