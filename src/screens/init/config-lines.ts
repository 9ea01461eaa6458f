import {describe} from '../../app/present/error.ts';
import type {InitState} from '../../app/use-cases/init.ts';
import {shortPath} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';

/** The state of the config file. */
export function configLines(found: InitState | undefined, home: string, glyphs: Glyphs): LineContent[] {
  if (!found) return ['Looking for a config ...'];
  const path = shortPath(found.configPath, home);
  if (found.problem) {
    const {message, hint} = describe(found.problem);
    return [
      `${glyphs.rejected}  ${message}`,
      ...(hint ? [hint] : []),
      'F starts over and keeps the old file, ! runs the doctor.',
    ];
  }
  if (!found.configExists) return [`First, a config file that remembers your profiles: ${path}`];
  const profiles = found.profiles.map(({name}) => `'${name}'`).join(', ');
  const isEnvironment = found.active !== undefined && found.active.name === undefined;
  const facts = [
    `${path} exists and is left as it is.`,
    ...(profiles ? [`Stored profiles: ${profiles}`] : []),
    ...(isEnvironment ? ['A key is set in the environment.'] : []),
  ];
  return facts.map((text) => [{text: `${glyphs.ok} `, tone: 'good'}, {text}]);
}
