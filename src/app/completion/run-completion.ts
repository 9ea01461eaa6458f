import {join} from 'node:path';
import {cleanText} from '../../services/model/clean.ts';
import {readShellWord} from '../../services/model/shell-word.ts';
import {isTrue} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import type {Command} from '../command.ts';
import {SAMPLE_APPS} from '../present/sample-apps.ts';
import {readRecentAppsIn} from '../session/recent-apps.ts';
import {readBashLine} from './bash-line.ts';
import {type Candidate, type Completion, complete, type Sources} from './complete.ts';

const MAX_BYTES = 1_000_000;

/** Completes the last of the words on stdin; see COMPLETE. @returns the exit code */
export async function runCompletion(
  shell: string | undefined,
  commands: readonly Command[],
  host: Host,
): Promise<number> {
  const input = new TextDecoder().decode(await host.terminal.readInput({maxBytes: MAX_BYTES, signal: host.signal}));
  const given = input.split('\0').slice(0, -1);
  const completed = (words: readonly string[]) => complete(words, commands, (flags) => createSources(host, flags));
  const {candidates, kind = 'word'} = await completionIn(shell, given, completed);
  const shown = candidates.filter(({value}) => cleanText(value) === value);
  const lines = shown.map(({value, description}) => (description === undefined ? value : `${value}\t${description}`));
  await host.terminal.write([kind, ...lines, ''].join('\n'));
  return 0;
}

type Complete = (words: readonly string[]) => Promise<Completion>;

async function completionIn(shell: string | undefined, given: readonly string[], completed: Complete) {
  if (shell === 'bash') {
    const {words, redirects, expands, written} = readBashLine(given[0] ?? '', given[1] ?? '');
    if (redirects) return {candidates: [], kind: 'files'} satisfies Completion;
    const {candidates, ...rest} = await completed(words);
    return {...rest, candidates: expands ? [] : candidates.map((one) => ({...one, value: written(one.value)}))};
  }
  if (shell !== 'fish') return completed(given);
  return completed([...given.slice(0, -1), ...given.slice(-1).map((word) => readShellWord(word, 'fish').text)]);
}

function createSources(host: Host, given: ReadonlyMap<string, string>): Sources {
  const {env, files, home} = host;
  const embedded = given.has('sandbox') || isTrue(env.TOOL_SANDBOX);
  const credentials = async () => {
    const {createCredentials} = await import('../../services/credentials/index.ts');
    const isolated = embedded && {configDirectory: join(home, '.tool', 'sandbox')};
    return createCredentials({...host, audience: '', ...isolated});
  };
  return {
    async profiles() {
      const profiles = await (await credentials()).profiles();
      return [...new Set(profiles.map(({name}) => name))].map((value) => ({value}));
    },
    async apps() {
      const samples = Object.entries(SAMPLE_APPS).map(([value, description]) => ({value, description}));
      // With the variables that `tool sandbox` prints, only the sample apps make sense.
      if (!embedded && isTrue(env.TOOL_NO_PROFILE)) return samples;
      const directory = await (await credentials()).toolDirectory();
      const recent = (await readRecentAppsIn(directory, files)).map((value): Candidate => ({value}));
      return embedded ? [...samples, ...recent] : recent;
    },
  };
}
