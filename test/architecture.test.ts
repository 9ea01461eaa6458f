import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {describe, expect, it} from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../src');

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = readdirSync(SOURCE, {recursive: true, encoding: 'utf8'}).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'),
);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(import|export)\s+(type\s)?[^;'"]*?from\s+'([^']+)'|import\('([^']+)'\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...found].map(([, , type, named, dynamic, bare]) => {
    const target = named ?? dynamic ?? bare ?? '';
    const to = target.startsWith('.') ? relative(SOURCE, resolve(SOURCE, dirname(file), target)) : target;
    return {from: file, to, typeOnly: type !== undefined};
  });
}

const imports = files.flatMap(importsOf);
const offending = (test: (one: Import) => boolean) => imports.filter(test).map(({from, to}) => `${from} -> ${to}`);
const within = (path: string, ...folders: string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

describe('the imports', () => {
  it('finds enough source files and imports to check', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(imports.length).toBeGreaterThan(150);
  });

  it('lets the model import only types from other folders', () => {
    expect(
      offending(({from, to, typeOnly}) => within(from, 'services/model') && !within(to, 'services/model') && !typeOnly),
    ).toEqual([]);
  });

  it('lets the services import nothing from the command line or the screens', () => {
    expect(offending(({from, to}) => within(from, 'services') && within(to, 'app', 'screens'))).toEqual([]);
  });

  it('lets neither the store nor the credentials import the other', () => {
    expect(offending(({from, to}) => within(from, 'services/store') && within(to, 'services/credentials'))).toEqual([]);
    expect(offending(({from, to}) => within(from, 'services/credentials') && within(to, 'services/store'))).toEqual([]);
  });

  it('lets the command line import no screens and no React', () => {
    expect(
      offending(({from, to}) => within(from, 'app') && (within(to, 'screens') || /^(?:ink|react)/.test(to))),
    ).toEqual([]);
  });

  it('lets the screens reach the network, files, store and credentials only through the session', () => {
    expect(
      offending(
        ({from, to, typeOnly}) =>
          within(from, 'screens') &&
          (/^(?:undici|keytar|node:fs|meow)/.test(to) ||
            (within(to, 'services/store', 'services/credentials') && !typeOnly)),
      ),
    ).toEqual([]);
  });

  it('lets only the entry point and tests import the host and the sandbox', () => {
    const outside = ({from}: Import) => !within(from, 'services/host', 'services/sandbox', 'cli.tsx');
    expect(offending((one) => outside(one) && within(one.to, 'services/host', 'services/sandbox'))).toEqual([]);
  });

  it("lets the sandbox import the client's names, but not its mapping", () => {
    const shared = ['services/store/wire.ts'];
    expect(
      offending(
        ({from, to}) => within(from, 'services/sandbox') && within(to, 'services/store') && !shared.includes(to),
      ),
    ).toEqual([]);
  });
});

/**
 * The folders of the screens. Each may import only from those before it; `screen` stands for the folder of any single
 * screen.
 */
const SCREEN_ORDER = [
  'glyphs.json',
  'theme.ts',
  'text',
  'facts',
  'input',
  'terminal',
  'context',
  'components',
  'hooks',
  'frame',
  'list',
  'form',
  'flows',
  'checks',
  'screen',
  'registry.ts',
  'shell',
  'index.tsx',
];
/** The set-up is the only screen that contains another one. */
const SCREEN_WITHIN_SCREEN = 'init -> login';

/** Returns the first folder or file below `screens`, e.g. `frame` for `screens/frame/header.tsx`. */
const unitOf = (path: string) => path.split('/')[1] ?? '';
const importsWithin = (folder: string) => imports.filter(({from, to}) => within(from, folder) && within(to, folder));
const looseIn = (folder: string) =>
  files
    .filter((file) => dirname(file) === folder)
    .map(unitOf)
    .sort();

describe('the folders of the screens', () => {
  const placeOf = (unit: string) => {
    const place = SCREEN_ORDER.indexOf(unit);
    return place >= 0 ? place : SCREEN_ORDER.indexOf('screen');
  };
  const inner = importsWithin('screens');

  it('keeps every file of the screens in a folder, except the theme, the registry and the entry point', () => {
    expect(looseIn('screens')).toEqual(['index.tsx', 'registry.ts', 'theme.ts']);
  });

  it('lets a folder of the screens import only from the folders before it', () => {
    const backwards = inner.filter(({from, to}) => placeOf(unitOf(from)) < placeOf(unitOf(to)));
    expect(backwards.map(({from, to}) => `${from} -> ${to}`)).toEqual([]);
  });

  it('lets no screen import another screen', () => {
    const own = SCREEN_ORDER.indexOf('screen');
    const across = inner
      .map(({from, to}) => [unitOf(from), unitOf(to)] as const)
      .filter(([from, to]) => from !== to && placeOf(from) === own && placeOf(to) === own);
    expect([...new Set(across.map(([from, to]) => `${from} -> ${to}`))]).toEqual([SCREEN_WITHIN_SCREEN]);
  });
});

/** The folders of the command line. Each may import only from those before it. */
const APP_ORDER = [
  'flags',
  'session',
  'command.ts',
  'command-line',
  'present',
  'run-command.ts',
  'completion',
  'mcp',
  'commands',
  'run.ts',
];

describe('the folders of the command line', () => {
  it('keeps every command-line file but three in one of the ordered folders', () => {
    expect(looseIn('app')).toEqual(['command.ts', 'run-command.ts', 'run.ts']);
    const units = files.filter((file) => within(file, 'app')).map(unitOf);
    expect(units.filter((unit) => !APP_ORDER.includes(unit))).toEqual([]);
  });

  it('lets a folder of the command line import only from the folders before it', () => {
    const placeOf = (path: string) => APP_ORDER.indexOf(unitOf(path));
    const backwards = importsWithin('app').filter(({from, to}) => placeOf(from) < placeOf(to));
    expect(backwards.map(({from, to}) => `${from} -> ${to}`)).toEqual([]);
  });
});

it('finds no import cycles, not even of types', () => {
  const uses = new Map<string, string[]>();
  for (const {from, to} of imports) uses.set(from, [...(uses.get(from) ?? []), to]);
  const circles: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || finished.has(file)) return;
    for (const next of uses.get(file) ?? []) visit(next, [...way, file]);
    finished.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

describe('the outside world', () => {
  const lines = (test: RegExp, ...allowed: string[]) =>
    files
      .filter((file) => !within(file, ...allowed))
      .filter((file) => test.test(readFileSync(join(SOURCE, file), 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')));

  it('lets only the entry point and the host use the global `process`', () => {
    expect(lines(/\bprocess\.(?!env\.NODE_ENV)|from 'node:process'/, 'cli.tsx', 'services/host')).toEqual([]);
  });

  it('lets only the host read the clock', () => {
    expect(lines(/\bDate\.now\(\)|new Date\(\)/, 'services/host')).toEqual([]);
  });

  it('lets only one source file contain the brand words of the API', () => {
    expect(lines(/\bappStore|AppStore|appstoreconnect-v1/, 'services/store/wire.ts')).toEqual([]);
  });

  it('lets no file write to the console', () => {
    expect(lines(/\bconsole\./)).toEqual([]);
  });
});

describe('a terminal without UTF-8', () => {
  it('defines every non-ASCII symbol of the screens in the theme', () => {
    // The exempt files may have other symbols: the theme defines them, and the layouts are letters that a user types.
    const exempt = ['screens/theme.ts', 'screens/input/layouts.ts'];
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
    const offenders = files
      .filter((file) => within(file, 'screens') && !exempt.includes(file))
      .flatMap((file) => {
        const [sign] = /[^\x00-\x7f]/.exec(withoutComments(readFileSync(join(SOURCE, file), 'utf8'))) ?? [];
        return sign === undefined ? [] : [`${file}: ${sign}`];
      });
    expect(offenders).toEqual([]);
  });
});
