import {readWrites, WRITE_OUTCOMES, type WriteRecord, writesOf} from '../../services/write-log.ts';
import {type CommandContext, defineCommand} from '../command.ts';
import {type InputOf, id, integer} from '../flags/flags.ts';
import {list, nullable, object, oneOf, shaped, string} from '../present/shapes.ts';

const flags = {
  app: id({
    summary: 'Only what was written for this app: its ID, or its bundle ID',
    placeholder: 'APP',
    completes: 'app',
  }),
  limit: integer({summary: 'At most this many, the newest', min: 1, max: 100_000}),
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
});

async function newestFirst({app, limit}: InputOf<typeof flags>, {host, session}: CommandContext) {
  const all = await readWrites(host.home, host.files);
  const here = session.globals.sandbox ? all.filter(({target}) => target === 'sandbox') : all;
  return (app === undefined ? here : writesOf(app, here)).reverse().slice(0, limit);
}

export const history = defineCommand({
  path: ['history'],
  summary: 'Show what tool has written to the store, newest first',
  description:
    'From ~/.tool/history.ndjson, to which every run adds what it writes, those on the sandbox marked as such; with --sandbox only those. TOOL_HISTORY=off adds nothing.',
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
      roles: {At: 'time', Message: 'below', Command: 'below'},
    }),
  },
});
