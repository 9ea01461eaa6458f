import {cleanText} from '../../../services/model/clean.ts';
import type {ToolError} from '../../../services/model/error.ts';
import {NEWER_NAMES, stateIs, VERSION_STATES} from '../../../services/model/states.ts';
import type {StoreVersion} from '../../../services/model/version.ts';
import type {Verdict, Wait, Waited} from '../../../services/wait.ts';
import {type CommandContext, defineCommand} from '../../command.ts';
import {type InputOf, listOf} from '../../flags/flags.ts';
import {fieldTable} from '../../present/versions.ts';
import {versionId} from '../flags.ts';
import {waitAloud, waitFailure, waitFlags, waitLines} from '../waiting.ts';

const STATES = [...VERSION_STATES, ...(Object.keys(NEWER_NAMES) as (keyof typeof NEWER_NAMES)[])];

const flags = {
  'version-id': versionId,
  until: listOf(STATES, {summary: 'States to wait for: any one of them', placeholder: 'STATE,…', required: true}),
  ...waitFlags,
};
type Input = InputOf<typeof flags>;

/** The states that are waited for, in the names that versions are shown with. */
function goals({until}: Input): string[] {
  return until.map((state) => (state in NEWER_NAMES ? NEWER_NAMES[state as keyof typeof NEWER_NAMES] : state));
}

/** A reference is looked up once: what it means may change while it is waited. */
async function toWait(input: Input, {session}: CommandContext): Promise<Wait<StoreVersion>> {
  const store = await session.store();
  const wanted = goals(input);
  let id: string | undefined;
  return {
    async look(signal) {
      id ??= await store.resolveVersion(input['version-id'], signal);
      return (await store.viewVersion({id}, signal)).version;
    },
    stateOf: ({state}) => state ?? 'UNKNOWN',
    judge: ({state}) => judge(state, wanted),
    every: input.every,
    maxWait: input['max-wait'],
  };
}

function judge(state: string | undefined, wanted: readonly string[]): Verdict {
  if (state !== undefined && wanted.includes(state)) return 'reached';
  return stateIs(state, 'stuck') ? 'stuck' : 'waiting';
}

function failureOf(input: Input, waited: Waited<StoreVersion>): ToolError | undefined {
  const {versionString, state} = waited.value ?? {};
  const subject = `Version ${cleanText(versionString ?? input['version-id'])}`;
  return waitFailure(waited, {subject, state, goal: goals(input).join(' or ')});
}

interface Ended {
  /** As the version was given, where no look succeeded. */
  given: string;
  waited: Waited<StoreVersion>;
  failure?: ToolError;
}

export const waitForVersion = defineCommand({
  path: ['versions', 'wait'],
  summary: 'Wait until a store version is in a state',
  description:
    'Exits with 0 when it is, with 5 in a state that leads nowhere without a person (REJECTED, METADATA_REJECTED,\n' +
    'INVALID_BINARY, DEVELOPER_REJECTED, REMOVED_FROM_SALE), with 11 when --max-wait is over. Failures of the service\n' +
    'do not end the wait.',
  examples: [
    'tool versions wait --version-id com.example.app@3.4.0 --until PENDING_DEVELOPER_RELEASE',
    'tool versions wait --version-id ID --until READY_FOR_SALE --max-wait 2h --output ndjson',
  ],
  flags,
  async run(input, context): Promise<Ended> {
    const waited = await waitAloud(await toWait(input, context), context);
    return {given: input['version-id'], waited, failure: failureOf(input, waited)};
  },
  async *stream(input, context) {
    yield* waitLines(await toWait(input, context), context, (waited) => failureOf(input, waited));
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: waitedJson,
    table: (result) => fieldTable(waitedJson(result)),
    failure: ({failure}) => failure,
  },
});

function waitedJson({given, waited: {value, verdict, waited}}: Ended) {
  return {
    versionId: value?.id ?? given,
    state: value?.state ?? null,
    reached: verdict === 'reached',
    waitedSeconds: Math.round(waited / 1000),
  };
}
