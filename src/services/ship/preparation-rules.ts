import {buildProblem} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {lossOf} from '../model/ledger.ts';
import {holderText, waysOut} from '../model/next-version.ts';
import {CHECKS, type ReadinessCheck, warningsOf} from '../model/readiness.ts';
import {isReleasedBy} from '../model/release-date.ts';
import {failureSummary, mainFailure} from '../model/release-notes.ts';
import {isWithin} from '../model/release-steps.ts';
import {attributeNames, canBeSet, differentAttributes, isAboutRelease, stateIs, versionName} from '../model/version.ts';
import {BUILD_RULES, buildInUse} from './build-rules.ts';
import {type Situation, withNotes} from './situation.ts';
import {blocked, done, failed, later, nameOf, open, type Rules, type Standing, seeHistory} from './standing.ts';

type PreparationStep = 'version' | 'build' | 'encryption' | 'release-notes' | 'metadata' | 'phased-release';

export const PREPARATION_RULES: Rules<PreparationStep> = {
  ...BUILD_RULES,
  version: (situation) => {
    const {order, shipment, release, steps, isReached, now} = situation;
    if (!release) return creation(situation);
    const {version} = release;
    const state = cleanText(version.state ?? 'no known state');
    if (steps.version.status === 'unknown' && !isReached) {
      return blocked(shipment, `it is in ${state}, from which it cannot be shipped`, [seeHistory(version)]);
    }
    const label = `${cleanText(versionName(version))}, ${state}`;
    const names = differentAttributes(version, order.attributes);
    const settable = names.filter((name) => canBeSet(name, version.state));
    const fixed = names.filter((name) => !settable.includes(name));
    const words = attributeNames(fixed);
    if (fixed.some(isAboutRelease) && !stateIs(version.state, 'released')) {
      const view = {command: ['versions', 'view'], flags: {'version-id': version.id}};
      const remedy = {words: 'See how it is released', command: view};
      return blocked(shipment, `its ${words} cannot be changed in ${state}`, [remedy]);
    }
    const warning = `${nameOf(shipment)} is in ${state}: its ${words} can no longer be changed`;
    if (settable.length === 0) return done(label, fixed.length > 0 ? warning : undefined);
    const changes = Object.fromEntries(settable.map((name) => [name, order.attributes[name]]));
    if (isReleasedBy(changes, version, now) && !isWithin('release', order.goal)) {
      const remedy = {words: 'To release it', hint: 'ship it with --until live --confirm'};
      return blocked(shipment, `it is approved, and a new ${attributeNames(settable)} releases it at once`, [remedy]);
    }
    return open(`update the ${attributeNames(settable)}`, (store, signal) =>
      store.updateVersion(version.id, changes, signal),
    );
  },

  'release-notes': (situation) => {
    const {order, shipment, release, progress, changedLocales = []} = situation;
    const {notes} = order;
    const isOpen = !release || stateIs(release.version.state, 'submittable');
    if (!notes || !isOpen) return notesAsTheyAre(situation);
    if (progress.isFirst) {
      return blocked(shipment, 'it is the first version, which takes no release notes', [
        {words: "What's New describes an update", hint: 'leave the release notes out'},
      ]);
    }
    if (changedLocales instanceof ToolError) return failed(changedLocales);
    if (!release) return later('write them');
    if (changedLocales.length === 0) return notesAsTheyAre(situation);
    return open(`write them in ${changedLocales.map(cleanText).join(', ')}`, async (store, signal) => {
      const {version, notes: known} = release;
      const before = known.value ?? [];
      const result = await store.writeNotes(version.id, notes, signal, {version, notes: before});
      const first = mainFailure(result);
      const lost = result.writes?.lost;
      if (first) throw first.error.with({summary: failureSummary(result), line: lost && lossOf(lost)});
      const locales = before.map(({locale}) => locale);
      const texts = await notes(locales, before);
      return {note: result.note, situation: withNotes(situation, texts)};
    });
  },

  metadata: (situation) => {
    const {release, isEditable, steps, order, progress} = situation;
    if (!release) {
      const needsNotes = !order.notes && !progress.isFirst;
      return later(
        `checked once the version exists${needsNotes ? '; if it is not the first, it needs release notes' : ''}`,
      );
    }
    if (!isEditable) return done(stateIs(release.version.state, 'submittable') ? 'accepted into the draft' : 'passed');
    const {value, error} = release.readiness ?? {};
    if (steps.metadata.status === 'unknown' || !value) {
      return failed(error ?? new ToolError('service', 'What is missing could not be read'));
    }
    const errors = value.checks.filter(({status}) => status === 'error');
    const left = errors.filter((check) => !isBeingFixed(check, situation));
    if (left.length > 0) {
      const detail = `${[...new Set(left.map(({id}) => CHECKS[id].name))].join(', ')}: missing or wrong`;
      return {status: 'failed', detail, checks: value.checks};
    }
    const isMissing = errors.some(({id}) => id !== 'submission');
    if (isMissing) return later('checked after the steps before it');
    return done('everything the API can check is there', warningsOf(value.checks));
  },

  'phased-release': ({order, shipment, release, steps, progress, isReached}) => {
    const {state, id = ''} = release?.version ?? {};
    const isSetUp = steps['phased-release'].status === 'done';
    const detail = isSetUp ? 'over seven days' : 'none: to everyone at once';
    if (order.phased === undefined || order.phased === isSetUp) return done(detail);
    if (isReached || stateIs(state, 'released')) {
      return done(detail, `${nameOf(shipment)} is in ${state}: whether it is released in phases can no longer change`);
    }
    if (progress.isFirst && order.phased) {
      return blocked(shipment, 'it is the first version: only an update can be released in phases', [
        {words: 'It reaches everyone at once', hint: 'leave --phased out'},
      ]);
    }
    const change = order.phased ? 'set it up' : 'remove it';
    if (!release) return later(change);
    return open(change, (store, signal) =>
      order.phased ? store.enablePhased(id, signal) : store.disablePhased(id, signal),
    );
  },
};

function creation(situation: Situation): Standing {
  const {order, shipment, holder} = situation;
  const {app, platform, versionString} = shipment;
  if (holder) return blocked(shipment, `${holderText(holder)}: finish that one first`, waysOut(holder, versionString));
  const build = buildInUse(situation);
  const isUsable = build && build.platform === platform && buildProblem(build) === undefined;
  const buildId = isUsable ? build.id : undefined;
  const draft = {app: app.id, versionString, platform, ...order.attributes, buildId};
  return open(`create ${cleanText(versionString)} for ${cleanText(platform)}`, async (store, signal) => {
    const {version, existed, note} = await store.createVersion({...draft, ifExists: 'skip', isMissing: true}, signal);
    const isAttached = isUsable && !existed && !store.ledger.writes.some(({fate}) => fate === 'lost');
    return {versionId: version.id, state: version.state, existed, note, also: isAttached ? ['build'] : []};
  });
}

function notesAsTheyAre({release, changedLocales, order, shipment, steps}: Situation): Standing {
  const written = release?.notes.value?.filter(({whatsNew}) => whatsNew) ?? [];
  const detail = written.length > 0 ? `in ${written.map(({locale}) => cleanText(locale)).join(', ')}` : 'none';
  const isMissing = steps['release-notes'].status === 'blocked';
  if (isMissing) return later(written.length > 0 ? `${detail}; missing in other locales` : detail);
  const differs = order.notes && Array.isArray(changedLocales) && changedLocales.length > 0;
  const warning = `${nameOf(shipment)} is in ${release?.version.state}: its release notes stay unchanged`;
  return done(detail, differs ? warning : undefined);
}

function isBeingFixed({id}: ReadinessCheck, situation: Situation): boolean {
  const {order, progress} = situation;
  const isAhead = (step: 'version' | 'release-notes') => PREPARATION_RULES[step](situation).act !== undefined;
  switch (id) {
    case 'build':
    case 'encryption':
      return !progress.passed.has(id);
    case 'whats-new':
      return isAhead('release-notes');
    case 'copyright':
      return order.attributes.copyright !== undefined && isAhead('version');
    case 'submission':
      return order.goal !== 'ready';
    default:
      return false;
  }
}
