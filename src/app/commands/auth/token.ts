import type {Token} from '../../../services/credentials/token.ts';
import {defineCommand} from '../../command.ts';

export const authToken = defineCommand({
  path: ['auth', 'token'],
  summary: 'Print a token of the credential in force, e.g. for curl',
  description: 'Nothing is sent. The token is a secret: whoever has it can do what the key may, for ten minutes.',
  examples: ['curl -H "Authorization: Bearer $(tool auth token)" URL', 'tool auth token --output json'],
  flags: {},
  run: (_, {session}): Promise<Token> => session.issueToken(),
  present: {
    formats: ['text', 'json'],
    text: ({token}) => [token],
    json: ({token, expires}) => ({token, expiresAt: new Date(expires * 1000).toISOString()}),
  },
});
