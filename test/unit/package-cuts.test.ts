import {resolve} from 'node:path';
import {build, type Plugin, stop} from 'esbuild';
import fc from 'fast-check';
import originalWidth from 'string-width';
import {afterAll, describe, expect, it} from 'vitest';
import {assertUsed, type Edit, editing, type StandIn, standingIn} from '../../scripts/build/edits.mjs';
import {isSimple} from '../../scripts/build/lazy-init/simple-text.ts';
import {lazyPattern, lazySegmenter} from '../../scripts/build/lazy-init/stand-ins.ts';
import width from '../../scripts/build/lazy-init/string-width.ts';
import {packageCuts} from '../../scripts/build/package-cuts.mjs';

const pieces = fc.oneof(
  fc.constantFrom('\u001b[31m', '\u001b[1;38;5;7m', '\u001b[0m', '\u001b[39m', '\u001b[2K', '\u001b', '\u009b1m'),
  fc.constantFrom(
    '▌',
    '●',
    '◕',
    '⊘',
    '›',
    '─',
    '…',
    '✕',
    '↵',
    '漢',
    '👩‍👩‍👧',
    '🇫🇷',
    'e\u0301',
    '1\ufe0f\u20e3',
    '\u00ad',
  ),
  fc.constantFrom('\n', '\r\n', '\t', '\u200b'),
  fc.string({unit: 'binary-ascii', maxLength: 8}),
  fc.string({unit: 'grapheme', maxLength: 4}),
);
const texts = fc.array(pieces, {maxLength: 12}).map((parts) => parts.join(''));

describe('stand-ins', () => {
  it('treats only single characters of one column as simple text', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const character = String.fromCharCode(code);
      if (!isSimple(character)) continue;
      const parts = [...new Intl.Segmenter().segment(`a${character}b`)];
      expect([character, originalWidth(character), parts.length]).toEqual([character, 1, 3]);
    }
  });

  it('measures the same text widths as string-width, the package that it replaces', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(width(text)).toBe(originalWidth(text));
      }),
      {numRuns: 2000},
    );
  });

  it('creates the segmenter lazily and only once, and returns its segments', () => {
    let made = 0;
    const lazy = lazySegmenter(() => {
      made += 1;
      return new Intl.Segmenter();
    });
    expect([...lazy.segment('\u001b[1mplain ─ text\u001b[0m')]).toHaveLength(20);
    expect(made).toBe(0);
    const exact = new Intl.Segmenter();
    fc.assert(
      fc.property(texts, (text) => {
        expect(Array.from(lazy.segment(text), ({segment, index}) => [index, segment])).toEqual(
          Array.from(exact.segment(text), ({segment, index}) => [index, segment]),
        );
      }),
      {numRuns: 2000},
    );
    expect(made).toBe(1);
  });

  it('matches the same texts as the replaced pattern', () => {
    const lazy = lazyPattern(() => /\p{Lu}/gu);
    const text = 'one Two Three';
    expect([text.search(lazy), text.match(lazy), lazyPattern(() => /b/u).test('abc')]).toEqual([4, ['T', 'T'], true]);
  });
});

afterAll(() => stop());

describe('an unused change of a package', () => {
  const edit: Edit = [/simple-text\.ts$/, () => ''];
  const standIn = {name: 'string-width', path: 'string-width.ts'};

  async function buildWith(contents: string, edits: readonly Edit[], standIns: readonly StandIn[]) {
    const plugins = [editing('edits', edits), standingIn('stand-ins', standIns)];
    const stdin = {contents, resolveDir: resolve('scripts/build/lazy-init')};
    await build({stdin, bundle: true, write: false, logLevel: 'silent', plugins});
    return () => assertUsed(edits, standIns);
  }

  it('fails the build if no import uses a file or package that the build cuts', async () => {
    expect(await buildWith('', [edit], [])).toThrow(/nothing in the bundles matches .*simple-text/);
    expect(await buildWith('', [], [standIn])).toThrow(/nothing in the bundles matches string-width/);
  });

  it('fails the build if two cuts alter the same file', async () => {
    const again: Edit = [/lazy-init.simple-text\.ts$/, () => ''];
    expect(await buildWith("import './simple-text.ts'", [edit, again], [])).toThrow(/matches .*lazy-init/);
  });
});

it('bundles the MCP server without Ajv', async () => {
  const contents = "import {Server} from '@modelcontextprotocol/sdk/server/index.js'; console.log(Server);";
  const stdin = {contents, resolveDir: resolve('.')};
  const {metafile} = await build({
    stdin,
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    plugins: packageCuts(),
  });
  expect(Object.keys(metafile.inputs).filter((path) => /modules.(?:ajv|fast-uri)/.test(path))).toEqual([]);
});

describe('ink', () => {
  type Write = {x: number; y: number; text: string};
  type Output = new (size: {
    width: number;
    height: number;
  }) => {
    write(x: number, y: number, text: string, options: {transformers: []}): void;
    get(): {output: string; height: number};
  };
  const cells = {width: 12, height: 4};
  const writes = fc.record({x: fc.nat(cells.width), y: fc.nat(cells.height), text: texts});
  const frames = fc.array(fc.array(writes, {maxLength: 5}), {minLength: 2, maxLength: 4});

  it('draws each frame as the original Ink does, whatever was drawn before', async () => {
    const [Original, Cut] = await Promise.all([bundled([]), bundled(packageCuts())]);
    fc.assert(
      fc.property(frames, (all) => {
        for (const frame of [...all, ...all]) expect(drawn(Cut, frame)).toEqual(drawn(Original, frame));
      }),
      {numRuns: 500},
    );
  });

  function drawn(Output: Output, frame: readonly Write[]) {
    const output = new Output(cells);
    for (const {x, y, text} of frame) output.write(x, y, text, {transformers: []});
    return output.get();
  }

  /** Bundles Ink's output.js and loads the result. */
  async function bundled(plugins: Plugin[]): Promise<Output> {
    const entryPoints = ['node_modules/ink/build/output.js'];
    const {outputFiles} = await build({
      entryPoints,
      bundle: true,
      format: 'esm',
      platform: 'node',
      write: false,
      plugins,
    });
    const contents = outputFiles[0]?.contents ?? '';
    return (await import(`data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`)).default;
  }
});
