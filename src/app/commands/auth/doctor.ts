import type {DoctorSection} from '../../../services/credentials/credentials.ts';
import {defineCommand} from '../../command.ts';
import {toggle, usage} from '../../flags/flags.ts';
import {doctorJson, doctorLines, summarize} from '../../present/auth.ts';

export const authDoctor = defineCommand({
  path: ['auth', 'doctor'],
  summary: 'Check stored credentials, and repair what can be repaired',
  description:
    'With --fix --confirm it repairs file modes, a dangling default, a stale index and a missing .gitignore, and removes pasted keys that no profile uses and what interrupted writes left behind.',
  examples: ['tool auth doctor', 'tool auth doctor --fix --confirm', 'tool auth doctor --output json'],
  flags: {
    fix: toggle({summary: 'Repair what can be repaired; needs --confirm'}),
    confirm: toggle({summary: 'Confirm --fix'}),
  },
  check({fix, confirm}) {
    if (fix && !confirm) throw usage('needs --confirm', {flag: 'fix'});
  },
  async run({fix}, {session}): Promise<DoctorSection[]> {
    const credentials = await session.credentials();
    const sections: DoctorSection[] = [];
    for await (const section of credentials.doctor({fix})) sections.push(section);
    return sections;
  },
  present: {
    formats: ['text', 'json'],
    json: doctorJson,
    text: doctorLines,
    exitCode: (sections) => (summarize(sections).errors > 0 ? 1 : 0),
  },
});
