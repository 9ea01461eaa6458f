import {cleanText} from '../../../services/model/clean.ts';
import {type Goal, hasReached} from '../../../services/model/release-steps.ts';
import {
  mayBecome,
  NEWER_NAMES,
  olderName,
  type StoreVersion,
  stateIs,
  VERSION_STATES,
} from '../../../services/model/version.ts';
import type {WaitStatus} from '../../../services/wait.ts';
import {listOf, versionId} from '../../flags/flags.ts';
import {boolean, integer, nullable, object, shaped, string} from '../../present/shapes.ts';
import {waitCommand} from '../waiting.ts';

const WORDS = ['submitted', 'approved', 'live', 'complete'] as const satisfies readonly Goal[];
const STATES = [...VERSION_STATES, ...(Object.keys(NEWER_NAMES) as (keyof typeof NEWER_NAMES)[])];
const UNTIL = [...WORDS, ...STATES] as const;
type Until = (typeof UNTIL)[number];

const isWord = (goal: Until): goal is (typeof WORDS)[number] => WORDS.some((word) => word === goal);

function statusOf(version: StoreVersion, until: readonly Until[]): WaitStatus {
  const {state, phasedRelease} = version;
  const isThere = (goal: Until) => (isWord(goal) ? hasReached(goal, version) : olderName(goal) === state);
  if (until.some(isThere)) return 'reached';
  if (state === undefined) return 'waiting';
  const isPaused = stateIs(state, 'live') && phasedRelease?.state === 'PAUSED';
  const mayCome = (goal: Until) => (isWord(goal) ? !isPaused : mayBecome(state, olderName(goal)));
  return stateIs(state, 'stuck') || !until.some(mayCome) ? 'stuck' : 'waiting';
}

export const waitForVersion = waitCommand({
  path: ['versions', 'wait'],
  summary: 'Wait until a store version reaches a state',
  description:
    'Exits with 0 when it does, or if it is already past submitted, approved or live; with 5 in a state that needs a person (such as REJECTED, PREPARE_FOR_SUBMISSION or PENDING_CONTRACT), or if the version is past the state that you wait for; and with 11 when the wait times out (--max-wait). Service errors do not end the wait.',
  examples: [
    'tool versions wait --version-id com.example.app@3.4.0 --until approved',
    'tool versions wait --version-id ID --until READY_FOR_SALE --max-wait 2h --output ndjson',
  ],
  flags: {
    'version-id': versionId,
    until: listOf(UNTIL, {
      summary: 'Wait for any of these: submitted, approved, live, complete (the roll-out has ended), or states',
      placeholder: 'GOAL,…',
      required: true,
    }),
  },
  wait({versionId: version, until}, store, hooks) {
    const withPhasedRelease = hooks !== undefined || until.includes('complete');
    // The reference is resolved only once, because it may mean another version later.
    let id: string | undefined;
    return {
      async read(signal) {
        id ??= (await store.findVersion(version, signal)).id;
        const view = await store.viewVersion({id, withPhasedRelease}, signal);
        hooks?.version(view.version, view.app);
        return view.version;
      },
      stateOf: ({state}) => state ?? 'UNKNOWN',
      statusOf: (version) => statusOf(version, until),
    };
  },
  goal: ({versionId: given, until}, version) => ({
    subject: `Version ${cleanText(version?.versionString ?? given)}`,
    state: version?.state,
    goal: until.map(olderName).join(' or '),
  }),
  json: shaped(
    object({versionId: string, state: nullable(string), reached: boolean, waitedSeconds: integer}),
    ({input, waited: {value, status, waited}}) => ({
      versionId: value?.id ?? input.versionId,
      state: value?.state ?? null,
      reached: status === 'reached',
      waitedSeconds: Math.round(waited / 1000),
    }),
  ),
});
