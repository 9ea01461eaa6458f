import type {ScreenName} from './command.ts';

interface Group {
  /** Heads its commands in help. */
  summary: string;
  /** What its name alone opens on a terminal. */
  screen: ScreenName;
}

/** The groups of commands. */
export const GROUPS: Readonly<Record<string, Group>> = {
  auth: {summary: 'Credentials: register, select, remove and check API keys', screen: 'profiles'},
  apps: {summary: 'Apps: what is live, what is in flight', screen: 'home'},
  builds: {
    summary: 'Builds of an app: list them, wait for one, answer the encryption question',
    screen: 'home',
  },
  'release-notes': {summary: "Release notes (What's New) of a version, by locale", screen: 'home'},
  'phased-release': {summary: 'Phased release: an update that reaches more users day by day', screen: 'home'},
  versions: {
    summary: 'Store versions of an app, from creation to release',
    screen: 'home',
  },
};
