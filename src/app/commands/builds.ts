import {cleanText} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import {type Build, PLATFORMS, PROCESSING_STATES} from '../../services/model/version.ts';
import type {Verdict, Wait, Waited} from '../../services/wait.ts';
import {type CommandContext, defineCommand} from '../command.ts';
import {type InputOf, id, listOf, oneOf, text, texts, usage} from '../flags/flags.ts';
import {appFlag} from '../flags/targets.ts';
import {buildFields, buildItem, buildJson, buildTable} from '../present/builds.ts';
import {dryRun} from './flags.ts';
import {listCommand} from './list-command.ts';
import {waitAloud, waitFailure, waitFlags, waitLines} from './waiting.ts';

const flags = {
  'build-id': id({summary: 'Build ID; or give --app and --build-number'}),
  app: appFlag({}),
  'build-number': text({summary: 'Build number, e.g. 412; the upload may still be under way', placeholder: 'NUMBER'}),
  version: text({summary: 'Only of this version string'}),
  platform: oneOf(PLATFORMS, {summary: 'Only of this platform'}),
  ...waitFlags,
};
type Input = InputOf<typeof flags>;

/** A build; undefined while it is not there yet. */
type Found = Build | undefined;

const VERDICTS: Readonly<Record<string, Verdict>> = {VALID: 'reached', FAILED: 'stuck', INVALID: 'stuck'};

async function toWait(input: Input, {session}: CommandContext): Promise<Wait<Found>> {
  const store = await session.store();
  const buildId = input['build-id'];
  let appId: string | undefined;
  const find = async (signal: AbortSignal): Promise<Found> => {
    appId ??= (await store.findApp(input.app ?? '', signal)).id;
    const {version, platform} = input;
    const number = input['build-number'] ?? '';
    const only = {versions: one(version), platforms: one(platform)};
    const {items} = await store.listBuilds({app: appId, numbers: [number], ...only}, signal);
    const matching = items.filter((build) => build.version === number);
    if (matching.length > 1) throw several(number, matching);
    return matching[0];
  };
  return {
    look: (signal) => (buildId === undefined ? find(signal) : store.readBuild(buildId, signal)),
    stateOf: (build) => build?.processingState ?? 'NOT_FOUND',
    judge: (build) => VERDICTS[build?.processingState ?? ''] ?? 'waiting',
    every: input.every,
    maxWait: input['max-wait'],
  };
}

/** A filter of one value. */
function one<T>(value: T | undefined): T[] | undefined {
  return value === undefined ? undefined : [value];
}

function several(number: string, builds: readonly Build[]): ToolError {
  const lines = builds.map(
    ({id: buildId, versionString = '', platform = ''}) =>
      `  --build-id ${cleanText(buildId)}  ${cleanText(versionString)} ${cleanText(platform)}`,
  );
  return usage([`Several builds have the number ${cleanText(number)}:`, ...lines].join('\n'));
}

function failureOf(input: Input, waited: Waited<Found>): ToolError | undefined {
  const {value} = waited;
  const subject = `Build ${cleanText(value?.version ?? input['build-number'] ?? input['build-id'] ?? '')}`;
  return waitFailure(waited, {subject, state: value?.processingState, goal: 'VALID'});
}

export const waitForBuild = defineCommand({
  path: ['builds', 'wait'],
  summary: 'Wait until a build is processed',
  description:
    'Exits with 0 when it is VALID, 5 when it is FAILED or INVALID, 11 when --max-wait is over. Failures of the service\n' +
    'do not end the wait. With --build-number it also waits for the upload.',
  examples: [
    'tool builds wait --app com.example.app --build-number 412 --max-wait 45m',
    'tool builds wait --build-id ID --output ndjson',
  ],
  flags,
  check(input) {
    const {app, version, platform} = input;
    const [buildId, number] = [input['build-id'], input['build-number']];
    if (buildId !== undefined) {
      const beside = Object.entries({'build-number': number, version, platform}).find(
        ([, value]) => value !== undefined,
      );
      if (beside) throw usage('does not go with --build-id', {flag: beside[0]});
    } else if (number === undefined || app === undefined) {
      throw usage("'tool builds wait' needs --build-id, or --app (or TOOL_APP_ID) and --build-number");
    }
  },
  async run(input, context) {
    const waited = await waitAloud(await toWait(input, context), context);
    return {build: waited.value, failure: failureOf(input, waited)};
  },
  async *stream(input, context) {
    yield* waitLines(await toWait(input, context), context, (waited) => failureOf(input, waited));
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: ({build}) => buildJson(build),
    table: ({build}) => buildFields(build),
    failure: ({failure}) => failure,
  },
});

export const listBuilds = listCommand({
  path: ['builds', 'list'],
  summary: 'List the builds of an app',
  description: 'Prints one page, newest builds first, with links.next for --next; --paginate prints all.',
  examples: [
    'tool builds list --app com.example.app --version 3.4.0 --state VALID',
    'tool builds list --app 1234567890 --platform IOS --output table',
  ],
  collection: 'builds',
  flags: {
    app: appFlag({summary: 'App ID, or bundle ID; needed unless --next is given'}),
    version: texts({summary: 'Only builds of these version strings'}),
    platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
    state: listOf(PROCESSING_STATES, {summary: 'Only builds in these processing states'}),
  },
  filters: ({app = '', version, platform, state}) => ({app, versions: version, platforms: platform, states: state}),
  load: (store, query, signal) => store.listBuilds(query, signal),
  each: (store, query, signal) => store.eachBuildPage(query, signal),
  item: buildItem,
  table: buildTable,
});

export const updateBuild = defineCommand({
  path: ['builds', 'update'],
  summary: 'Answer the encryption question of a build',
  description:
    'Whether it uses encryption that is not exempt from export rules. The answer is final, and a version cannot be\n' +
    'submitted without it.',
  examples: ['tool builds update --build-id ID --uses-encryption false'],
  flags: {
    'build-id': id({summary: 'Build ID', required: true}),
    'uses-encryption': oneOf(['true', 'false'], {summary: 'The answer', placeholder: 'true|false', required: true}),
    'dry-run': dryRun,
  },
  screen: 'encryption',
  run: async (input, {session, signal}) => {
    const changes = {usesEncryption: input['uses-encryption'] === 'true'};
    return (await session.store()).updateBuild(input['build-id'], changes, signal);
  },
  present: {
    formats: ['json', 'table'],
    json: ({build}) => buildJson(build),
    table: ({build}) => buildFields(build),
    note: ({note}) => note,
  },
});
