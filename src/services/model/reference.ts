import {isId} from './values.ts';
import {PLATFORMS} from './version.ts';

export const WHICH = ['live', 'editable', 'approved', 'latest'] as const;
export type Which = (typeof WHICH)[number];

export interface VersionReference {
  app: string;
  word?: Which;
  versionString?: string;
  platform?: string;
}

/** Ignores case, and accepts everyday names such as `macos` and platforms that are new to this program. */
export function platformOf(word: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace('_', '');
  const known = PLATFORMS.find((name) => plain(name) === plain(word));
  return known ?? (/^[A-Z]+_[A-Z_]+$/i.test(word) ? word.toUpperCase() : undefined);
}

/** Returns undefined for a plain ID. `problem` follows the name of the flag: `must begin with …`. */
export function parseReference(text: string): VersionReference | {problem: string} | undefined {
  const at = text.indexOf('@');
  if (at === -1) return undefined;
  const [app, [which = '', place, ...rest]] = [text.slice(0, at), text.slice(at + 1).split(':')];
  if (app === '') return {problem: 'needs an app before the @, or TOOL_APP_ID'};
  if (!isId(app)) return {problem: 'must begin with an app ID or a bundle ID, like com.example.app@live'};
  if (!/^[\w.+-]+$/.test(which) || rest.length > 0) {
    return {problem: `must end in a version string or one of ${WHICH.join(', ')}, like com.example.app@live`};
  }
  const platform = place === undefined ? undefined : platformOf(place);
  if (place !== undefined && !platform) return {problem: `must end in one of ${PLATFORMS.join(', ')} after the colon`};
  const word = WHICH.find((name) => name === which.toLowerCase());
  return {app, ...(word ? {word} : {versionString: which}), platform};
}

export function formatReference({app, word, versionString, platform}: VersionReference): string {
  return `${app}@${word ?? versionString}${platform ? `:${platform}` : ''}`;
}
