import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import stringWidth from 'string-width';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {hasTmux, Tmux} from '../support/tmux.ts';

const LEFT_ON = String.raw`\e[?1000h\e[?1003h\e[?1006h\e[?1h\e=\e[>4;2m\e[>1u\e[4h\e[5;9r`;

const FIRST = /▌ 3\.3\.0 +iOS/;

describe.skipIf(!hasTmux)('the state of the terminal', () => {
  let terminal: Tmux;

  beforeEach(() => {
    terminal = new Tmux();
  });
  afterEach(async () => {
    await terminal.close();
  });

  /** Opens a screen that changes only when a key is pressed. */
  async function openVersions(): Promise<void> {
    terminal.run('tool tui versions --app com.example.aurora --sandbox');
    await terminal.see('updated');
    await terminal.see(FIRST);
  }

  test('switches off the terminal modes that a crashed program left on, and leaves them off', async () => {
    terminal.run(`printf '${LEFT_ON}'`);
    await terminal.until('the modes', () => terminal.inputModes().includes('mouse_any'));
    await openVersions();
    expect(terminal.inputModes()).toEqual([]);
    expect(terminal.screen().split('\n')[0]).toMatch(/^ tool › Apps › Aurora/);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.inputModes()).toEqual([]);
  });

  test('does not read pending mouse clicks as keys when the app starts', async () => {
    await openVersions();
    const before = terminal.screen();
    // Read as keys, these bytes would contain an Enter and letters.
    terminal.bytes('\u001B[M !!\u001B[M#!!');
    terminal.bytes('\u001B[M nR');
    terminal.bytes(Buffer.from([0x1b, 0x5b, 0x4d, 0x20, 0xc8, 0x71]));
    terminal.bytes('\u001B[<0;10;5M\u001B[<0;10;5m\u001B[32;10;5M');
    terminal.keys('Down');
    await terminal.until('the second row', () => !FIRST.test(terminal.screen()));
    terminal.keys('Up');
    await terminal.until('the screen as before', () => terminal.screen() === before);
  });

  test('switches off terminal modes that an editor leaves on', async () => {
    const editor = join(terminal.home, 'editor');
    writeFileSync(editor, `#!/bin/sh\nprintf '${LEFT_ON}'\nprintf 'New text' > "$1"\n`);
    chmodSync(editor, 0o755);
    terminal.run(`EDITOR=${editor} tool tui version --version-id com.example.house@1.2 --sandbox`);
    await terminal.see('Edit the release notes');
    terminal.keys('N');
    await terminal.see('in $EDITOR');
    terminal.keys('e');
    await terminal.see('New text');
    expect(terminal.inputModes()).toEqual([]);
    expect(terminal.screen().split('\n')[0]).toMatch(/^ tool ›/);
  });

  test('switches every terminal mode off on Ctrl+Z, and adapts to the current terminal on fg', async () => {
    await openVersions();
    terminal.keys('C-z');
    await terminal.see(/shell\$ *$/m);
    expect(terminal.inputModes()).toEqual([]);
    terminal.run(`printf '${LEFT_ON}'; fg`);
    await terminal.see('updated');
    await terminal.until('no mode', () => terminal.inputModes().length === 0);
    expect(terminal.screen().split('\n')[0]).toMatch(/^ tool › Apps › Aurora/);
  });

  test.each([
    ['the kitty protocol', '\u001B[27u', '\u001B[99;5u'],
    ['modifyOtherKeys', '\u001B[27;1;27~', '\u001B[27;5;99~'],
  ])('reads Esc and Ctrl+C in the encoding of %s', async (_, esc, interrupt) => {
    await openVersions();
    terminal.keys('?');
    await terminal.see('Esc close');
    terminal.bytes(esc);
    await terminal.see(FIRST);
    terminal.bytes(interrupt);
    expect(await terminal.exitCode()).toBe(130);
  });

  test('draws the screen and sets the modes again for a newly attached terminal, even if the size is unchanged', async () => {
    await openVersions();
    const before = terminal.screen();
    const tty = terminal.tty();
    writeFileSync(tty, `\u001B[?1049l\u001B[2J\u001B[?1000h`);
    await terminal.until('another terminal', () => terminal.inputModes().includes('mouse_any'));
    terminal.windowChanged();
    await terminal.until('the screen as before', () => terminal.alternate() && terminal.screen() === before);
    expect(terminal.inputModes()).toEqual([]);
    writeFileSync(tty, `\u001B[2J\u001B[?1000h`);
    await terminal.until('another program', () => !terminal.screen().includes('updated'));
    terminal.keys('C-l');
    await terminal.until('the screen as before', () => terminal.screen() === before);
    expect(terminal.inputModes()).toEqual([]);
  });

  test('exits without a crash if the terminal disappears without a signal', async () => {
    terminal.run(`trap '' HUP; tool tui versions --app com.example.aurora --sandbox 2> ~/err`);
    await terminal.see('updated');
    const [tool] = terminal.children();
    terminal.hangUp();
    await expect.poll(() => existsSync(`/proc/${tool}`)).toBe(false);
    expect(readFileSync(join(terminal.home, 'err'), 'utf8')).toBe('');
  });

  test('copies to the tmux buffer without any configuration', async () => {
    terminal.run(`export TMUX=${terminal.home}/tmux,1,0; tool tui versions --app com.example.aurora --sandbox`);
    await terminal.see('updated');
    terminal.keys('y');
    const id = await terminal.read(/Version ID copied: (\S+)/);
    expect(terminal.clipboard()).toBe(id);
  });

  test.each(['हिन्दी में क्षेत्र', 'ทำงาน น้ำ', 'កម្ពុជា ខ្មែរ', '👩‍👩‍👧 é 潮'])(
    'keeps the columns after %s aligned',
    async (text) => {
      await openVersions();
      /** Returns the position of the cell where the text begins. */
      const cellOf = (what: RegExp) => {
        const line =
          terminal
            .screen()
            .split('\n')
            .find((one) => what.test(one)) ?? '';
        return [...line.slice(0, what.exec(line)?.index)].reduce((sum, character) => sum + stringWidth(character), 0);
      };
      terminal.keys('/');
      terminal.keys('-l', 'zzz');
      await terminal.see('0 of 48');
      const cell = cellOf(/0 of 48/);
      terminal.keys('C-u');
      await terminal.see('48 of 48');
      terminal.keys('-l', text);
      await terminal.see('0 of 48');
      await terminal.until('the same cell', () => cellOf(/0 of 48/) === cell);
    },
  );
});
