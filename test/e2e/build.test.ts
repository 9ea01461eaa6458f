import {execFile} from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tool-build-'));
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

/** Copies the project, and links all its packages except those in `without`. */
function copyProject(without: readonly string[] = []): void {
  for (const name of ['src', 'scripts', 'test', 'bench', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(name, join(root, name), {recursive: true});
  }
  mkdirSync(join(root, 'node_modules'));
  for (const name of readdirSync('node_modules')) {
    if (!without.includes(name)) symlinkSync(resolve('node_modules', name), join(root, 'node_modules', name));
  }
}

/**
 * Copies the project together with a package that the test can edit.
 * @returns a function that returns the path of a file in the package
 */
function copyPackage(name: string): (file: string) => string {
  copyProject([name]);
  cpSync(join('node_modules', name), join(root, 'node_modules', name), {recursive: true});
  return (file) => join(root, 'node_modules', name, file);
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  // Deletes the file first, because the copy may be a hard link to the original.
  rmSync(path);
  writeFileSync(path, text.replaceAll(from, to));
}

/**
 * Runs a program that is expected to fail.
 * @returns its output
 */
async function failing(...words: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, words, {cwd: root});
  return run.then(
    () => 'it did not fail',
    ({stdout, stderr}) => stdout + stderr,
  );
}

const build = () => failing('scripts/build.mjs');

describe('a package that the build patches', () => {
  it('fails the build if a patched file has another name', async () => {
    const path = copyPackage('meow');
    renameSync(path('build/dependencies.js'), path('build/packages.js'));
    for (const file of readdirSync(path('build')).filter((one) => one.endsWith('.js'))) {
      const text = readFileSync(path(`build/${file}`), 'utf8');
      if (text.includes('./dependencies.js')) edit(path(`build/${file}`), './dependencies.js', './packages.js');
    }
    expect(await build()).toContain('nothing in the bundles matches /meow');
  });

  it('fails the build if a patched file has different content', async () => {
    edit(copyPackage('meow')('build/dependencies.js'), '= requireNormalize();', '= normalize();');
    expect(await build()).toContain('The package has changed: it has no = requireNormalize();');
  });

  it('fails the build if a patch finds fewer places than expected', async () => {
    edit(copyPackage('string-width')('index.js'), 'const spacingMarkRegex', 'let spacingMarkRegex');
    expect(await build()).toMatch(/The package has changed: 3 places match .*, not 4/);
  });

  it('fails the build if a patched package exports its members differently', async () => {
    edit(copyPackage('ink-table')('dist/index.js'), 'exports.default = Table', 'exports["default"] = Table');
    expect(await build()).toMatch(/The package has changed: 0 places match .*exports/);
  });
});

it('fails the build if the bundle for scripts would contain the app', async () => {
  copyProject();
  renameSync(join(root, 'src/screens/index.tsx'), join(root, 'src/screens/app.tsx'));
  edit(join(root, 'src/cli.tsx'), './screens/index.tsx', './screens/app.tsx');
  expect(await build()).toContain('nothing in the bundles matches /src');
});

it('passes the type check if keytar is not installed', async () => {
  copyProject(['keytar']);
  const typescript = join('node_modules', 'typescript', 'bin', 'tsc');
  expect(await failing(typescript, '--noEmit')).toBe('it did not fail');
});
