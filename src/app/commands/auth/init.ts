import type {InitResult} from '../../../services/credentials/credentials.ts';
import {KEYS_PAGE} from '../../../services/model/web-pages.ts';
import {defineCommand} from '../../command.ts';
import {toggle} from '../../flags/flags.ts';
import {initJson} from '../../present/auth.ts';

export const authInit = defineCommand({
  path: ['auth', 'init'],
  summary: 'Create a template config.json',
  description: 'Writes ~/.tool/config.json, or ./.tool/config.json at the root of the repository with --local.',
  examples: ['tool auth init --open', 'tool auth init --local', 'tool auth init --force'],
  flags: {
    force: toggle({summary: 'Start over; the old file is kept as config.json.bak'}),
    local: toggle({summary: 'Write ./.tool/config.json of the repository'}),
    open: toggle({summary: 'Open the page of API keys in a browser'}),
  },
  screen: 'init',
  async run({force, local, open}, {session, host, note}): Promise<InitResult> {
    const credentials = await session.credentials();
    const result = await credentials.init({force, local});
    if (open && !(await host.browser.open(KEYS_PAGE))) {
      note(`No browser could be opened. The page of API keys: ${KEYS_PAGE}`);
    }
    return result;
  },
  present: {formats: ['json'], json: initJson},
});
