import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, it, test} from 'vitest';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
  const program = (name: string, body: string) => {
    home.write(`bin/${name}`, `#!/bin/sh\necho "${name} $*" >>"$CALLS"\n${body}\n`);
    chmodSync(join(home.path, 'bin', name), 0o755);
  };
  program('gh', 'test "$2" != view || { test -n "$DRAFT" && echo "$DRAFT"; }');
  program('npm', 'test "$1" != view || { test -n "$ON_NPM" && echo "$ON_NPM"; }');
  home.write('executables/tool-linux-x64', 'x');
});
afterEach(() => home.remove());

function publish(tag: string, manifest: object, env: {DRAFT?: string; ON_NPM?: string} = {}): string[] {
  mkdirSync(join(home.path, 'package'));
  writeFileSync(join(home.path, 'package/package.json'), JSON.stringify({name: '@you/tool', ...manifest}));
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], {cwd: home.path});
  const calls = join(home.path, 'calls');
  writeFileSync(calls, '');
  const PATH = [join(home.path, 'bin'), process.env.PATH].join(delimiter);
  execFileSync(resolve('packaging/publish.sh'), [tag, 'executables', 'package.tgz'], {
    cwd: home.path,
    env: {DRAFT: '', ON_NPM: '', ...env, PATH, CALLS: calls},
    stdio: 'ignore',
  });
  const asked = readFileSync(calls, 'utf8').trim().split('\n');
  return asked.filter((line) => !/^\w+ (?:release )?view /.test(line));
}

const RELEASED = [
  'gh release create v1.1.0 --verify-tag --generate-notes --draft',
  'gh release upload v1.1.0 executables/tool-linux-x64 --clobber',
  'gh release edit v1.1.0 --draft=false --latest',
];
const ON_NPM = 'npm publish package.tgz --ignore-scripts --provenance --access public --tag latest';

it('publishes the tested files and package, and runs no script of a package', () => {
  expect(publish('v1.1.0', {version: '1.1.0'})).toEqual([...RELEASED, ON_NPM]);
});

it('publishes nothing to npm while the package is private', () => {
  expect(publish('v1.1.0', {version: '1.1.0', private: true})).toEqual(RELEASED);
});

it('never marks a release candidate as the latest', () => {
  const asked = publish('v1.1.0-rc.1', {version: '1.1.0-rc.1'});
  expect(asked.join('\n')).not.toContain('latest');
  expect(asked[2]).toBe('gh release edit v1.1.0-rc.1 --draft=false --prerelease');
  expect(asked[3]).toContain(' --tag next');
});

it('publishes a draft release without creating it again', () => {
  expect(publish('v1.1.0', {version: '1.1.0'}, {DRAFT: 'true'})).toEqual([...RELEASED.slice(1), ON_NPM]);
});

it('publishes nothing if everything is published already', () => {
  expect(publish('v1.1.0', {version: '1.1.0'}, {DRAFT: 'false', ON_NPM: '1.1.0'})).toEqual([]);
});

test('packs in the test job, and installs nothing in the publish job', () => {
  const workflow = readFileSync('.github/workflows/release.yml', 'utf8');
  const [, tested = '', publishing = ''] =
    /\n {2}test:\n([\s\S]*?)\n {2}executable:\n[\s\S]*\n {2}publish:\n([\s\S]*)$/.exec(workflow) ?? [];
  expect(tested.indexOf('npm pack --ignore-scripts')).toBeGreaterThan(tested.indexOf('.ci/run'));
  expect(publishing).toContain('packaging/publish.sh');
  expect(publishing).not.toMatch(/npm (?:ci|install|i|publish)\b/);
});
