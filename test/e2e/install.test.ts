import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type CliOptions, runCli} from '../support/cli.ts';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

let root: string;
/** The folder of an installation for all users, with spaces in its name. */
let prefix: string;
let said: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tool-install-')));
  prefix = join(root, 'all my programs');
  mkdirSync(prefix);
  const env = {PATH: process.env.PATH, HOME: root, npm_config_cache: join(root, 'empty cache')};
  const npm = (...words: string[]) =>
    execFileSync('npm', words, {env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
  npm('pack', '--ignore-scripts', '--pack-destination', root);
  said = npm('install', '--global', '--offline', '--prefix', prefix, join(root, `tool-${version}.tgz`));
  execFileSync('chmod', ['-R', 'a+rX,a-w', root]);
}, 600_000);
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', root]);
  rmSync(root, {recursive: true, force: true});
});

it('installs one package without a network, and runs none of its scripts', () => {
  expect(said).toContain('added 1 package');
  expect(readdirSync(join(prefix, 'lib', 'node_modules'))).toEqual(['tool']);
  const installed = join(prefix, 'lib', 'node_modules', 'tool');
  expect(readdirSync(installed).sort()).toEqual([
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'dist',
    'docs',
    'package.json',
  ]);
  const names = (folder: string) => readdirSync(folder).sort();
  // The compiled forms are left out, because they work only with the Node that made them.
  expect(names(join(installed, 'dist'))).toEqual(names('dist').filter((name) => !name.endsWith('.cache')));
});

describe('the installed tool', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'tool-home-'));
    execFileSync('chmod', ['777', home]);
    symlinkSync(join(prefix, 'bin', 'tool'), join(home, 'a link to it'));
  });
  afterAll(() => rmSync(home, {recursive: true, force: true}));

  it.each<[string, () => CliOptions]>([
    ['through the link that npm makes', () => ({cli: join(prefix, 'bin', 'tool')})],
    ['at its own path', () => ({cli: join(prefix, 'lib', 'node_modules', 'tool', 'dist', 'cli.js')})],
    ['through a link to the link that npm makes', () => ({cli: join(home, 'a link to it')})],
    [
      'through a link with --preserve-symlinks-main',
      () => ({cli: join(home, 'a link to it'), node: ['--preserve-symlinks-main']}),
    ],
    [
      'through a link with both --preserve-symlinks flags',
      () => ({cli: join(home, 'a link to it'), node: ['--preserve-symlinks', '--preserve-symlinks-main']}),
    ],
  ])('starts the installed command %s, in a folder that nobody can write to', async (_, options) => {
    // Root could write to the folder anyway, so the command runs as another user.
    const run = {...options(), cwd: '/', env: {HOME: home}, ...(process.getuid?.() === 0 ? {uid: 54_321} : {})};
    expect(await runCli(['--version'], run)).toMatchObject({code: 0, stdout: `${version}\n`, stderr: ''});
    const words = ['versions', 'list', '--sandbox', '--app', 'com.example.aurora', '--limit', '1'];
    const {code, stdout, stderr} = await runCli(words, run);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout).data).toHaveLength(1);
    const doctor = await runCli(['auth', 'doctor'], run);
    expect(doctor).toMatchObject({code: 0, stdout: expect.stringContaining('(keytar) is not installed')});
  });
});
