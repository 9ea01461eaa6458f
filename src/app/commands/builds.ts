import {buildStatus} from '../../services/model/build-choice.ts';
import {cleanText} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {WithNote} from '../../services/model/outcome.ts';
import {type App, type Build, PLATFORMS, PROCESSING_STATES} from '../../services/model/version.ts';
import {buildPage} from '../../services/model/web-pages.ts';
import {defineAction, OFFERED} from '../command.ts';
import {appFlag, dryRun, id, listOf, oneOf, text, texts, usage} from '../flags/flags.ts';
import {fieldTable, record} from '../present/formats.ts';
import {boolean, constant, nullable, object, shaped, string} from '../present/shapes.ts';
import {listCommand} from './list-command.ts';
import {waitCommand} from './waiting.ts';

const buildShape = object({
  id: string,
  type: constant('builds'),
  attributes: object(
    {audience: nullable(string)},
    {
      version: string,
      versionString: string,
      platform: string,
      processingState: string,
      expired: boolean,
      uploadedDate: string,
      usesEncryption: boolean,
    },
  ),
});

type FoundBuild = Build & {app?: App};

function buildJson({id, appId: _, app: __, ...attributes}: FoundBuild) {
  return {id, type: 'builds' as const, attributes: {...attributes, audience: attributes.audience ?? null}};
}

const buildFields = ({app: _, ...build}: FoundBuild) => build;

const listBuilds = listCommand({
  path: ['builds', 'list'],
  summary: 'List the builds of an app',
  description:
    'Prints one page, newest builds first. To get the next page, pass links.next to --next; to get all pages, use --paginate.',
  examples: [
    'tool builds list --app com.example.app --version 3.4.0 --state VALID',
    'tool builds list --app 1234567890 --platform IOS --output table',
  ],
  collection: 'builds',
  flags: {
    app: appFlag({unless: ['next']}),
    version: texts({summary: 'Only builds with these version strings'}),
    platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
    state: listOf(PROCESSING_STATES, {summary: 'Only builds in these processing states'}),
  },
  filters: ({app = '', version, platform, state}) => ({app, versions: version, platforms: platform, states: state}),
  pages: (store, query, {signal}) => store.eachBuildPage(query, signal),
  item: shaped(buildShape, buildJson),
  table(items) {
    const yesOrNo = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no');
    return {
      columns: ['ID', 'Build', 'Version', 'Platform', 'State', 'Expired', 'Encryption', 'Uploaded'],
      roles: {ID: 'id', Uploaded: 'time'},
      pages: {Build: items.map((build) => buildPage(build, build.appId))},
      rows: items.map(({id, version = '', versionString = '', platform = '', processingState = '', ...build}) => [
        id,
        version,
        versionString,
        platform,
        processingState,
        yesOrNo(build.expired),
        yesOrNo(build.usesEncryption),
        build.uploadedDate ?? '',
      ]),
    };
  },
});

const waitForBuild = waitCommand({
  path: ['builds', 'wait'],
  summary: 'Wait until a build is processed',
  description:
    'Exits with 0 when it is VALID, 5 when it is FAILED or INVALID, and 11 when the wait times out (--max-wait). Service errors do not end the wait. With --build-number it also waits for the upload.',
  examples: [
    'tool builds wait --app com.example.app --build-number 412 --max-wait 45m',
    'tool builds wait --build-id ID --output ndjson',
  ],
  flags: {
    'build-id': id({summary: 'Build ID; alternatively, give --app and --build-number'}),
    app: appFlag({}),
    'build-number': text({summary: 'Build number, e.g. 412; the upload may still be under way', placeholder: 'NUMBER'}),
    version: text({summary: 'Only builds with this version string'}),
    platform: oneOf(PLATFORMS, {summary: 'Only builds for this platform'}),
  },
  excludes: [
    ['build-number', 'build-id'],
    ['version', 'build-id'],
    ['platform', 'build-id'],
  ],
  check({app, buildId, buildNumber}) {
    if (buildId === undefined && (buildNumber === undefined || app === undefined)) {
      throw usage("'tool builds wait' needs --build-id, or --app (or TOOL_APP_ID) and --build-number");
    }
  },
  wait({app = '', version, platform, buildId, buildNumber: number = ''}, store, hooks) {
    let found: App | undefined;
    return {
      async read(signal): Promise<FoundBuild | undefined> {
        if (buildId !== undefined) {
          const build = await store.readBuild(buildId, signal);
          hooks?.build(build, build.app);
          return build;
        }
        found ??= await store.findApp(app, signal);
        const only = {versions: version ? [version] : undefined, platforms: platform ? [platform] : undefined};
        const {items} = await store.listBuilds({app: found.id, numbers: [number], ...only}, signal);
        const matching = items.filter((build) => build.version === number);
        if (matching.length > 1) throw several(number, matching);
        const [build] = matching;
        if (build) hooks?.build(build, found);
        return build;
      },
      stateOf: (build) => build?.processingState ?? 'NOT_FOUND',
      // A build counts as processed even if it cannot be attached.
      statusOf: (build) => buildStatus(build && {...build, expired: false, audience: undefined}),
    };
  },
  goal: ({buildId, buildNumber}, build) => ({
    subject: `Build ${cleanText(build?.version ?? buildNumber ?? buildId ?? '')}`,
    state: build?.processingState,
    goal: 'VALID',
  }),
  json: shaped(nullable(buildShape), ({waited: {value}}) => (value ? buildJson(value) : null)),
  table: ({waited: {value}}) => fieldTable(value ? buildFields(value) : {}),
});

function several(number: string, builds: readonly Build[]): ToolError {
  const lines = builds.map(
    ({id: buildId, versionString = '', platform = ''}) =>
      `  --build-id ${cleanText(buildId)}  ${cleanText(versionString)} ${cleanText(platform)}`,
  );
  return usage([`Several builds have the number ${cleanText(number)}:`, ...lines].join('\n'));
}

export const updateBuild = defineAction({
  path: ['builds', 'update'],
  summary: 'Answer the encryption question for a build',
  description:
    'Says whether the build uses encryption that is not exempt from export regulations. The answer is final, and a version cannot be submitted without one.',
  examples: ['tool builds update --build-id ID --uses-encryption false'],
  flags: {
    'build-id': id({summary: 'Build ID', required: true}),
    'uses-encryption': oneOf(['true', 'false'], {
      summary: 'Whether the build uses non-exempt encryption',
      placeholder: 'true|false',
      required: true,
    }),
    'dry-run': dryRun,
  },
  effect: 'final',
  agents: OFFERED,
  undo: {why: 'the encryption question can be answered only once'},
  screen: 'encryption',
  key: 'E',
  label: 'encryption',
  title: 'Answer the encryption question for %',
  isRare: true,
  run: async (input, {session, signal}) => {
    const changes = {usesEncryption: input.usesEncryption === 'true'};
    return (await session.store()).updateBuild(input.buildId, changes, signal);
  },
  present: {
    ...record(buildShape, ({build}: WithNote & {build: FoundBuild}) => buildJson(build)),
    table: ({build}) => fieldTable(buildFields(build)),
  },
});

export const buildCommands = [listBuilds, waitForBuild, updateBuild] as const;
