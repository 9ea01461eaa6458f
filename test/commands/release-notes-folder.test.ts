import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {Files} from '../../src/services/ports.ts';
import {type NotesService, startNotes} from '../support/notes-service.ts';
import {environment} from '../support/run.ts';
import {TempHome} from '../support/temp-home.ts';

let service: NotesService;
let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  home.remove();
  await service?.close();
});

const place = (...steps: string[]) => join(home.path, 'work', 'metadata', ...steps);
const file = (locale: string) => place(locale, 'release_notes.txt');
const write = (locale: string, content: string | Uint8Array) =>
  home.write(join('work', 'metadata', locale, 'release_notes.txt'), content);

async function run(texts: Record<string, string | null>, argv: string[], host = {}, folder = 'metadata') {
  service = await startNotes({texts});
  const flags = ['--version-id', 'v1', '--dir', folder];
  const words = ['release-notes', argv[0] ?? '', ...flags, ...argv.slice(1)];
  const outcome = await home.run(words, {env: environment(service.url), host});
  return {...outcome, result: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)};
}
const push = (texts: Record<string, string | null>) => run(texts, ['push']);
const pull = (texts: Record<string, string | null>, ...flags: string[]) => run(texts, ['pull', ...flags]);

function expectNoKey(text: string): void {
  expect(text).not.toContain(home.pem.split('\n')[1]?.slice(0, 12));
  expect(text).not.toContain('BEGIN');
}

describe('release-notes set --file', () => {
  const set = async (path: string, ...flags: string[]) => {
    service = await startNotes({texts: {'en-US': null}});
    const argv = ['release-notes', 'set', '--version-id', 'v1', '--file', path, ...flags];
    return home.run(argv, {env: environment(service.url)});
  };

  it.each([[], ['--dry-run']])('refuses a private key without echoing it: %j', async (...flags) => {
    home.write('work/notes.txt', `Notes:\r\n${home.pem.replaceAll('\n', '\r\n')}`);
    const {code, stdout, stderr} = await set('notes.txt', ...flags);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain("--file 'notes.txt' contains a private key, which is never sent");
    expectNoKey(stderr);
    expect(service.requests).toEqual([]);
  });

  it("follows a link in --file inside the file's own folder, but no link out of the folder", async () => {
    home.write('work/2.0.md', 'Two.');
    symlinkSync('2.0.md', join(home.path, 'work/latest.md'));
    expect((await set('latest.md')).code).toBe(0);
    expect(service.texts).toEqual({'en-US': 'Two.'});
    await service.close();
    home.write('secret.txt', 'Elsewhere.');
    symlinkSync('../secret.txt', join(home.path, 'work/notes.md'));
    const {code, stderr} = await set('notes.md');
    expect(code).toBe(2);
    expect(stderr).toContain("--file 'notes.md' is a link that points outside the folder");
    expect(service.requests).toEqual([]);
  });

  it('follows a linked folder in the path of --file only if it stays inside the working folder', async () => {
    home.write('work/docs/new.md', 'New.');
    symlinkSync('docs', join(home.path, 'work/notes'));
    expect((await set('notes/new.md')).code).toBe(0);
    await service.close();
    home.write('secret/new.md', 'Secret.');
    symlinkSync('../secret', join(home.path, 'work/out'));
    const {code, stderr} = await set('out/new.md');
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('leads out of the working folder')});
    expect(service.requests).toEqual([]);
    await service.close();
    expect((await set('../secret/new.md')).code).toBe(0);
  });

  it('refuses a link into a .git folder as --file', async () => {
    home.write('work/.git/config', 'AUTHORIZATION: basic abc');
    symlinkSync('.git/config', join(home.path, 'work/notes.md'));
    const {code, stderr} = await set('notes.md');
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('points into a .git folder')});
    expect(service.requests).toEqual([]);
  });
});

describe('release-notes push', () => {
  it("pushes only changed texts: a locale's own text, or else the default text", async () => {
    write('en-US', 'Same.\n');
    write('de-DE', '\uFEFFNeu.\r\nZwei.\r\n');
    write('default', 'For all.\n');
    mkdirSync(place('review_information'));
    writeFileSync(place('copyright.txt'), '2026');
    const {code, result, stderr} = await push({'de-DE': 'Alt.', 'en-US': 'Same.', 'fr-FR': null, 'ja-JP': 'x'});
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(result).toEqual({versionId: 'v1', updated: ['de-DE', 'fr-FR', 'ja-JP'], unchanged: ['en-US'], failed: []});
    expect(service.texts).toEqual({'de-DE': 'Neu.\nZwei.', 'en-US': 'Same.', 'fr-FR': 'For all.', 'ja-JP': 'For all.'});
  });

  it('follows a link to a text or locale that stays inside the pushed folder', async () => {
    write('en-US', 'Shared.');
    symlinkSync('en-US', place('en-GB'));
    mkdirSync(place('en-CA'));
    symlinkSync('../en-US/release_notes.txt', file('en-CA'));
    expect((await push({'en-CA': null, 'en-GB': null, 'en-US': null})).code).toBe(0);
    expect(service.texts).toEqual({'en-CA': 'Shared.', 'en-GB': 'Shared.', 'en-US': 'Shared.'});
  });

  it('pushes a linked folder of release notes only inside the working folder', async () => {
    home.write('work/shared/en-US/release_notes.txt', 'Here.');
    symlinkSync('shared', place());
    expect((await push({'en-US': null})).code).toBe(0);
    await service.close();
    rmSync(place());
    home.write('elsewhere/en-US/release_notes.txt', 'AKIA');
    symlinkSync('../elsewhere', place());
    const {code, stderr} = await push({'en-US': null});
    const problem = "'metadata' is behind a link that leads out of the working folder: give the path that it leads to";
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(problem)});
    expect(service.requests).toEqual([]);
    await service.close();
    expect((await run({'en-US': null}, ['push'], {}, '../elsewhere')).code).toBe(0);
  });

  it.each([
    [
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n',
      'is a Git LFS pointer: run git lfs pull',
    ],
    ['version https://hawser.github.com/spec/v1\noid sha256:4d7a\n', 'is a Git LFS pointer: run git lfs pull'],
    ['\0GITCRYPT\0\u0001\u0002', 'is encrypted by git-crypt: run git-crypt unlock'],
    [Buffer.from('00474954435259505400ff9a8b7c', 'hex'), 'is encrypted by git-crypt: run git-crypt unlock'],
    ['../../.git/annex/objects/Xx/1k/SHA256E-s12--ab.txt/SHA256E-s12--ab.txt', 'is a git-annex pointer'],
    ['$ANSIBLE_VAULT;1.1;AES256\n3361', 'is encrypted: decrypt it'],
    ['-----BEGIN PGP MESSAGE-----\nhQEM\n', 'is encrypted: decrypt it'],
    ['New.\n<<<<<<< HEAD\nA\n=======\nB\n>>>>>>> main\n', 'has merge conflict markers'],
    ['{\\rtf1\\ansi New.}', 'is a document, not plain text'],
    ['<!DOCTYPE html>\n<title>404</title>', 'is HTML or XML, not plain text'],
    ['../en-US/release_notes.txt', 'is only a path: a link that Git has checked out as a file'],
    ['TEXT\n', 'is a placeholder, not a text'],
    ['$RELEASE_NOTES\n', 'is a placeholder, not a text'],
    ['{{ notes }}', 'is a placeholder, not a text'],
    ['N\0e\0w\0', 'is not plain text: it has control characters'],
    ['\u001b[1mNew\u001b[0m', 'is not plain text: it has control characters'],
    [Buffer.from('fffe4e00', 'hex'), 'is UTF-16: save it as UTF-8'],
    ['\u00a0\n', 'is empty'],
  ])('refuses content that is not release notes: %j', async (content, problem) => {
    write('en-US', 'Fine.');
    write('de-DE', content);
    const {code, stderr} = await push({'de-DE': null, 'en-US': null});
    expect({code, stderr}).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`/de-DE/release_notes.txt' ${problem}`),
    });
    expect(service.requests).toEqual([]);
  });

  it.each(['TEXT: now larger', 'Costs $5', '- <b>bold</b>', '=======\nTwo', 'See ../docs or %d'])(
    'sends a text that only resembles a placeholder or markup: %s',
    async (content) => {
      write('en-US', content);
      expect((await push({'en-US': null})).code).toBe(0);
      expect(service.texts).toEqual({'en-US': content});
    },
  );

  it('skips files that are not release notes, and warns about file names that resemble release notes', async () => {
    write('en-US', 'New.');
    symlinkSync('user@host.1234', place('.#Deliverfile'));
    symlinkSync('nowhere', place('ja'));
    home.write('work/metadata/fr-FR/Release_Notes.md', 'Neuf.');
    home.write('work/metadata/review_information/notes.txt', 'x');
    const {code, stderr} = await push({'en-US': null, 'fr-FR': 'Vieux.', ja: 'x'});
    expect({code, stderr}).toEqual({
      code: 0,
      stderr: [
        "Warning: 'metadata/fr-FR/Release_Notes.md' is not called release_notes.txt: it is not sent\n",
        "Warning: 'metadata/ja' is a broken link: it is not sent\n",
      ].join(''),
    });
    expect(service.patched()).toEqual(['en-US']);
  });

  it("accepts a locale's folder in upper or lower case, and refuses two spellings of the same locale", async () => {
    write('en-us', 'New.');
    expect((await push({'en-US': null})).result).toMatchObject({updated: ['en-US']});
    await service.close();
    write('en-US', 'New.');
    const {code, stderr} = await push({'en-US': null});
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('in two spellings')});
  });

  it.each([
    ['ar', 'ar-SA'],
    ['en_US', 'en-US'],
    ['zh-CN', 'zh-Hans or zh-Hant'],
  ])('suggests a locale for the folder name %s', async (name, meant) => {
    write(name, 'New.');
    const {code, stderr} = await push({'ar-SA': null, 'en-GB': null, 'en-US': null, 'zh-Hans': null, 'zh-Hant': null});
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(`Did you mean ${meant}?`)});
    expect(service.patched()).toEqual([]);
  });

  it.each([
    [['ios/en-US', 'osx/en-US'], 'Found locales in metadata/ios, metadata/osx: give one of these as the folder.'],
    [['metadata/en-US'], 'Did you mean metadata/metadata?'],
  ])('says where the texts are if the pushed folder has none: %j', async (folders, hint) => {
    for (const folder of folders) write(folder, 'New.');
    const {code, stderr} = await push({'en-US': null});
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(`Hint: ${hint}`)});
  });

  it('names a misnamed text file if the pushed folder has no release notes', async () => {
    home.write('work/metadata/en-US/whats_new.txt', 'New.');
    const {code, stderr} = await push({'en-US': null});
    const named = "has no LOCALE/release_notes.txt\n'metadata/en-US/whats_new.txt' is not called release_notes.txt";
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(named)});
  });

  it('reports all problems of a pushed folder at once, before any request', async () => {
    write('good', 'Fine.');
    write('a-empty', '\n');
    write('b-long', 'x'.repeat(4001));
    write('c-latin', Buffer.from([0x47, 0x72, 0xf6]));
    write('d-huge', 'x'.repeat(70_000));
    mkdirSync(file('e-folder'), {recursive: true});
    mkdirSync(place('f-out'));
    symlinkSync(home.keyPath, file('f-out'));
    symlinkSync(join(home.path), place('g-out'));
    home.write('release_notes.txt', 'outside');
    mkdirSync(place('h-dangling'));
    symlinkSync('nothing', file('h-dangling'));
    mkdirSync(place('j-pipe'));
    execFileSync('mkfifo', [file('j-pipe')]);
    const {code, stdout, stderr} = await push({good: null});
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    const said = (locale: string) => `'metadata/${locale}/release_notes.txt'`;
    expect(stderr.split('\n').slice(0, 9)).toEqual([
      `Error: ${said('a-empty')} is empty`,
      expect.stringMatching(/b-long.* is too long: 4001 characters .*; the limit is 4000/),
      `${said('c-latin')} is not UTF-8`,
      `${said('d-huge')} is too long: more than 64 KiB`,
      `${said('e-folder')} is a directory`,
      `${said('f-out')} is a link that points outside the folder`,
      `${said('g-out')} is a link that points outside the folder`,
      `${said('h-dangling')} is a broken link`,
      `${said('j-pipe')} is not a regular file`,
    ]);
    expect(stderr).not.toContain('PRIVATE KEY');
    expect(service.requests).toEqual([]);
  });

  it('refuses release notes that hold a private key before any request, and does not echo the key', async () => {
    write('de-DE', 'Neu.');
    write('en-US', `New.\n${home.pem}`);
    const {code, stdout, stderr} = await push({'de-DE': null, 'en-US': null});
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain("'metadata/en-US/release_notes.txt' contains a private key, which is never sent");
    expectNoKey(stderr);
    expect(service.requests).toEqual([]);
  });

  it('refuses to push a locale that the version lacks, and lists its locales, before the first write', async () => {
    write('en-US', 'x');
    write('xx-XX', 'x');
    const {code, stderr} = await push({'de-DE': null, 'en-US': null});
    expect({code, stderr}).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'metadata' has a release_notes.txt for xx-XX, but the version has de-DE, en-US"),
    });
    expect(service.patched()).toEqual([]);
  });

  it('refuses to push a missing folder, a file instead of a folder, and a folder without texts', async () => {
    expect((await push({})).stderr).toContain("'metadata' does not exist");
    await service.close();
    writeFileSync(place(), 'a file');
    expect(await push({})).toMatchObject({code: 2, stderr: expect.stringContaining("'metadata' is not a directory")});
    await service.close();
    home.remove();
    home = new TempHome();
    mkdirSync(place('en-US'), {recursive: true});
    const {code, stderr} = await push({'en-US': null});
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('has no LOCALE/release_notes.txt')});
    expect(service.requests).toEqual([]);
  });
});

describe('release-notes pull', () => {
  it('pulls each text so that a push right afterwards changes nothing', async () => {
    const {code, result} = await pull({'de-DE': 'Zwei\nZeilen 🎉', 'en-US': 'One.', 'fr-FR': null});
    expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', written: ['de-DE', 'en-US']}});
    expect(readFileSync(file('de-DE'), 'utf8')).toBe('Zwei\nZeilen 🎉\n');
    expect(statSync(file('de-DE')).mode & 0o777).toBe(0o644);
    expect(readdirSync(place())).toEqual(['de-DE', 'en-US']);
    expect(readdirSync(place('de-DE'))).toEqual(['release_notes.txt']);
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1/appStoreVersionLocalizations']);
    await service.close();
    expect((await push({'de-DE': 'Zwei\nZeilen 🎉', 'en-US': 'One.'})).result).toMatchObject({updated: []});
  });

  it.each([0o022, 0o027, 0o002, 0o077])(
    'creates pulled files and folders with the modes that umask %o allows',
    async (mask) => {
      const umask = process.umask(mask);
      try {
        expect((await pull({'de-DE': 'Neu.'})).code).toBe(0);
      } finally {
        process.umask(umask);
      }
      const mode = (path: string) => statSync(path).mode & 0o777;
      expect([mode(file('de-DE')), mode(place('de-DE')), mode(place())]).toEqual([
        0o666 & ~mask,
        0o777 & ~mask,
        0o777 & ~mask,
      ]);
    },
  );

  it('pulls no release notes if one of the files has other content', async () => {
    write('en-US', 'Mine.');
    write('de-DE', 'Gleich.\r\n');
    const {code, stdout, stderr} = await pull({'ar-SA': 'New.', 'de-DE': 'Gleich.', 'en-US': 'Theirs.'});
    expect({code, stdout}).toEqual({code: 5, stdout: ''});
    expect(stderr).toContain("'metadata/en-US/release_notes.txt' differs\nNothing was written.");
    expect(stderr).toContain('Hint: --force overwrites files that differ.\n');
    expect(existsSync(place('ar-SA'))).toBe(false);
    expect(readFileSync(file('en-US'), 'utf8')).toBe('Mine.');
  });

  it('overwrites changed files on pull with --force, and keeps their modes', async () => {
    write('en-US', 'Mine.');
    write('de-DE', 'Gleich.\r\n');
    const {result} = await pull({'de-DE': 'Gleich.', 'en-US': 'Theirs.'}, '--force');
    expect(result).toEqual({versionId: 'v1', written: ['en-US']});
    expect(readFileSync(file('en-US'), 'utf8')).toBe('Theirs.\n');
    expect(statSync(file('en-US')).mode & 0o777).toBe(0o600);
    expect(readFileSync(file('de-DE'), 'utf8')).toBe('Gleich.\r\n');
  });

  it('never pulls texts to a place outside the folder, even with --force', async () => {
    home.write('victim/release_notes.txt', 'Keep me.');
    mkdirSync(place('en-US'), {recursive: true});
    symlinkSync(join(home.path, 'victim'), place('de-DE'));
    mkdirSync(join(home.path, 'empty'));
    symlinkSync(join(home.path, 'empty'), place('ar-SA'));
    symlinkSync(join(home.path, 'victim', 'release_notes.txt'), file('en-US'));
    const {code, stderr} = await pull({'ar-SA': 'z', 'de-DE': 'x', 'en-US': 'y'}, '--force');
    expect(code).toBe(5);
    expect(stderr.match(/points outside the folder/g)).toHaveLength(3);
    expect(readdirSync(join(home.path, 'empty'))).toEqual([]);
    expect(readFileSync(join(home.path, 'victim', 'release_notes.txt'), 'utf8')).toBe('Keep me.');
    await service.close();
    for (const locale of ['../evil', '..', '/etc', 'default', '', 'con', 'NUL', 'Aux', 'COM1', 'lpt9']) {
      expect([locale, (await pull({[locale]: 'x'}, '--force')).code]).toEqual([locale, 8]);
      await service.close();
    }
    expect(readdirSync(join(home.path, 'work')).sort()).toEqual(['.git', 'metadata']);
  });

  it('pulls into a file shared by two locales only if their texts are equal', async () => {
    write('en-US', 'Old.');
    symlinkSync('en-US', place('en-GB'));
    const {code, stderr} = await pull({'en-GB': 'Colour.', 'en-US': 'Color.'}, '--force');
    expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('is the same file as')});
    expect(readFileSync(file('en-US'), 'utf8')).toBe('Old.');
    await service.close();
    expect((await pull({'en-GB': 'Same.', 'en-US': 'Same.'}, '--force')).code).toBe(0);
    expect(readFileSync(file('en-US'), 'utf8')).toBe('Same.\n');
  });

  it.each([
    ['the first matches the file', {'de-DE': 'Neu.', 'en-US': 'New.'}],
    ['the second matches the file', {'de-DE': 'New.', 'en-US': 'Newer.'}],
  ])('refuses to pull two texts into one file if %s', async (_, texts) => {
    write('en-US', 'New.');
    mkdirSync(place('de-DE'));
    symlinkSync('../en-US/release_notes.txt', file('de-DE'));
    const {code, stderr} = await pull(texts, '--force');
    expect(code).toBe(5);
    for (const locale of ['de-DE', 'en-US']) expect(stderr).toContain(`'metadata/${locale}/release_notes.txt'`);
    expect(stderr).toContain('Nothing was written.');
    expect(readFileSync(file('en-US'), 'utf8')).toBe('New.');
  });

  it.each([
    ['has no text', {'de-DE': 'Neu.', 'en-US': null}],
    ['the version lacks', {'de-DE': 'Neu.'}],
  ])('pulls no text through a link if its target belongs to a locale that %s', async (_, texts) => {
    write('en-US', 'New.');
    symlinkSync('en-US', place('de-DE'));
    const {code, stderr} = await pull(texts, '--force');
    expect(code).toBe(5);
    for (const locale of ['de-DE', 'en-US']) expect(stderr).toContain(`'metadata/${locale}/release_notes.txt'`);
    expect(readFileSync(file('en-US'), 'utf8')).toBe('New.');
  });

  it("does not pull one locale's text through a link into another locale's empty folder", async () => {
    mkdirSync(place('en-US'), {recursive: true});
    symlinkSync('en-US', place('de-DE'));
    expect((await pull({'de-DE': 'Neu.'})).code).toBe(5);
    expect(readdirSync(place('en-US'))).toEqual([]);
  });

  it('pulls a text through a link to the text for all locales', async () => {
    write('default', 'Old.');
    symlinkSync('default', place('en-US'));
    expect((await pull({'en-US': 'New.'}, '--force')).code).toBe(0);
    expect(readFileSync(file('default'), 'utf8')).toBe('New.\n');
  });

  it.each(['metadata', 'metadata/new/below'])(
    'refuses to pull into %s behind a link out of the working folder',
    async (folder) => {
      mkdirSync(join(home.path, 'elsewhere'));
      symlinkSync('../elsewhere', place());
      const {code, stderr} = await run({'en-US': 'New.'}, ['pull', '--force'], {}, folder);
      expect({code, stderr}).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('leads out of the working folder'),
      });
      expect(readdirSync(join(home.path, 'elsewhere'))).toEqual([]);
    },
  );

  it('pulls no file into .git', async () => {
    home.write('work/.git/config', '[core]');
    mkdirSync(join(home.path, 'work/en-US'));
    symlinkSync('../.git/config', join(home.path, 'work/en-US/release_notes.txt'));
    const {code, stderr} = await run({'en-US': 'New.'}, ['pull', '--force'], {}, '.');
    expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('points into a .git folder')});
  });

  it('ignores leading and trailing spaces when push and pull compare texts', async () => {
    write('en-US', '\n  New. \n\n\n');
    expect((await pull({'en-US': 'New.\n\n'})).result).toEqual({versionId: 'v1', written: []});
    await service.close();
    expect((await push({'en-US': ' New.\r\n\r\n'})).result).toMatchObject({unchanged: ['en-US'], updated: []});
  });

  it("refuses to pull over a directory in place of a text, or below a file in place of a locale's folder", async () => {
    mkdirSync(file('en-US'), {recursive: true});
    const first = await pull({'en-US': 'x', 'de-DE': 'y'}, '--force');
    expect(first).toMatchObject({code: 5, stderr: expect.stringContaining('is not a regular file')});
    expect(existsSync(place('de-DE'))).toBe(false);
    await service.close();
    writeFileSync(place('fr-FR'), 'a file');
    const second = await pull({'fr-FR': 'x'}, '--force');
    expect(second).toMatchObject({code: 5, stderr: expect.stringContaining('is behind a file')});
    await service.close();
  });

  it('does not recommend pull --force if another obstacle would remain', async () => {
    write('en-US', 'Mine.');
    mkdirSync(file('de-DE'), {recursive: true});
    const {code, stderr} = await pull({'de-DE': 'x', 'en-US': 'Theirs.'});
    expect(code).toBe(5);
    expect(stderr).toContain("'metadata/en-US/release_notes.txt' differs\n");
    expect(stderr).not.toContain('--force');
  });

  it('refuses a file in place of the folder to pull into', async () => {
    writeFileSync(place(), 'a file');
    const {code, stderr} = await pull({'fr-FR': 'x'}, '--force');
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining("'metadata' is not a directory")});
  });

  it('refuses a link to itself in place of the folder to pull into', async () => {
    symlinkSync('metadata', place());
    const {code, stderr} = await pull({'fr-FR': 'x'});
    const problem = "'metadata' is a link that points back to itself";
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(problem)});
  });

  it('lists the files already pulled if Ctrl+C comes between two files', async () => {
    const files = createFiles();
    const controller = new AbortController();
    const writeAtomic: Files['writeAtomic'] = async (path, content, mode) => {
      await files.writeAtomic(path, content, mode);
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    };
    const host = {files: {...files, writeAtomic}, signal: controller.signal};
    const {code, stdout, stderr} = await run({'de-DE': 'a', 'en-US': 'b'}, ['pull'], host);
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toContain('Already written: de-DE.');
    expect(readdirSync(place())).toEqual(['de-DE']);
  });

  it('lists the files already pulled if the disk is full', async () => {
    const files = createFiles();
    let count = 0;
    const full = async (path: string, content: string | Uint8Array, mode: number) => {
      count += 1;
      if (count === 2) throw Object.assign(new Error('no space'), {code: 'ENOSPC'});
      return files.writeAtomic(path, content, mode);
    };
    const texts = {'de-DE': 'a', 'en-US': 'b', 'fr-FR': 'c'};
    const {code, stderr} = await run(texts, ['pull'], {files: {...files, writeAtomic: full}});
    expect(code).toBe(10);
    expect(stderr).toContain("'metadata/en-US/release_notes.txt' cannot be written: ENOSPC\nAlready written: de-DE.");
  });
});
