import {describe, expect, it} from 'vitest';
import {commands} from '../../../src/app/commands/index.ts';
import {formatHelp} from '../../../src/app/present/help.ts';
import {widthOf} from '../../../src/services/text/width.ts';
import {runTool} from '../../support/run.ts';

const PATHS = [...new Set(['', ...commands.flatMap(({path}) => [path[0] ?? '', path.join(' ')])])];
const helpOf = (path: string, width: number) => formatHelp(path.split(' ').filter(Boolean), commands, width);

const wide = (text: string, width: number) => text.split('\n').filter((line) => widthOf(line) > width);
/** Returns the sorted words of the help, without the backslashes that continue an example. */
const words = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => word !== '\\')
    .sort();
const withoutExamples = (text: string) => text.split('\nExamples:')[0] ?? '';

describe('the width of help', () => {
  it.each([60, 80, 100])('prints no help line wider than %i columns, except for examples', (width) => {
    expect(PATHS.flatMap((path) => wide(withoutExamples(helpOf(path, width)), width))).toEqual([]);
  });

  it('prints the same words in help at every width', () => {
    for (const path of PATHS) expect(words(helpOf(path, 60)), path).toEqual(words(helpOf(path, 1000)));
  });

  it("aligns wrapped help lines under the flag's description", () => {
    const [first = '', second = ''] = helpOf('versions view', 60).split('\n').slice(5);
    expect(first).toMatch(/^ {2}--version-id VERSION {5}\S/);
    expect(second).toMatch(/^ {27}\S/);
  });

  it('puts the many choices of a flag into columns in help', () => {
    expect(helpOf('versions list', 80)).toContain(
      [
        '    PREPARE_FOR_SUBMISSION     PENDING_DEVELOPER_RELEASE',
        '    WAITING_FOR_REVIEW         READY_FOR_SALE',
        '    IN_REVIEW\n',
      ].join('\n'),
    );
  });

  it('breaks a long example in help before its flags, and ends the lines with backslashes', () => {
    expect(helpOf('auth login', 60)).toContain(
      ['  tool auth login \\', '    --name Work \\', '    --key-id '].join('\n'),
    );
    expect(helpOf('auth token', 40)).toContain('\n  curl -H "Authorization: Bearer $(tool auth token)" URL\n');
  });

  const widest = (text: string) => Math.max(...withoutExamples(text).split('\n').map(widthOf));
  const help = async (options: {tty: boolean; columns?: number; COLUMNS?: string}) => {
    const {tty, columns, COLUMNS} = options;
    const env: Record<string, string> = COLUMNS === undefined ? {} : {COLUMNS};
    return widest((await runTool(['versions', 'wait', '--help'], {tty, columns, env})).stdout);
  };

  it.each([
    [{tty: false}, 80],
    [{tty: false, COLUMNS: '60'}, 60],
    [{tty: false, COLUMNS: '120'}, 80],
    [{tty: true, columns: 60}, 60],
    [{tty: true, columns: 200}, 100],
    [{tty: true, columns: 200, COLUMNS: '70'}, 70],
    [{tty: true, columns: 70, COLUMNS: 'wide'}, 70],
    [{tty: true}, 80],
  ])('fits help with %j into %i columns, and uses nearly all of them', async (options, width) => {
    const found = await help(options);
    expect(found).toBeLessThanOrEqual(width);
    expect(found).toBeGreaterThan(width - 8);
  });
});
