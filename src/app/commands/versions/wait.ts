import {cleanText} from '../../../services/model/clean.ts';
import {lookup} from '../../../services/model/values.ts';
import {type App, NEWER_NAMES, stateIs, VERSION_STATES} from '../../../services/model/version.ts';
import {listOf} from '../../flags/flags.ts';
import {boolean, integer, nullable, object, shaped, string} from '../../present/shapes.ts';
import {versionId} from '../flags.ts';
import {waitCommand} from '../waiting.ts';

const STATES = [...VERSION_STATES, ...(Object.keys(NEWER_NAMES) as (keyof typeof NEWER_NAMES)[])];

/** Goals under the current names of the states. */
const goalsOf = (until: readonly string[]) => until.map((state) => lookup<string>(NEWER_NAMES, state) ?? state);

export const waitForVersion = waitCommand({
  path: ['versions', 'wait'],
  summary: 'Wait until a store version reaches a state',
  description:
    'Exits with 0 when it does, 5 in a state that it cannot leave without a person (REJECTED, METADATA_REJECTED, INVALID_BINARY, DEVELOPER_REJECTED, REMOVED_FROM_SALE), and 11 when the wait times out (--max-wait). Service errors do not end the wait.',
  examples: [
    'tool versions wait --version-id com.example.app@3.4.0 --until PENDING_DEVELOPER_RELEASE',
    'tool versions wait --version-id ID --until READY_FOR_SALE --max-wait 2h --output ndjson',
  ],
  flags: {
    'version-id': versionId,
    until: listOf(STATES, {summary: 'Wait for any of these states', placeholder: 'STATE,…', required: true}),
  },
  wait({versionId: version, until, onChange: hook}, store) {
    const goals = goalsOf(until);
    // Resolved once: a reference may mean another version later.
    let id: string | undefined;
    let app: App | undefined;
    return {
      async read(signal) {
        id ??= await store.resolveVersion(version, signal);
        const view = await store.viewVersion({id, withPhasedRelease: hook !== undefined}, signal);
        app = view.app;
        return view.version;
      },
      tell: (seen, watcher) => watcher.version(seen, app),
      stateOf: ({state}) => state ?? 'UNKNOWN',
      judge({state}) {
        if (state !== undefined && goals.includes(state)) return 'reached';
        return stateIs(state, 'stuck') ? 'stuck' : 'waiting';
      },
    };
  },
  goal: ({versionId: given, until}, version) => ({
    subject: `Version ${cleanText(version?.versionString ?? given)}`,
    state: version?.state,
    goal: goalsOf(until).join(' or '),
  }),
  json: shaped(
    object({versionId: string, state: nullable(string), reached: boolean, waitedSeconds: integer}),
    ({input, waited: {value, verdict, waited}}) => ({
      versionId: value?.id ?? input.versionId,
      state: value?.state ?? null,
      reached: verdict === 'reached',
      waitedSeconds: Math.round(waited / 1000),
    }),
  ),
});
