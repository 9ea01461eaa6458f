import {
  type BuildChoice,
  brokenRules,
  buildProblem,
  buildsOf,
  choiceLabel,
  choose,
  isPending,
  passedOver,
} from '../model/build-choice.ts';
import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isLater} from '../model/next-step.ts';
import type {Finding} from '../model/outcome.ts';
import {type App, type Build, type Page, type StoreVersion, stateIs, type VersionOfApp} from '../model/version.ts';
import {spellings} from '../model/version-string.ts';
import {APP_FIELDS, appIn, findApp} from './apps.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {attributesOf, toBuild} from './mapping.ts';
import {collection, readOne, readOptional} from './reads.ts';
import {findVersion, type NamedVersion, placeholderId} from './reference.ts';
import {getVersion, requireApp, viewCommand, withApp} from './versions.ts';
import {ATTRIBUTE, PAGES, patch, pathOf, REL, segment, TYPE, VERSION_REL} from './wire.ts';

const BUILD_FIELDS = {
  include: REL.preRelease,
  fields: {[TYPE.build]: [...attributesOf(toBuild), REL.preRelease], [TYPE.preReleaseVersion]: ['version', 'platform']},
};

interface BuildQuery {
  app: string;
  numbers?: readonly string[];
  versions?: readonly string[];
  platforms?: readonly string[];
  states?: readonly string[];
  limit?: number;
}

export const builds = collection<BuildQuery, Page<Build>>({
  path: PAGES.builds,
  async first(client, {app, numbers, versions, platforms, states, limit}) {
    const {id} = await findApp(client, app);
    return [
      pathOf(TYPE.build),
      {
        filter: {
          app: id,
          version: numbers,
          [`${REL.preRelease}.version`]: versions?.flatMap(spellings),
          [`${REL.preRelease}.platform`]: platforms,
          processingState: states,
        },
        sort: '-uploadedDate',
        ...BUILD_FIELDS,
        limit,
      },
    ];
  },
  toPage({data, included}, {searchParams}) {
    const appId = searchParams.get('filter[app]') ?? undefined;
    return {items: data.map((resource) => Object.assign(toBuild(resource, included), {appId}))};
  },
});

export async function readBuild(client: Client, id: string): Promise<Build & {app?: App}> {
  const {include, fields} = BUILD_FIELDS;
  const {data, included} = await readOne(client, pathOf(TYPE.build, id), {
    include: [include, VERSION_REL.app],
    fields: {...fields, [TYPE.build]: [...fields[TYPE.build], VERSION_REL.app], [TYPE.app]: APP_FIELDS},
  }).catch((error) => {
    const isNumber = /^\d[\d.]*$/.test(id) && error instanceof ToolError && error.kind === 'not-found';
    throw isNumber ? error.with({hint: `Did you mean --build-number ${id}?`}) : error;
  });
  const app = appIn(included);
  return {...toBuild(data, included), ...(app && {app, appId: app.id})};
}

/** Answers a build's encryption question, which can be done once. @throws ToolError conflict if it has an answer */
export async function updateBuild(client: Client, id: string, {usesEncryption}: {usesEncryption: boolean}) {
  client.assertWritable('PATCH', pathOf(TYPE.build, id));
  const build = await readBuild(client, id);
  const name = nameOf(build);
  if (build.usesEncryption !== undefined) {
    const answer = build.usesEncryption ? 'uses' : 'does not use';
    throw new ToolError('conflict', `Build ${name} already has an answer: it ${answer} encryption`, {
      hint: 'The answer is final: upload another build to change it.',
    });
  }
  return confirmWrite(client, {
    request: patch(TYPE.build, id, {[ATTRIBUTE.encryption]: usesEncryption}),
    result: () => ({build: {...build, usesEncryption}}),
    what: `answer the encryption question of build ${name}`,
    checkWith: {command: ['builds', 'wait'], flags: {'build-id': id}},
    async read(reader) {
      const now = await readBuild(reader, id);
      return {...judgeEncryption(now.usesEncryption, usesEncryption), result: {build: now}};
    },
  });
}

export function judgeEncryption(answer: boolean | undefined, wanted: boolean): Finding {
  if (answer === undefined) return {verdict: 'not-done', found: 'the encryption question is not answered'};
  if (answer === wanted) return {verdict: 'done', found: 'the encryption question is answered'};
  return {verdict: 'other', found: 'the answer is the opposite'};
}

export async function attachBuild(client: Client, {id: versionId}: NamedVersion, choice: BuildChoice) {
  const {build, version: found} = await chooseBuild(client, versionId, choice);
  const result = {versionId, buildId: build.id};
  // For an editable version the request does no harm, and someone may have attached another build in the meantime.
  if (build.id === found?.build?.id && !stateIs(found.state, 'editable')) {
    client.ledger.notes.push(`Build ${nameOf(build)} is already attached; nothing was sent`);
    return result;
  }
  const path = pathOf(TYPE.version, versionId, 'relationships/build');
  try {
    return await confirmWrite(client, {
      request: ['PATCH', path, {data: {type: TYPE.build, id: build.id}}],
      result,
      what: `attach build ${nameOf(build)}`,
      checkWith: viewCommand(versionId, {'include-build': true}),
      async read(reader) {
        const attached = (await readOptional(reader, path))?.data.id;
        const isNameless = attached === build.id && !('version' in build);
        return judgeAttached(attached, isNameless ? await readBuild(reader, build.id).catch(() => build) : build);
      },
    });
  } catch (error) {
    if (!(error instanceof ToolError) || client.ledger.outcome !== 'refused') throw error;
    if (!['conflict', 'not-found', 'rejected'].includes(error.kind)) throw error;
    const version = await getVersion(client, versionId, withBuild()).catch(() => undefined);
    if (version?.version.build?.id === build.id) return result;
    throw await whyRefused(client, build.id, version?.version, error);
  }
}

async function whyRefused(client: Client, id: string, version: StoreVersion | undefined, error: ToolError) {
  try {
    const build = await readBuild(client, id);
    const rules = version ? brokenRules(version, build) : [buildProblem(build)];
    const lines = rules.filter((rule) => rule !== undefined).map((rule) => `Build ${nameOf(build)} ${rule}.`);
    return error.with({line: lines.join('\n') || undefined});
  } catch (reason) {
    client.signal?.throwIfAborted();
    const isMissing = reason instanceof ToolError && reason.kind === 'not-found';
    return isMissing ? error.with({line: `There is no build with the ID ${quoted(id)}.`, hint: reason.hint}) : error;
  }
}

export function judgeAttached(attached: string | undefined, wanted: Build): Finding {
  if (attached === wanted.id) return {verdict: 'done', found: `build ${nameOf(wanted)} is attached`};
  const found = attached === undefined ? 'no build is attached' : `another build is attached: ${cleanText(attached)}`;
  return {verdict: 'not-done', found};
}

/** Returns the builds that can be attached. A read-only run is refused, because the caller waits to attach one. */
export async function attachableBuilds(client: Client, reference: string, choice: BuildChoice) {
  client.assertWritable('PATCH', pathOf(TYPE.version, placeholderId(reference), 'relationships/build'));
  const {id: versionId} = await findVersion(client, reference);
  if (choice !== 'latest' && 'id' in choice) return {versionId, builds: [await readBuild(client, choice.id)]};
  return {versionId, builds: (await buildsFor(client, versionId, choice)).candidates};
}

function withBuild() {
  const {include, fields} = withApp([VERSION_REL.build], true);
  return {include, fields: {...fields, [TYPE.build]: 'version'}};
}

export async function buildsFor(client: Client, versionId: string, choice: BuildChoice) {
  const version = requireApp((await getVersion(client, versionId, withBuild())).version);
  const numbers = choice !== 'latest' && 'number' in choice ? [choice.number] : undefined;
  return {version, candidates: buildsOf(version, await builds.all(client, {...queryFor(version), numbers}))};
}

function queryFor({appId, versionString, platform}: VersionOfApp) {
  if (versionString === undefined) throw new ToolError('service', 'The service did not return the version string');
  return {app: segment(appId), versions: [versionString], platforms: [platform]};
}

export async function newerBuild(client: Client, version: StoreVersion, orPending = false): Promise<Build | undefined> {
  const {build: attached} = version;
  if (!attached) return undefined;
  const {items} = await builds.list(client, {...queryFor(requireApp(version)), limit: 20});
  const newest = choose(buildsOf(version, items), 'latest', orPending);
  return isLater(newest?.uploadedDate, attached.uploadedDate) ? newest : undefined;
}

const nameOf = ({id, version}: Build) => cleanText(version ?? id);

async function chooseBuild(client: Client, versionId: string, choice: BuildChoice) {
  if (choice !== 'latest' && 'id' in choice) return {build: {id: choice.id}};
  const {version, candidates} = await buildsFor(client, versionId, choice);
  const build = choose(candidates, choice);
  const problem = build && buildProblem(build);
  if (build && problem === undefined) {
    const note = passedOver(candidates, choice, build);
    if (note) client.ledger.notes.push(note);
    return {build, version};
  }
  const {appId, versionString = '', platform} = version;
  const mayWait = (build ? [build] : candidates).some(isPending);
  const options = {
    hint: mayWait ? 'Add --wait to attach it as soon as it is processed.' : undefined,
    facts: {checkWith: {command: ['builds', 'list'], flags: {app: appId, version: versionString, platform}}},
  };
  if (build) throw new ToolError('conflict', `Build ${nameOf(build)} ${problem}`, options);
  const place = `${cleanText(versionString)} on ${cleanText(platform)}`;
  const [newest] = choice === 'latest' ? candidates : [];
  throw new ToolError('not-found', `There is no ${choiceLabel(choice)} for ${place}`, {
    details: newest && [`The newest one, ${nameOf(newest)}, ${buildProblem(newest)}.`],
    ...options,
  });
}
