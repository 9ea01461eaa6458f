import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createClock} from '../../../src/services/host/clock.ts';
import {createEditor} from '../../../src/services/host/editor.ts';
import type {Clock} from '../../../src/services/ports.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'editor-test-'));
});
afterEach(() => rmSync(directory, {recursive: true, force: true}));

const real = createClock();
/** Creates a clock on which each call is a second later, because a script returns faster than a person could edit. */
function slowClock() {
  let looks = 0;
  return {...real, now: () => ++looks * 1000};
}

interface Options {
  signal?: AbortSignal;
  clock?: Clock;
}

function editorOf(script: string, env: Record<string, string> = {}, {signal, clock}: Options = {}) {
  const path = join(directory, 'my editor');
  writeFileSync(path, `#!/bin/sh\n${script}\n`, {mode: 0o755});
  return createEditor({
    env: {PATH: process.env.PATH, EDITOR: `'${path}' --wait`, OUT: directory, ...env},
    platform: process.platform,
    signal: signal ?? new AbortController().signal,
    clock: clock ?? slowClock(),
    release: (work) => work(),
  });
}

const noted = (name: string) => readFileSync(join(directory, name), 'utf8').trim();

describe('the editor of VISUAL or EDITOR', () => {
  it('gives the editor a private file and no secrets, and leaves no file behind', async () => {
    const editor = editorOf(
      'echo "$1 $2" > "$OUT/arguments"; env > "$OUT/environment"; stat -c %a "$2" > "$OUT/mode"; cat "$2" > "$OUT/text"; echo "Grüße" > "$2"',
      {TOOL_PRIVATE_KEY: 'secret', tool_key_id: 'secret'},
    );
    const {kept, ...edited} = await editor.edit('Before.', 'notes-de/../DE.txt');
    expect(edited).toEqual({text: 'Grüße\n'});
    await kept?.remove();
    expect(noted('text')).toBe('Before.');
    expect(noted('mode')).toBe('600');
    expect(noted('environment')).not.toContain('secret');
    const [flag, path = ''] = noted('arguments').split(' ');
    expect(flag).toBe('--wait');
    expect(path).toMatch(/tool-edit-\w+\/notes-de_\.\._DE\.txt$/);
    expect(readdirSync(tmpdir())).not.toContain(path.split('/').at(-2));
  });

  it('returns the original text if the editor saves nothing, and leaves no file behind', async () => {
    expect(await editorOf('echo "$2" > "$OUT/path"').edit('Same.', 'a.txt')).toEqual({text: 'Same.'});
    expect(existsSync(noted('path'))).toBe(false);
  });

  it.each([
    ['fails', 'echo "What I wrote" > "$2"; exit 3', 'ended with code 3', 'What I wrote\n'],
    ['is killed', 'echo "What I wrote" > "$2"; kill -9 $$', 'ended with SIGKILL', 'What I wrote\n'],
    [
      'saves, and then runs a program that is missing',
      'echo "What I wrote" > "$2"; exec no-such-program',
      'not be started',
      'What I wrote\n',
    ],
    ['saves bytes that are not text', 'printf \'\\377\\376\' > "$2"', 'is not UTF-8', undefined],
    ['saves too much', 'head -c 1100000 /dev/zero > "$2"', 'more than 1 MiB', undefined],
    [
      'is killed before it saves',
      'echo Unsaved > "$(dirname "$2")"/.a.txt.swp; kill -9 $$',
      'ended with SIGKILL',
      undefined,
    ],
    [
      'hands the file over to another process',
      'echo Unsaved > "$(dirname "$2")"/.a.txt.swp',
      'left other files',
      undefined,
    ],
    ['removes the file and saves to another one', 'mv "$2" "$2~"', 'removed the file', undefined],
  ])('reports an editor that %s, and keeps the edited file', async (_, script, words, text) => {
    const {kept, ...edited} = await editorOf(`${script}`).edit('Before.', 'a.txt');
    expect(edited).toEqual({text, problem: expect.stringContaining(words)});
    expect(existsSync(kept?.path ?? '')).toBe(true);
    if (text !== undefined) expect(readFileSync(kept?.path ?? '', 'utf8')).toBe(text);
    await kept?.remove();
    expect(existsSync(kept?.path ?? '')).toBe(false);
  });

  it.each([
    ['fails', 'exit 3', 'ended with code 3'],
    ['removes the file', 'rm "$2"', 'The editor removed the file'],
  ])('reports an editor that %s without a change, and leaves no file behind', async (_, script, words) => {
    const edited = await editorOf(`echo "$2" > "$OUT/path"; ${script}`).edit('Before.', 'a.txt');
    expect(edited).toEqual({problem: expect.stringContaining(words)});
    expect(readdirSync(tmpdir())).not.toContain(noted('path').split('/').at(-2));
  });

  it('reports an editor that returns at once, and keeps the file that it opened', async () => {
    const {kept, ...edited} = await editorOf('', {}, {clock: {...real, now: () => 0}}).edit('Before.', 'a.txt');
    expect(edited).toEqual({problem: expect.stringContaining("EDITOR='code --wait'")});
    expect(readFileSync(kept?.path ?? '', 'utf8')).toBe('Before.\n');
    await kept?.remove();
  });

  it('says that the program in EDITOR is missing', async () => {
    const missing = editorOf('', {VISUAL: 'no-such-editor -w'});
    expect(await missing.edit('a', 'a.txt')).toEqual({
      problem: expect.stringContaining("'no-such-editor -w' could not be started"),
    });
    const none = editorOf('', {EDITOR: ' ', PATH: join(directory, 'empty')});
    expect(await none.edit('a', 'a.txt')).toEqual({
      problem: "The editor 'vi' could not be started. Set VISUAL or EDITOR to an installed editor, e.g. EDITOR=nano.",
    });
  });

  it('starts vi if no editor is set', async () => {
    writeFileSync(join(directory, 'vi'), '#!/bin/sh\necho "From vi." > "$1"\n', {mode: 0o755});
    const editor = editorOf('', {EDITOR: '', PATH: `${directory}:${process.env.PATH}`});
    const {kept, text} = await editor.edit('a', 'a.txt');
    expect(text).toBe('From vi.\n');
    await kept?.remove();
  });

  it.each([
    [
      'on its own, as at a hang-up',
      'HUP',
      'sleep 100 & trap "echo Saved > \'$2\'; kill $!; exit 1" HUP; echo $$ "$2" > "$OUT/path"; wait',
    ],
    [
      'on request',
      undefined,
      'sleep 100 & trap "echo Saved > \'$2\'; kill $!; exit 1" TERM; echo $$ "$2" > "$OUT/path"; wait',
    ],
  ])('keeps the text of an editor that saves when it ends %s', async (_, sent, script) => {
    const controller = new AbortController();
    const edited = editorOf(script, {}, {signal: controller.signal}).edit('Before.', 'a.txt');
    await expect.poll(() => existsSync(join(directory, 'path')) && noted('path')).toMatch(/^\d+ /);
    const [pid, path = ''] = noted('path').split(' ');
    controller.abort();
    if (sent) process.kill(Number(pid), `SIG${sent}`);
    const {kept, text} = await edited;
    expect(text).toBe('Saved\n');
    expect(readFileSync(path, 'utf8')).toBe('Saved\n');
    expect(kept?.path).toBe(path);
    await kept?.remove();
  });
});
