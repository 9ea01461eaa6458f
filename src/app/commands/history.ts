import {WRITE_OUTCOMES, type WriteOutcome} from '../../services/model/outcome.ts';
import {lookup} from '../../services/model/values.ts';
import type {LoggedWrite} from '../../services/write-log.ts';
import {defineCommand, type GROUPS} from '../command.ts';
import {id, integer} from '../flags/flags.ts';
import {enumOf, list, nullable, object, shaped, string} from '../present/shapes.ts';

const flags = {
  app: id({summary: 'Only changes to this app: app ID or bundle ID', placeholder: 'APP', completes: 'app'}),
  limit: integer({summary: 'Maximum number of changes, counted from the newest', min: 1, max: 100_000}),
};

const writeShape = object({
  at: string,
  action: string,
  appId: nullable(string),
  bundleId: nullable(string),
  versionId: nullable(string),
  version: nullable(string),
  platform: nullable(string),
  profile: nullable(string),
  target: string,
  outcome: enumOf(WRITE_OUTCOMES),
  message: nullable(string),
  command: nullable(string),
  by: nullable(string),
});

export const OUTCOME_WORDS: Readonly<Record<WriteOutcome, string>> = {
  'carried-out': 'done',
  'settled-by-reading': 'done',
  'in-part': 'done in part',
  refused: 'refused',
  'not-sent': 'not sent',
  unknown: 'unknown',
};

const WORDS: Readonly<Record<string, string>> = {
  'phased-release enable': 'set up phased release',
  'phased-release disable': 'remove phased release',
};

const THINGS: Readonly<Record<Exclude<keyof typeof GROUPS, 'auth' | 'apps'>, string>> = {
  'phased-release': 'roll-out',
  'release-notes': 'notes',
  builds: 'build',
  versions: '',
};

export function actionWords(action: string): string {
  const words = lookup(WORDS, action);
  if (words !== undefined) return words;
  const [group = '', ...verb] = action.split(' ');
  const thing = lookup(THINGS, group);
  return thing === undefined || verb.length === 0 ? action : `${verb.join(' ')} ${thing}`.trim();
}

function subjectOf({bundleId, appId, version, versionId, platform}: LoggedWrite): string {
  const names = [bundleId ?? appId, version, platform].filter((name) => name !== null);
  return names.length > 0 ? names.join(' ') : (versionId ?? '');
}

export const history = defineCommand({
  path: ['history'],
  summary: 'List the changes made from this machine, newest first',
  description:
    'Lists changes made by scripts, the app and agents, with their outcome, including changes that were refused or not sent. They are kept in ~/.tool/history.ndjson. Changes made with --sandbox have the target sandbox; those on a served sandbox have its URL. --sandbox lists only the former. With TOOL_HISTORY=off nothing is recorded.',
  examples: ['tool history --limit 20 --output table', 'tool history --app com.example.app --output ndjson'],
  flags,
  effect: 'none',
  emits: true,
  async run({app, limit}, {host, session, emit}) {
    const {readWrites, writesOf} = await import('../../services/write-log.ts');
    const all = await readWrites(host.home, host.files);
    const here = session.globals.sandbox ? all.filter(({target}) => target === 'sandbox') : all;
    const newestFirst = (app === undefined ? here : writesOf(app, here)).reverse().slice(0, limit);
    await emit?.(newestFirst);
    return newestFirst;
  },
  present: {
    json: shaped(object({data: list(writeShape)}), (writes: readonly LoggedWrite[]) => ({data: writes})),
    table: (writes) => ({
      columns: ['At', 'Action', 'Version', 'Outcome', 'Profile', 'Target', 'Message', 'Command'],
      rows: writes.map((write) => [
        write.at,
        actionWords(write.action),
        subjectOf(write),
        OUTCOME_WORDS[write.outcome],
        write.profile ?? '',
        write.target,
        write.message ?? '',
        write.command ?? '',
      ]),
      roles: {At: 'time', Version: 'middle', Profile: 'id', Target: 'id', Message: 'below', Command: 'below'},
    }),
  },
});
