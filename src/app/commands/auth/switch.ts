import {cleanText} from '../../../services/model/clean.ts';
import {defineCommand} from '../../command.ts';
import {text} from '../../flags/flags.ts';

export const authSwitch = defineCommand({
  path: ['auth', 'switch'],
  summary: 'Make a profile the default',
  examples: ['tool auth switch --name Work'],
  flags: {
    name: text({summary: 'Profile to make the default', placeholder: 'NAME', required: true, completes: 'profile'}),
  },
  screen: 'profiles',
  async run({name}, {session}): Promise<string> {
    await (await session.credentials()).switchTo(name);
    return name;
  },
  present: {formats: ['text'], text: (name) => [`Default profile set to '${cleanText(name)}'`]},
});
