import {buildProblem, choiceLabel, choose, isPending} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {lossOf} from '../model/ledger.ts';
import {holderText, waysOut} from '../model/place.ts';
import {CHECKS, type ReadinessCheck, remedyFor} from '../model/readiness.ts';
import {countOf, failureSummary} from '../model/release-notes.ts';
import {
  attributeNames,
  type Build,
  canBeSet,
  differentAttributes,
  isAboutRelease,
  type Platform,
  stateIs,
  versionName,
} from '../model/version.ts';
import {isWithin} from './order.ts';
import {type Situation, withNotes} from './situation.ts';
import {
  blocked,
  done,
  failed,
  later,
  nameOf,
  open,
  type Rules,
  type StepVerdict,
  seeHistory,
  seeVersion,
  waiting,
} from './verdict.ts';

type PreparationStep = 'version' | 'build' | 'encryption' | 'release-notes' | 'metadata' | 'phased-release';

/** The steps that make a version ready. */
export const PREPARATION: Rules<PreparationStep> = {
  version: (situation) => {
    const {order, target, release, steps, isReached} = situation;
    if (!release) return creation(situation);
    const {version} = release;
    const state = cleanText(version.state ?? 'no known state');
    if (steps.version.status === 'unknown' && !isReached) {
      return blocked(target, `it is in ${state}, from which it cannot be shipped`, [seeHistory(version)]);
    }
    const label = `${cleanText(versionName(version))}, ${state}`;
    const names = differentAttributes(version, order.attributes);
    if (names.length === 0) return done(label);
    const settable = names.filter((name) => canBeSet(name, version.state));
    const fixed = names.filter((name) => !settable.includes(name));
    const words = attributeNames(fixed);
    // Not what was asked for would go on sale, or not when.
    if (fixed.some(isAboutRelease) && !stateIs(version.state, 'released')) {
      return blocked(target, `its ${words} cannot be changed in ${state}`, [seeVersion(version)]);
    }
    const warning =
      fixed.length > 0 ? `${nameOf(target)} is in ${state}: its ${words} can no longer be changed` : undefined;
    if (settable.length === 0) return done(label, warning);
    const changes = Object.fromEntries(settable.map((name) => [name, order.attributes[name]]));
    return open(`update the ${attributeNames(settable)}`, (store, signal) =>
      store.updateVersion(version.id, changes, signal),
    );
  },

  build: (situation) => {
    const {order, target, release, isEditable, build, progress} = situation;
    const attached = release?.version.build;
    if (situation.newer) return withNewer(situation, situation.newer);
    if (progress.passed.has('build')) return done(attached ? buildName(attached) : 'attached');
    if (order.build === undefined || !isEditable) return attachedBuild(situation);
    if (build instanceof ToolError) return failed(build);
    if (!build) return waiting(`${choiceLabel(order.build)} is not there yet`);
    const name = buildName(build);
    if (build.platform !== undefined && build.platform !== target.platform) {
      return blocked(target, `${name} is for ${cleanText(build.platform)}`);
    }
    const problem = buildProblem(build);
    if (isPending(build)) return {...attach(situation, build), status: 'waiting', detail: `${name} ${problem}`};
    if (problem !== undefined) {
      const hint = 'upload another build, or give --build ID';
      return blocked(target, `${name} ${problem}`, [{words: 'Choose another', hint}]);
    }
    if (attached?.id === build.id) return done(name);
    return attach(situation, build);
  },

  encryption: (situation) => {
    const {order, target, release, isEditable, isReached} = situation;
    const isAsked = isEditable || release?.version.state === 'WAITING_FOR_EXPORT_COMPLIANCE';
    const build = buildInUse(situation);
    if (build?.usesEncryption === undefined && (!isAsked || isReached)) return done('answered');
    if (!build) return later('once a build is there');
    const name = buildName(build);
    if (build.usesEncryption !== undefined) {
      const differs = order.usesEncryption !== undefined && order.usesEncryption !== build.usesEncryption;
      const answer = `${build.usesEncryption ? 'uses' : 'does not use'} non-exempt encryption`;
      return done(`${name} ${answer}`, differs ? `${name} already has an answer: it ${answer}` : undefined);
    }
    if (isPending(build)) return later('once the build is processed');
    const {usesEncryption} = order;
    if (usesEncryption === undefined) {
      const remedy = remedyFor('encryption', {id: ''}, {buildId: build.id});
      const words = 'Answer it, or add --uses-encryption true or false';
      return blocked(target, `${name}: encryption question not answered`, [{...remedy, words}]);
    }
    return open(`answer ${usesEncryption} for ${name}`, (store, signal) =>
      store.updateBuild(build.id, {usesEncryption}, signal),
    );
  },

  'release-notes': (situation) => {
    const {order, target, release, isFirst, changedLocales = []} = situation;
    const {notes} = order;
    const isOpen = !release || stateIs(release.version.state, 'submittable');
    if (!notes || !isOpen) return notesAsTheyAre(situation);
    if (isFirst) {
      return blocked(target, 'it is the first version, which takes no release notes', [
        {words: "What's New describes an update", hint: 'leave the release notes out'},
      ]);
    }
    if (changedLocales instanceof ToolError) return failed(changedLocales);
    if (!release) return later('write them');
    if (changedLocales.length === 0) return notesAsTheyAre(situation);
    return open(`write them in ${changedLocales.map(cleanText).join(', ')}`, async (store, signal) => {
      const {
        version,
        notes: {value: before = []},
      } = release;
      const result = await store.writeNotes(version.id, notes, signal, {version, notes: before});
      const [first] = result.failed;
      const lost = result.writes?.lost;
      const summary = failureSummary(result.failed, countOf(result));
      if (first) throw first.error.with({summary, line: lost && lossOf(lost)});
      const texts = await notes(
        before.map(({locale}) => locale),
        before,
      );
      return {note: result.note, situation: withNotes(situation, texts)};
    });
  },

  metadata: (situation) => {
    const {release, isEditable} = situation;
    if (!release) return later('once the version is there');
    // In a draft it is frozen, and the service has accepted it.
    if (!isEditable) return done(stateIs(release.version.state, 'submittable') ? 'accepted into the draft' : 'passed');
    const {value, error} = release.readiness ?? {};
    if (!value) return failed(error ?? new ToolError('service', 'What is missing could not be read'));
    const errors = value.checks.filter((check) => check.status === 'error' && !isBeingFixed(check, situation));
    if (errors.length > 0) {
      const detail = `${[...new Set(errors.map(({id}) => CHECKS[id].name))].join(', ')}: missing or wrong`;
      return {status: 'failed', detail, checks: value.checks};
    }
    const isMissing = value.checks.some(({id, status}) => status === 'error' && id !== 'submission');
    return isMissing ? later('checked after the steps before it') : done('nothing is missing that the API shows');
  },

  'phased-release': ({order, target, release, isFirst, isReached}) => {
    const {phasedRelease, state, id = ''} = release?.version ?? {};
    const detail = phasedRelease ? 'over seven days' : 'none: to everyone at once';
    const isAsIs = order.phased === undefined || order.phased === Boolean(phasedRelease);
    if (isAsIs) return done(detail);
    if (isReached || stateIs(state, 'released')) {
      return done(detail, `${nameOf(target)} is in ${state}: whether it is released in phases can no longer change`);
    }
    if (isFirst && order.phased) {
      return blocked(target, 'it is the first version: only an update can be released in phases', [
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

function creation(situation: Situation): StepVerdict {
  const {order, target, holder} = situation;
  const {app, platform, versionString} = target;
  if (holder) return blocked(target, `${holderText(holder)}: finish that one first`, waysOut(holder));
  const build = buildInUse(situation);
  const isUsable = build && build.platform === platform && buildProblem(build) === undefined;
  const draft = {
    app: app.id,
    versionString,
    platform: platform as Platform,
    ...order.attributes,
    buildId: isUsable ? build.id : undefined,
  };
  return open(`create ${cleanText(versionString)} for ${cleanText(platform)}`, async (store, signal) => {
    const {version, existed, note} = await store.createVersion({...draft, ifExists: 'skip', isMissing: true}, signal);
    const isAttached = isUsable && !existed && !store.ledger.writes.some(({fate}) => fate === 'lost');
    return {versionId: version.id, state: version.state, existed, note, also: isAttached ? ['build'] : []};
  });
}

/** A build that was uploaded after the one in review may be there because of what is wrong with this one. */
function withNewer(situation: Situation, newer: Build | ToolError): StepVerdict {
  const {order, target, release} = situation;
  const {state = '', id = '', build} = release?.version ?? {};
  const name = build ? buildName(build) : 'no build';
  const isGate = isWithin('release', order.goal);
  if (newer instanceof ToolError) {
    const words = `could not check for a build newer than ${name}`;
    return isGate ? failed(newer) : done(name, `${nameOf(target)}: ${words}: ${newer.summary}`);
  }
  const words = `${buildName(newer)} is newer than ${name}, which is in ${cleanText(state)}`;
  if (!isGate) return done(name, `${nameOf(target)}: ${words}`);
  const flags = {'version-id': id, confirm: true};
  return blocked(target, words, [
    {words: 'To ship the newer one, withdraw this version first', command: {command: ['versions', 'withdraw'], flags}},
    {words: `To release ${name} all the same`, hint: `give --build ${cleanText(build?.id ?? 'ID')}, or no --build`},
  ]);
}

/** The attached one stays, whatever it is. */
function attachedBuild({order, target, release, isEditable, steps}: Situation): StepVerdict {
  const {build} = release?.version ?? {};
  if (!build) {
    if (!isEditable) return done('attached');
    const remedy = remedyFor('build', {id: release?.version.id ?? ''});
    const hint = 'add --build latest';
    return blocked(target, 'no build is attached', [release ? {...remedy, hint} : {words: 'Choose one', hint}]);
  }
  const isOther = typeof order.build === 'object' && !choose([build], order.build);
  const name = buildName(build);
  if (isOther && !isEditable) {
    const words = `it is in ${release?.version.state} with ${name}, which can no longer be exchanged`;
    const flags = {'version-id': release?.version.id ?? '', confirm: true};
    return blocked(target, words, [
      {words: 'To ship another build, withdraw it first', command: {command: ['versions', 'withdraw'], flags}},
    ]);
  }
  const error = steps.build.checks?.find(({status}) => status === 'error');
  if (!error || !isEditable) return done(name);
  return blocked(target, `${name} ${buildProblem(build)}`, [
    {words: 'Attach another', command: error.command, hint: error.hint},
  ]);
}

function attach({release, progress}: Situation, build: Build): StepVerdict {
  const versionId = release?.version.id ?? progress.versionId;
  const detail = `attach ${buildName(build)}`;
  if (versionId === undefined) return later(detail);
  return open(detail, (store, signal) => store.attachBuild(versionId, {id: build.id}, signal));
}

/** The build that will be attached, else the one that is. */
function buildInUse({build, release}: Situation): Build | undefined {
  return build && !(build instanceof ToolError) ? build : release?.version.build;
}

function buildName({id, version}: Build): string {
  return `build ${cleanText(version ?? id)}`;
}

function notesAsTheyAre({release, changedLocales, order, target, steps}: Situation): StepVerdict {
  const written = release?.notes.value?.filter(({whatsNew}) => whatsNew) ?? [];
  const detail = written.length > 0 ? `in ${written.map(({locale}) => cleanText(locale)).join(', ')}` : 'none';
  if (steps['release-notes'].status === 'blocked') return later(`${detail}; missing in other locales`);
  const differs = order.notes && Array.isArray(changedLocales) && changedLocales.length > 0;
  const warning = `${nameOf(target)} is in ${release?.version.state}: its release notes stay unchanged`;
  return done(detail, differs ? warning : undefined);
}

/** Errors that another step is about to remove, or that block it. */
function isBeingFixed({id}: ReadinessCheck, situation: Situation): boolean {
  const {order, progress} = situation;
  const isAhead = (step: 'version' | 'release-notes') => PREPARATION[step](situation).act !== undefined;
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
