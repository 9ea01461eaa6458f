import {type BuildChoice, buildStatus, choose, passedOver} from '../../../services/model/build-choice.ts';
import {cleanText} from '../../../services/model/clean.ts';
import type {ToolError} from '../../../services/model/error.ts';
import type {WithNote} from '../../../services/model/outcome.ts';
import type {Build} from '../../../services/model/version.ts';
import {waitFailure} from '../../../services/wait.ts';
import {type CommandContext, defineAction, OFFERED, REPLACED_UNKNOWN} from '../../command.ts';
import {dryRun, type InputOf, parseId, text, toggle, usage, valueFlag, versionId} from '../../flags/flags.ts';
import {record} from '../../present/formats.ts';
import {boolean, object, string} from '../../present/shapes.ts';
import {optionalWaitFlags, requireWait, waitWithProgress} from '../waiting.ts';

export const buildFlags = {
  build: valueFlag(
    {
      summary: "Build ID, or latest: the newest valid build with the version's string and platform",
      placeholder: 'ID',
    },
    (value) => (value.trim().toLowerCase() === 'latest' ? 'latest' : parseId(value)),
  ),
  'build-number': text({
    summary: "Build number, among those with the version's string and platform; the safe form right after an upload",
    placeholder: 'NUMBER',
  }),
};

const flags = {
  'version-id': versionId,
  ...buildFlags,
  wait: toggle({summary: 'Wait until the build is uploaded and processed'}),
  ...optionalWaitFlags,
  'dry-run': dryRun,
};
type Input = InputOf<typeof flags>;

interface Attached extends WithNote {
  versionId: string;
  buildId?: string;
  failure?: ToolError;
}

export function choiceOf({build, buildNumber: number = ''}: InputOf<typeof buildFlags>): BuildChoice {
  if (build === undefined) return {number};
  return build === 'latest' ? 'latest' : {id: build};
}

export const attachBuild = defineAction({
  path: ['versions', 'attach-build'],
  summary: 'Attach a build to a store version',
  description:
    'Requires --build or --build-number. With --wait it also waits for a build that has not been uploaded yet.',
  examples: [
    'tool versions attach-build --version-id ID --build ID',
    'tool versions attach-build --version-id com.example.app@3.4.0 --build latest --wait',
  ],
  flags,
  effect: 'write',
  agents: OFFERED,
  undo({subject: {version}}) {
    if (!version) return {why: REPLACED_UNKNOWN};
    const {build} = version;
    if (build) return {action: 'attach-build', preset: {build}};
    return {why: 'no build was attached before, and a build can be replaced but not removed'};
  },
  excludes: [['build-number', 'build']],
  screen: 'attach-build',
  key: 'b',
  label: 'attach build',
  title: 'Attach a build to %',
  check(input) {
    if (input.build === undefined && input.buildNumber === undefined) {
      throw usage("'tool versions attach-build' needs --build or --build-number");
    }
    requireWait(input);
  },
  async run(input, context): Promise<Attached> {
    const {session, signal} = context;
    const store = await session.store();
    const choice = choiceOf(input);
    if (!input.wait) return store.attachBuild(input.versionId, choice, signal);
    const found = await waitForBuild(input, choice, context);
    if (found.failure || found.buildId === undefined) return found;
    const attached = await store.attachBuild(found.versionId, {id: found.buildId}, signal);
    return {...attached, note: [found.note, attached.note].filter(Boolean).join('\n') || undefined};
  },
  present: record(
    object({versionId: string, attached: boolean}, {buildId: string}),
    ({versionId, buildId, failure}: Attached) => ({versionId, buildId, attached: failure === undefined}),
  ),
});

async function waitForBuild(input: Input, choice: BuildChoice, context: CommandContext): Promise<Attached> {
  const store = await context.session.store();
  let versionId: string | undefined;
  let note: string | undefined;
  const waited = await waitWithProgress<Build | undefined>(
    input.dryRun ? {...input, maxWait: 0} : input,
    {
      async read(signal) {
        const found = await store.attachableBuilds(versionId ?? input.versionId, choice, signal);
        versionId = found.versionId;
        const chosen = choose(found.builds, choice, true);
        note = chosen && passedOver(found.builds, choice, chosen);
        return chosen;
      },
      stateOf: (build) => build?.processingState ?? 'NOT_FOUND',
      statusOf: buildStatus,
    },
    context,
  );
  const {value: build} = waited;
  const name = build?.version ?? build?.id ?? input.buildNumber;
  const problem = waitFailure(waited, {
    subject: name === undefined ? 'A build that can be attached' : `Build ${cleanText(name)}`,
    state: build?.expired ? 'EXPIRED' : build?.processingState,
    goal: 'VALID',
    isOneLook: input.dryRun,
  });
  return {versionId: versionId ?? input.versionId, buildId: build?.id, note, failure: problem};
}
