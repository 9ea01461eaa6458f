import {join} from 'node:path';
import {WHICH} from '../../services/model/reference.ts';
import {isTrue} from '../../services/model/values.ts';
import {PLATFORMS} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import type {Command} from '../command.ts';
import type {Flag} from '../flags/flags.ts';
import {SAMPLE_APPS} from '../present/sample-apps.ts';
import {readRecentAppsIn} from '../session/recent-apps.ts';

export interface Candidate {
  value: string;
  description?: string;
}

export interface Completion {
  candidates: readonly Candidate[];
  /** The value goes on (`open`), or is a path, which the shell completes on its own. */
  kind?: 'open' | 'files' | 'directories';
}

/** Values from local files, read when needed. */
export interface Sources {
  profiles(): Promise<readonly Candidate[]>;
  apps(): Promise<readonly Candidate[]>;
}

export async function valuesOf(
  {name, flag}: {name: string; flag: Flag<unknown>},
  {command, partial}: {command?: Command; partial: string},
  sources: Sources,
): Promise<Completion> {
  if (name === 'output' && command) return {candidates: command.present.formats.map((value) => ({value}))};
  if (flag.choices) return choicesOf(flag.choices, flag.multiple, partial);
  switch (flag.completes) {
    case 'profile':
      return {candidates: await sources.profiles()};
    case 'app':
      return {candidates: await sources.apps()};
    case 'version':
      return references(partial, sources);
    case 'file':
      return {candidates: [], kind: 'files'};
    case 'directory':
      return {candidates: [], kind: 'directories'};
    default:
      return {candidates: []};
  }
}

function choicesOf(choices: readonly string[], multiple: boolean, partial: string): Completion {
  if (!multiple) return {candidates: choices.map((value) => ({value}))};
  const head = partial.slice(0, partial.lastIndexOf(',') + 1);
  const used = head.toUpperCase().split(',');
  const left = choices.filter((value) => !used.includes(value.toUpperCase()));
  return {candidates: left.map((value) => ({value: `${head}${value}`})), kind: 'open'};
}

/** `APP@WHICH[:PLATFORM]`, one part at a time. Only the service knows version IDs. */
async function references(partial: string, sources: Sources): Promise<Completion> {
  const [, app, which, platform] = /^([^@]*)@([^:]*)(:.*)?$/.exec(partial) ?? [];
  if (app === undefined) {
    const apps = await sources.apps();
    return {candidates: [...apps.map((one) => ({...one, value: `${one.value}@`})), {value: '@'}], kind: 'open'};
  }
  if (platform === undefined) return {candidates: WHICH.map((value) => ({value: `${app}@${value}`}))};
  return {candidates: PLATFORMS.map((value) => ({value: `${app}@${which}:${value}`}))};
}

/** No keychain, no network, and no file is created. */
export function createSources(host: Host, given: ReadonlyMap<string, string>): Sources {
  const {env, files, home} = host;
  const embedded = given.has('sandbox') || isTrue(env.TOOL_SANDBOX);
  const credentials = async () => {
    const {createCredentials} = await import('../../services/credentials/index.ts');
    const isolated = embedded && {configDirectory: join(home, '.tool', 'sandbox'), localConfigAllowed: false};
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
