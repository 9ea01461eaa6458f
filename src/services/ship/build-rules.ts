import {brokenRules, buildProblem, choiceLabel, choose, isPending} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import {remedyFor} from '../model/readiness.ts';
import {isWithin} from '../model/release-steps.ts';
import {type Build, type StoreVersion, stateIs} from '../model/version.ts';
import type {Situation} from './situation.ts';
import {blocked, done, failed, later, nameOf, open, type Rules, type Standing, waiting} from './standing.ts';

export const BUILD_RULES: Rules<'build' | 'encryption'> = {
  build: (situation) => {
    const {order, shipment, release, isEditable, build, progress} = situation;
    const attached = release?.version.build;
    if (situation.newer) return withNewer(situation, situation.newer);
    if (progress.passed.has('build')) return done(attached ? buildName(attached) : 'attached');
    if (order.build === undefined || !isEditable) return attachedBuild(situation);
    if (build instanceof ToolError) return failed(build);
    if (!build) return waiting(`${choiceLabel(order.build)} is not there yet`);
    const name = buildName(build);
    if (isPending(build)) {
      return {...attach(situation, build), status: 'waiting', detail: `${name} ${buildProblem(build)}`};
    }
    const version = release?.version ?? {...shipment, id: '', state: 'PREPARE_FOR_SUBMISSION'};
    const [problem] = brokenRules(version, build);
    if (problem !== undefined) {
      const hint = 'upload another build, or give --build ID';
      return blocked(shipment, `${name} ${problem}`, [{words: 'Choose another', hint}]);
    }
    return attached?.id === build.id ? done(name) : attach(situation, build);
  },

  encryption: (situation) => {
    const {order, shipment, steps} = situation;
    const build = buildInUse(situation);
    if (!build) return steps.encryption.status === 'done' ? done('answered') : later('once there is a build');
    const name = buildName(build);
    if (build.usesEncryption !== undefined) {
      const differs = order.usesEncryption !== undefined && order.usesEncryption !== build.usesEncryption;
      const answer = `${build.usesEncryption ? 'uses' : 'does not use'} non-exempt encryption`;
      return done(`${name} ${answer}`, differs ? `${name} already has an answer: it ${answer}` : undefined);
    }
    // The steps describe only the attached build.
    if (build === situation.release?.version.build && steps.encryption.status === 'done') return done('answered');
    if (isPending(build)) return later('once the build is processed');
    const {usesEncryption} = order;
    if (usesEncryption === undefined) {
      const remedy = remedyFor('encryption', {id: ''}, {buildId: build.id});
      const words = 'Answer it, or add --uses-encryption true or false';
      return blocked(shipment, `${name}: encryption question not answered`, [{...remedy, words}]);
    }
    return open(`answer ${usesEncryption} for ${name}`, (store, signal) =>
      store.updateBuild(build.id, {usesEncryption}, signal),
    );
  },
};

function withNewer(situation: Situation, newer: Build | ToolError): Standing {
  const {order, shipment, release} = situation;
  const {state = '', build} = release?.version ?? {};
  const name = build ? buildName(build) : 'no build';
  const isGate = isWithin('release', order.goal);
  if (newer instanceof ToolError) {
    const words = `could not check for a build newer than ${name}`;
    return isGate ? failed(newer) : done(name, `${nameOf(shipment)}: ${words}: ${newer.summary}`);
  }
  const words = `${buildName(newer)} is newer than ${name}, which is in ${cleanText(state)}`;
  if (!isGate) return done(name, `${nameOf(shipment)}: ${words}`);
  return blocked(shipment, words, [
    toExchange(release?.version, 'To ship the newer one'),
    {words: `To release ${name} anyway`, hint: `give --build ${cleanText(build?.id ?? 'ID')}, or no --build`},
  ]);
}

function toExchange({id = '', state}: Partial<StoreVersion> = {}, purpose: string): Remedy {
  if (!stateIs(state, 'withdrawable')) return {words: purpose, hint: 'another build needs a new version'};
  const command = {command: ['versions', 'withdraw'], flags: {'version-id': id, confirm: true}};
  return {words: `${purpose}, withdraw this version first`, command};
}

function attachedBuild({order, shipment, release, isEditable, steps}: Situation): Standing {
  const {build} = release?.version ?? {};
  if (!build) {
    if (!isEditable) return done('attached');
    const remedy = remedyFor('build', {id: release?.version.id ?? ''});
    const hint = 'add --build latest';
    return blocked(shipment, 'no build is attached', [release ? {...remedy, hint} : {words: 'Choose one', hint}]);
  }
  const isOther = typeof order.build === 'object' && !choose([build], order.build);
  const name = buildName(build);
  if (isOther && !isEditable) {
    const words = `it is in ${release?.version.state} with ${name}, which can no longer be replaced`;
    return blocked(shipment, words, [toExchange(release?.version, 'To ship another build')]);
  }
  const error = steps.build.checks?.find(({status}) => status === 'error');
  if (!error || !isEditable) return done(name);
  return blocked(shipment, `${name} ${buildProblem(build)}`, [
    {words: 'Attach another', command: error.command, hint: error.hint},
  ]);
}

function attach({release, progress}: Situation, build: Build): Standing {
  const versionId = release?.version.id ?? progress.versionId;
  const detail = `attach ${buildName(build)}`;
  if (versionId === undefined) return later(detail);
  return open(detail, (store, signal) => store.attachBuild(versionId, {id: build.id}, signal));
}

export function buildInUse({build, release}: Situation): Build | undefined {
  return build && !(build instanceof ToolError) ? build : release?.version.build;
}

function buildName({id, version}: Build): string {
  return `build ${cleanText(version ?? id)}`;
}
