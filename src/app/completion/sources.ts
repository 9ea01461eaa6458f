import {join} from 'node:path';
import {isTrue} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import {SAMPLE_APPS} from '../present/sample-apps.ts';
import {readRecentAppsIn} from '../session/recent-apps.ts';
import type {Candidate, Sources} from './values.ts';

/** Profiles and apps as files name them: no keychain, no network, and nothing is made that is not there. */
export function createSources(host: Host, given: ReadonlyMap<string, string>): Sources {
  const {env, files, keychain, clock, cwd, home, user, platform, signal} = host;
  const embedded = given.has('sandbox') || isTrue(env.TOOL_SANDBOX);
  const credentials = async () => {
    const {createCredentials} = await import('../../services/credentials/index.ts');
    const isolated = embedded && {configDirectory: join(home, '.tool', 'sandbox'), localConfigAllowed: false};
    return createCredentials({
      env,
      files,
      keychain,
      clock,
      cwd,
      home,
      user,
      platform,
      signal,
      audience: '',
      ...isolated,
    });
  };
  return {
    async profiles() {
      const profiles = await (await credentials()).profiles();
      return [...new Set(profiles.map(({name}) => name))].map((value) => ({value}));
    },
    async apps() {
      const samples = Object.entries(SAMPLE_APPS).map(([value, description]) => ({value, description}));
      // What `tool sandbox` prints names no profile: then a sandbox answers at TOOL_API_URL, and nothing else is read.
      if (!embedded && isTrue(env.TOOL_NO_PROFILE)) return samples;
      const directory = await (await credentials()).ownDirectory();
      const recent = (await readRecentAppsIn(directory, files)).map((value): Candidate => ({value}));
      return embedded ? [...samples, ...recent] : recent;
    },
  };
}
