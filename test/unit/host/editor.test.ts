import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createEditor} from '../../../src/services/host/editor.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'editor-test-'));
});
afterEach(() => rmSync(directory, {recursive: true, force: true}));

function editorOf(script: string, env: Record<string, string> = {}, signal = new AbortController().signal) {
  const path = join(directory, 'my editor');
  writeFileSync(path, `#!/bin/sh\n${script}\n`, {mode: 0o755});
  return createEditor({
    env: {PATH: process.env.PATH, EDITOR: `'${path}' --wait`, OUT: directory, ...env},
    platform: process.platform,
    signal,
    release: (work) => work(),
  });
}

const noted = (name: string) => readFileSync(join(directory, name), 'utf8').trim();

describe('the editor of VISUAL or EDITOR', () => {
  it('gets a file of its own that nobody else can read, no secret, and leaves nothing behind', async () => {
    const editor = editorOf(
      'echo "$1 $2" > "$OUT/arguments"; env > "$OUT/environment"; stat -c %a "$2" > "$OUT/mode"; cat "$2" > "$OUT/text"; echo "Grüße" > "$2"',
      {TOOL_PRIVATE_KEY: 'secret', tool_key_id: 'secret'},
    );
    expect(await editor.edit('Before.', 'notes-de/../DE.txt')).toEqual({text: 'Grüße\n'});
    expect(noted('text')).toBe('Before.');
    expect(noted('mode')).toBe('600');
    expect(noted('environment')).not.toContain('secret');
    const [flag, path = ''] = noted('arguments').split(' ');
    expect(flag).toBe('--wait');
    expect(path).toMatch(/tool-edit-\w+\/notes-de_\.\._DE\.txt$/);
    expect(readdirSync(tmpdir())).not.toContain(path.split('/').at(-2));
  });

  it('left without saving, gives the text that it got', async () => {
    expect(await editorOf('exit 0').edit('Same.', 'a.txt')).toEqual({text: 'Same.\n'});
  });

  it.each([
    ['fails', 'echo lost > "$2"; exit 3', 'ended with code 3: the text is unchanged'],
    ['is killed', 'kill -9 $$', 'the text is unchanged'],
    ['removes the file', 'rm "$2"', 'The editor removed the file'],
    ['writes something that is no text', 'printf \'\\377\\376\' > "$2"', 'is not UTF-8'],
  ])('%s: that is said', async (_, script, words) => {
    expect(await editorOf(script).edit('Before.', 'a.txt')).toEqual({problem: expect.stringContaining(words)});
  });

  it('is missing: that is said', async () => {
    const missing = editorOf('', {VISUAL: 'no-such-editor -w'});
    expect(await missing.edit('a', 'a.txt')).toEqual({
      problem: expect.stringContaining("'no-such-editor -w' could not be started"),
    });
    const none = editorOf('', {EDITOR: ' ', PATH: join(directory, 'empty')});
    expect(await none.edit('a', 'a.txt')).toEqual({
      problem: "The editor 'vi' could not be started. Set VISUAL or EDITOR to an installed editor, e.g. EDITOR=nano.",
    });
  });

  it('is vi when none is set', async () => {
    writeFileSync(join(directory, 'vi'), '#!/bin/sh\necho "From vi." > "$1"\n', {mode: 0o755});
    const editor = editorOf('', {EDITOR: '', PATH: `${directory}:${process.env.PATH}`});
    expect(await editor.edit('a', 'a.txt')).toEqual({text: 'From vi.\n'});
  });

  it('ends with the run, and its file is gone at once', async () => {
    const controller = new AbortController();
    const editor = editorOf('echo "$2" > "$OUT/path"; exec sleep 100', {}, controller.signal);
    const edited = editor.edit('Before.', 'a.txt');
    let path = '';
    while (path === '') {
      await new Promise((resolve) => setTimeout(resolve, 5));
      path = readdirSync(directory).includes('path') ? noted('path') : '';
    }
    controller.abort();
    expect(readdirSync(tmpdir())).not.toContain(path.split('/').at(-2));
    expect(await edited).toEqual({problem: expect.stringContaining('SIGTERM')});
  });
});
