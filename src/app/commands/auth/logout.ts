import {cleanText} from '../../../services/model/clean.ts';
import {defineCommand} from '../../command.ts';
import {text, toggle, usage} from '../../flags/flags.ts';

export const authLogout = defineCommand({
  path: ['auth', 'logout'],
  summary: 'Remove stored credentials',
  description: 'Removes the named profile wherever it is stored, or all of them when no name is given.',
  examples: ['tool auth logout --name Work', 'tool auth logout --all'],
  flags: {
    all: toggle({summary: 'Remove all profiles (also without a flag)'}),
    name: text({summary: 'Remove only this profile', placeholder: 'NAME', completes: 'profile'}),
  },
  screen: 'profiles',
  request: () => ({screen: 'profiles', logoutAll: true}),
  check({all, name}) {
    if (all && name !== undefined) throw usage('does not go with --name', {flag: 'all'});
  },
  async run({name}, {session}): Promise<{name?: string; removed: readonly string[]}> {
    const {removed} = await (await session.credentials()).logout(name);
    return {name, removed};
  },
  present: {
    formats: ['text'],
    text({name, removed}) {
      if (name !== undefined) return [`Removed stored credential '${cleanText(name)}'`];
      return [
        removed.length === 0 ? 'No stored credentials to remove.' : `Removed ${removed.length} stored credentials`,
      ];
    },
  },
});
