import type {TrustEntry} from '../../../services/credentials/credentials.ts';
import {cleanText} from '../../../services/model/clean.ts';
import {defineCommand} from '../../command.ts';
import {toggle} from '../../flags/flags.ts';
import {namedBy} from '../../present/auth.ts';
import {boolean, either, list, object, shaped, string} from '../../present/shapes.ts';

const trustShape = object({path: string, trusted: boolean});

export const authTrust = defineCommand({
  path: ['auth', 'trust'],
  summary: 'Trust the local config of this repository',
  description:
    'A ./.tool/config.json that tool did not write is not used until you trust it, and must be trusted again after each change. Review it first.',
  examples: ['tool auth trust', 'tool auth trust --revoke', 'tool auth trust --list'],
  flags: {
    revoke: toggle({summary: 'Stop trusting it'}),
    list: toggle({summary: 'List all trusted configs, and whether they are unchanged'}),
  },
  effect: 'local',
  excludes: [['revoke', 'list']],
  async run({revoke, list}, {session, note}): Promise<TrustEntry | TrustEntry[]> {
    const credentials = await session.credentials();
    if (list) return credentials.listTrusted();
    if (revoke) return {path: await credentials.revokeTrust(), trusted: false};
    const content = await credentials.trust();
    note(namedBy(content));
    return {path: content.path, trusted: true};
  },
  present: {
    formats: ['json', 'table'],
    json: shaped(either<object>([trustShape, object({data: list(trustShape)})]), (result) =>
      Array.isArray(result) ? {data: result} : result,
    ),
    table: (result) => ({
      columns: ['Trusted', 'Path'],
      roles: {Path: 'wrap'},
      rows: [result].flat().map(({path, trusted}) => [trusted ? 'yes' : 'no', cleanText(path)]),
    }),
  },
});
