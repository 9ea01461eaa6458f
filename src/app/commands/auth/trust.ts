import type {TrustEntry} from '../../../services/credentials/credentials.ts';
import {cleanText} from '../../../services/model/clean.ts';
import {defineCommand} from '../../command.ts';
import {toggle, usage} from '../../flags/flags.ts';
import {namedBy} from '../../present/auth.ts';

export const authTrust = defineCommand({
  path: ['auth', 'trust'],
  summary: 'Allow the local config of this repository to be used',
  description:
    'A ./.tool/config.json that tool did not write is not used until you allow it, and again after each change. Look at it first.',
  examples: ['tool auth trust', 'tool auth trust --revoke', 'tool auth trust --list'],
  flags: {
    revoke: toggle({summary: 'Allow it no longer'}),
    list: toggle({summary: 'Show everything that was allowed, and whether it is still the same'}),
  },
  check({revoke, list}) {
    if (revoke && list) throw usage('cannot be combined with --list', {flag: 'revoke'});
  },
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
    json: (result) => (Array.isArray(result) ? {data: result} : result),
    table: (result) => ({
      columns: ['Trusted', 'Path'],
      rows: [result].flat().map(({path, trusted}) => [trusted ? 'yes' : 'no', cleanText(path)]),
    }),
  },
});
