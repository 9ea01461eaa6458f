import {WRITE_OUTCOMES} from '../../services/model/outcome.ts';
import type {WriteRecord} from '../../services/write-log.ts';
import {type CommandContext, defineCommand} from '../command.ts';
import {type InputOf, id, integer} from '../flags/flags.ts';
import {list, nullable, object, oneOf, shaped, string} from '../present/shapes.ts';

const flags = {
  app: id({summary: 'Only writes to this app: app ID or bundle ID', placeholder: 'APP', completes: 'app'}),
  limit: integer({summary: 'Maximum number of writes; the newest are printed', min: 1, max: 100_000}),
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
  outcome: oneOf(WRITE_OUTCOMES),
  message: nullable(string),
  command: nullable(string),
  by: nullable(string),
});

async function newestFirst({app, limit}: InputOf<typeof flags>, {host, session}: CommandContext) {
  const {readWrites, writesOf} = await import('../../services/write-log.ts');
  const all = await readWrites(host.home, host.files, host.clock.now());
  const here = session.globals.sandbox ? all.filter(({target}) => target === 'sandbox') : all;
  return (app === undefined ? here : writesOf(app, here)).reverse().slice(0, limit);
}

export const history = defineCommand({
  path: ['history'],
  summary: 'List the changes made from this machine, newest first',
  description:
    'Lists changes from scripts and from the app, with their outcome, also those that were refused or not sent. They are kept in ~/.tool/history.ndjson. A change on --sandbox has the target sandbox, one on a sandbox that is served its URL; with --sandbox only the former are printed. With TOOL_HISTORY=off nothing is recorded.',
  examples: ['tool history --limit 20 --output table', 'tool history --app com.example.app --output ndjson'],
  flags,
  effect: 'none',
  run: newestFirst,
  async *stream(input, context) {
    yield await newestFirst(input, context);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: shaped(object({data: list(writeShape)}), (writes: readonly WriteRecord[]) => ({data: writes})),
    table: (writes) => ({
      columns: ['At', 'Action', 'Version', 'Outcome', 'Profile', 'Target', 'App', 'Message', 'Command'],
      rows: writes.map((write) => [
        write.at,
        write.action,
        write.version ?? write.versionId ?? '',
        write.outcome,
        write.profile ?? '',
        write.target,
        write.bundleId ?? write.appId ?? '',
        write.message ?? '',
        write.command ?? '',
      ]),
      roles: {At: 'time', Profile: 'id', Target: 'id', Message: 'below', Command: 'below'},
    }),
  },
});
