import {describe, expect, test} from 'vitest';
import {stepLines, stepRows} from '../../../src/screens/checks/steps.ts';
import {spokenText} from '../../../src/screens/text/lines.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import {type NextStep, type NextStepFacts, nextStep} from '../../../src/services/model/next-step.ts';
import {type ReadinessCheck, readiness} from '../../../src/services/model/readiness.ts';
import type {Release, Review} from '../../../src/services/model/release.ts';
import {
  type PerStep,
  type ReleaseStep,
  releaseSteps,
  STEPS,
  versionToShip,
} from '../../../src/services/model/release-steps.ts';
import {stateIs, VERSION_STATES, type VersionOfApp} from '../../../src/services/model/version.ts';
import {standings} from '../../../src/services/ship/run-ship.ts';

const {glyphs} = createTheme({noColor: false, screenReader: false, env: {LANG: 'C.UTF-8'}});
const look = {
  known: {},
  glyphs,
  versions: [],
  at: Date.parse('2026-11-20T12:00:00Z'),
};

const check = (id: ReadinessCheck['id'], status: ReadinessCheck['status']): ReadinessCheck => ({
  id,
  status,
  message: `${id} is ${status}`,
});
const COMPLETE = [check('build', 'ok'), check('encryption', 'ok'), check('whats-new', 'ok'), check('keywords', 'ok')];

/** Returns the steps of a version as `name: status`, and the place that the first open step leads to. */
function shown(
  version: Partial<VersionOfApp>,
  checks = COMPLETE,
  review: Review = {history: []},
  known: NextStepFacts = {},
) {
  const whole: VersionOfApp = {id: 'v1', versionString: '2.0', platform: 'IOS', appId: '1', ...version};
  const isEditable = stateIs(whole.state, 'editable');
  const found = isEditable ? readiness('v1', checks) : undefined;
  const release: Release = {version: whole, notes: {}, review: {value: review}, readiness: found && {value: found}};
  const steps = stepRows({...look, known: {...known, readiness: found}, release});
  return {
    steps,
    first: steps.find(({isNext}) => isNext),
    next: nextStep(whole, look.at, {...known, readiness: found}),
    names: steps.map(({name, status}) => `${name}: ${status}`),
  };
}

const leadsTo = (step: NextStep | undefined) => step && (step.kind === 'flow' ? step.action : step.kind);

test('says in the step of the submission that a version was withdrawn', () => {
  const textOf = (state: string) => shown({state}).steps.find(({id}) => id === 'submission')?.text;
  expect(textOf('DEVELOPER_REJECTED')).toBe('withdrawn; it can be submitted again');
  expect(textOf('PREPARE_FOR_SUBMISSION')).toBe('not submitted yet');
});

test.each([
  ['update', ['Version', 'news', 'Description', 'Metadata']],
  ['attach-build', ['news', 'Version']],
] as const)(
  'shows the result of %s below its step in Ship, or at the top if the step is not listed',
  (action, names) => {
    const row = {step: 'metadata', text: '', opens: {kind: 'none', why: ''}} as const;
    const steps = [
      {...row, step: 'version', id: 'version', name: 'Version', status: 'done'},
      {...row, id: 'description', name: 'Description', status: 'missing'},
      {...row, id: 'metadata', name: 'Metadata', status: 'done'},
      {...row, id: 'support', name: 'Support URL', status: 'note'},
    ] as const;
    const display = {...look, width: 80, screenReader: false, now: look.at, news: {action, title: 'news'}};
    const lines = stepLines(steps, () => ({label: '', run() {}}), display);
    const text = lines.map(({line}) => spokenText(line)).map((line) => names.find((name) => line.includes(name)));
    expect(text.filter((name) => name !== undefined).slice(0, names.length)).toEqual(names);
  },
);

describe('the first open step', () => {
  const inFlight = VERSION_STATES.filter((state) => !stateIs(state, 'at-rest'));
  test.each(inFlight)("leads from Ship's first open step to the next step of a version in %s", (state) => {
    const {first, next} = shown({state});
    expect(first?.opens).toEqual(next);
  });

  test.each(['PREPARE_FOR_SUBMISSION', 'REJECTED', 'DEVELOPER_REJECTED'])(
    "leads from Ship's first open step to the next step of a version in %s with a missing item",
    (state) => {
      for (const id of ['build', 'encryption', 'whats-new', 'keywords', 'age-rating'] as const) {
        const checks = [...COMPLETE.filter((one) => one.id !== id), check(id, 'error')];
        const {first, next} = shown({state}, checks, undefined, {isRejectionRead: true});
        expect(first?.opens).toEqual(next);
        expect(leadsTo(next)).toBe('fix');
      }
    },
  );

  test.each([
    ['ACTIVE', 'none'],
    ['PAUSED', 'resume-phased'],
  ])("leads from Ship's first open step to the next step of a version on sale: roll-out %s", (state, expected) => {
    const {first, next, names} = shown({state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state, currentDayNumber: 3}});
    expect(first?.opens).toEqual(next);
    expect(leadsTo(first?.opens)).toBe(expected);
    expect(names.at(-1)).toBe('Next version: to come');
  });
});

describe('the first open step, compared with tool ship', () => {
  /** Returns the next step of `tool ship` if the user gives no flag other than the goal. */
  function nextOfRun(version: VersionOfApp, checks: readonly ReadinessCheck[]) {
    const release = {version, notes: {}, review: {value: {history: []}}, readiness: {value: readiness('v1', checks)}};
    const shipment = {app: {id: '1'}, platform: 'IOS', versionString: '2.0', versionId: 'v1', others: []};
    const all = standings({
      order: {goal: 'complete', attributes: {}, resubmit: true},
      shipment,
      progress: {passed: new Set(), did: new Set()},
      now: look.at,
      release,
      steps: Object.fromEntries(releaseSteps(release, look.at).map((step) => [step.id, step])) as PerStep<ReleaseStep>,
      isReached: false,
      isEditable: stateIs(version.state, 'editable'),
    });
    return STEPS.map((id) => ({id, ...all[id]})).find(
      ({status, act}) => status !== 'done' && (act || status !== 'open'),
    );
  }
  const BUILD = {id: 'b1', processingState: 'VALID', usesEncryption: false};

  test.each(VERSION_STATES.filter((state) => !stateIs(state, 'at-rest')))(
    'agrees with tool ship on the next step of a version in %s',
    (state) => {
      const version = {id: 'v1', appId: '1', platform: 'IOS', state, build: BUILD};
      const {first} = shown(version, COMPLETE, undefined, {isRejectionRead: true});
      expect(first?.id).toBe(nextOfRun(version, COMPLETE)?.id);
    },
  );

  test.each(['build', 'encryption', 'whats-new', 'keywords'] as const)(
    'agrees with tool ship on the next step if %s is missing',
    (id) => {
      const build = id === 'build' ? undefined : {...BUILD, usesEncryption: id === 'encryption' ? undefined : false};
      const version = {id: 'v1', appId: '1', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION', build};
      const checks = [...COMPLETE.filter((one) => one.id !== id), check(id, 'error')];
      const {first} = shown(version, checks);
      const next = nextOfRun(version, checks);
      expect(first?.opens).toEqual({kind: 'fix', check: check(id, 'error')});
      if (next?.id === 'metadata') expect(next.checks).toContainEqual(check(id, 'error'));
      else expect(next?.id).toBe(id);
    },
  );
});

test('shows a blocked step of Ship as the first open step', () => {
  const other = check('submission', 'error');
  const {first, next} = shown({state: 'PREPARE_FOR_SUBMISSION'}, [...COMPLETE, other], {
    history: [],
    submitting: {kind: 'blocked', words: 'is in draft d1', otherId: 'v0'},
  });
  expect(first).toMatchObject({name: 'Submission', status: 'needs you'});
  expect(first?.opens).toEqual(next);
});

test('does not treat a check in Ship that could not be read as passed', () => {
  const version: VersionOfApp = {id: 'v1', appId: '1', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION'};
  const steps = stepRows({...look, release: {version, notes: {}, review: {}, readiness: {}}});
  expect(steps.find(({isNext}) => isNext)).toMatchObject({
    name: 'Check',
    text: 'could not be read',
    opens: {why: 'the check failed; r tries again'},
  });
});

test('says in Ship that an unknown state has no steps', () => {
  const {steps, next} = shown({state: 'SOMETHING_NEW'});
  expect(steps).toHaveLength(1);
  expect(steps[0]?.opens).toEqual(next);
  const release: Release = {
    version: {id: 'v', appId: '1', platform: 'IOS', state: 'SOMETHING_NEW'},
    notes: {},
    review: {},
  };
  expect(new Set(releaseSteps(release, look.at).map(({status}) => status))).toEqual(new Set(['unknown']));
});

test('lists warnings and unknown checks in Ship without blocking a step', () => {
  const {first, names} = shown({state: 'PREPARE_FOR_SUBMISSION'}, [
    ...COMPLETE,
    check('release-date', 'warning'),
    check('not-visible', 'unknown'),
  ]);
  expect(names).toEqual(expect.arrayContaining(['Release date: note', 'Not checked: note']));
  expect(first?.name).toBe('Submission');
});

test('lists a missing text only once in Ship if several locales lack it', () => {
  const lacks = (locale: string) => ({...check('whats-new', 'error'), locale});
  const {steps} = shown({state: 'PREPARE_FOR_SUBMISSION'}, [check('build', 'ok'), lacks('de-DE'), lacks('ja')]);
  expect(steps.filter(({status}) => status === 'missing').map(({text}) => text)).toEqual([
    'whats-new is error: de-DE, ja',
  ]);
});

test("begins Ship's steps with the creation of a version if there is none", () => {
  expect(leadsTo(stepRows({...look, release: undefined}).find(({isNext}) => isNext)?.opens)).toBe('create');
});

test('chooses the version for Ship: the requested one in flight, else one that needs the user, else the live one', () => {
  const versions = [
    {id: 'c', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION', createdDate: '2026-11-16T09:00:00-08:00'},
    {id: 'b', platform: 'IOS', state: 'READY_FOR_REVIEW', createdDate: '2026-11-10T09:00:00-08:00'},
    {id: 'a', platform: 'IOS', state: 'IN_REVIEW'},
    {id: 'live', platform: 'IOS', state: 'READY_FOR_SALE'},
  ];
  const toShip = (versionId?: string) => versionToShip(versions, 'IOS', {now: look.at, versionId})?.id;
  expect(toShip()).toBe('b');
  expect(toShip('a')).toBe('a');
  expect(toShip('live')).toBe('b');
  expect(versionToShip(versions, 'TV_OS', {now: look.at})).toBeUndefined();
  expect(versionToShip(versions.slice(3), 'IOS', {now: look.at})?.id).toBe('live');
});

describe('the steps as data', () => {
  const statuses = (version: Partial<VersionOfApp>, more: Partial<Release> = {}) => {
    const steps = releaseSteps(
      {version: {id: 'v1', appId: '1', platform: 'IOS', ...version}, notes: {}, review: {}, ...more},
      look.at,
    );
    expect(steps.map(({id}) => id)).toEqual(STEPS);
    return Object.fromEntries(steps.map(({id, status}) => [id, status]));
  };

  test('lists all ten steps of Ship in every state, and without a version', () => {
    for (const state of [...VERSION_STATES, 'SOMETHING_NEW', undefined]) statuses({state});
    expect(releaseSteps(undefined, look.at).map(({id, status}) => `${id} ${status}`)).toEqual(
      STEPS.map((id) => `${id} ${id === 'version' ? 'blocked' : 'open'}`),
    );
  });

  test.each<[string, Partial<VersionOfApp>, Record<string, string>]>([
    ['in review', {state: 'IN_REVIEW'}, {submission: 'done', review: 'waiting', release: 'open'}],
    ['stopped in review', {state: 'WAITING_FOR_EXPORT_COMPLIANCE'}, {submission: 'done', review: 'blocked'}],
    [
      'stopped in review by the encryption question',
      {state: 'WAITING_FOR_EXPORT_COMPLIANCE', build: {id: 'b'}},
      {encryption: 'blocked', submission: 'done', review: 'blocked'},
    ],
    [
      'replaced by a newer version',
      {state: 'REPLACED_WITH_NEW_VERSION'},
      {version: 'done', release: 'done', 'roll-out': 'done'},
    ],
    ['removed from sale', {state: 'REMOVED_FROM_SALE'}, {version: 'unknown', review: 'done', release: 'unknown'}],
    ['rejected', {state: 'REJECTED'}, {submission: 'open', review: 'failed', 'roll-out': 'open'}],
    ['approved', {state: 'PENDING_DEVELOPER_RELEASE'}, {review: 'done', release: 'open'}],
    [
      'approved and waiting for its date',
      {state: 'PENDING_DEVELOPER_RELEASE', releaseType: 'SCHEDULED', earliestReleaseDate: '2999-01-01T00:00:00Z'},
      {review: 'done', release: 'waiting'},
    ],
    ['on its way to the store', {state: 'PROCESSING_FOR_APP_STORE'}, {release: 'waiting'}],
    ['waiting for a contract', {state: 'PENDING_CONTRACT'}, {release: 'blocked'}],
    ['on sale', {state: 'READY_FOR_SALE'}, {'phased-release': 'skipped', release: 'done', 'roll-out': 'done'}],
    [
      'rolling out',
      {state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state: 'ACTIVE'}},
      {'phased-release': 'done', 'roll-out': 'waiting'},
    ],
    [
      'on sale with a phased release about to begin',
      {state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state: 'INACTIVE'}},
      {release: 'done', 'roll-out': 'waiting'},
    ],
    [
      'on sale with a paused roll-out',
      {state: 'READY_FOR_SALE', phasedRelease: {id: 'p', state: 'PAUSED'}},
      {'roll-out': 'blocked'},
    ],
  ])("shows the status of Ship's steps for a version that is %s", (_, version, expected) => {
    expect(statuses(version)).toMatchObject(expected);
  });

  test('shows the step of a failed check in Ship as blocked, with a fix', () => {
    const checks = [check('build', 'error'), check('whats-new', 'ok'), check('age-rating', 'error')];
    const found = readiness('v1', checks);
    const steps = releaseSteps(
      {
        version: {id: 'v1', appId: '1', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION'},
        notes: {},
        review: {},
        readiness: {value: found},
      },
      look.at,
    );
    const blocked = steps.filter(({status}) => status === 'blocked');
    expect(blocked.map(({id, opens}) => [id, opens])).toEqual([
      ['build', {kind: 'fix', check: checks[0]}],
      ['metadata', {kind: 'fix', check: checks[2]}],
    ]);
  });
});

test("shows Ship's open steps as unread, without an action, after a write to the version", () => {
  const {steps} = shown({state: 'REJECTED'});
  const openingOf = () => ({label: 'an action', run() {}});
  const written = {areOvertaken: true, areWritten: true};
  const news = {action: 'submit', title: 'Submitted 2.0 for iOS'} as const;
  for (const more of [{}, {news}]) {
    const rows = stepLines(steps, openingOf, {...look, ...more, ...written, width: 100, screenReader: false});
    const texts = rows.map(({line}) => spokenText(line).trim());
    expect(texts.join('\n')).not.toContain('an action');
    expect(texts.find((text) => text.includes('Submission'))).toMatch(/Submission +…$/);
    expect(texts.filter((text) => text.startsWith('✕'))).toEqual([]);
  }
});
