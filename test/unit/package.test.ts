import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, normalize} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';

it('packs every file that the packed documents link to', () => {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [packed] = JSON.parse(execFileSync('npm', words, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}));
  const paths: string[] = packed.files.map(({path}: {path: string}) => path);
  const texts = paths.filter((path) => /^(?:docs\/)?[\w-]+\.md$/.test(path));
  expect(texts.length).toBeGreaterThan(6);
  for (const text of texts) {
    const links = [...readFileSync(text, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link);
    for (const link of links.filter((one) => !/^\w+:/.test(one)))
      expect(paths, `${text} links to ${link}`).toContain(normalize(join(text, '..', link)));
  }
});

it('keeps only known files in the root of the repository', () => {
  const files = execFileSync('git', ['ls-files'], {encoding: 'utf8'}).trim().split('\n');
  const names = [...new Set(files.map((file) => file.split('/')[0]))].sort();
  const documents = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md'];
  const settings = [
    '.gitignore',
    '.npmrc',
    'biome.json',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ];
  const folders = ['.ci', '.github', 'bench', 'docs', 'packaging', 'scripts', 'src', 'test'];
  expect(names).toEqual([...documents, ...settings, ...folders].sort());
});

describe('an incomplete checkout', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'checkout-'));
    for (const name of ['scripts', 'package.json', '.npmrc']) cpSync(name, join(folder, name), {recursive: true});
  });
  afterEach(() => rmSync(folder, {recursive: true}));

  const npm = (...words: string[]) =>
    spawnSync('npm', words, {cwd: folder, encoding: 'utf8', env: {...process.env, NODE_ENV: 'production'}});

  it("says in one sentence that the build's packages are missing", () => {
    const {status, stderr} = npm('run', '--silent', 'prepare');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^tool cannot be built, because .* are missing \(esbuild\)\. Clone .*\n$/),
    });
  });

  it('says in one sentence that the checkout is not built', () => {
    const {status, stderr} = npm('start', '--silent');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: 'tool is not built yet: run `npm ci`, or `npm run build` if the packages are installed.\n',
    });
  });

  it('makes npm install the dev dependencies, even with NODE_ENV=production', () => {
    expect(npm('config', 'get', 'include').stdout.trim()).toBe('dev');
    expect(npm('config', 'get', 'omit').stdout.trim()).toBe('');
  });
});
