import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {hasTmux, Tmux} from '../support/tmux.ts';

describe.skipIf(!hasTmux)('the app in a terminal', () => {
  let terminal: Tmux;

  beforeEach(() => {
    terminal = new Tmux();
  });
  afterEach(async () => {
    await terminal.close();
  });

  async function openHome(): Promise<void> {
    terminal.run('tool --sandbox');
    await terminal.see('updated');
  }

  test('opens the app with a profile called mcp', async () => {
    terminal.run('tool --sandbox --profile mcp');
    await terminal.see("names the profile 'mcp'");
  });

  test('goes from the apps to a version and back, and leaves nothing on the screen', async () => {
    terminal.run('echo before');
    await openHome();
    await terminal.see(/▌ Morning Paper/);
    expect(terminal.cursorShown()).toBe(false);
    terminal.keys('Down', 'Down', 'Down');
    await terminal.see(/▌ Aurora Notes/);
    terminal.keys('Enter');
    await terminal.see('tool › Apps › Aurora Notes');
    await terminal.see('◕ Pending developer release');
    terminal.keys('Enter');
    await terminal.see("What's New  ");
    terminal.keys('Escape');
    await terminal.see('page 1');
    terminal.keys('Escape');
    await terminal.see(/\d+ apps/);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.alternate()).toBe(false);
    expect(terminal.cursorShown()).toBe(true);
    expect(terminal.history()).toContain('before');
    expect(terminal.history()).not.toContain('Aurora');
  });

  test('handles every key of a long sequence that arrives in one read', async () => {
    await openHome();
    terminal.keys('/', 't', 'i', 'd', 'e', 'Enter', 'Enter');
    // A key waits at most two seconds for a screen, and this one is read from the service.
    await terminal.see('page 1');
    terminal.keys('Down', 'Enter');
    await terminal.see("What's New  ");
    for (const screen of ['page 1', /\d+ apps/]) {
      terminal.keys('Escape');
      await terminal.see(screen);
    }
    terminal.keys('/', 'C-u', 't', 'i', 'd', 'e', 'Enter', 'Enter', 'Down', 'Enter', 'y');
    await terminal.see('Version ID sent to the terminal');
    await terminal.see('2.0 iOS');
  });

  test('draws dialogs completely and in the right place', async () => {
    await openHome();
    terminal.keys('C-p');
    await terminal.see('type to search');
    const lines = terminal.screen().split('\n');
    expect(lines[2]).toMatch(/^ {2}┌ Commands ─+┐$/);
    expect(lines.filter((line) => /^ {2}│.*│$/.test(line)).length).toBeGreaterThan(5);
    terminal.keys('Escape');
    await terminal.until('the palette is closed', () => !terminal.screen().includes('Commands ─'));
    terminal.keys('Enter');
    await terminal.see('Ready for sale');
    terminal.keys('f');
    await terminal.see(/^ {18}┌ Only versions in these states \(1\/20\) ─+┐$/m);
  });

  test("copies the version ID to the terminal's clipboard when y is pressed", async () => {
    await terminal.close();
    terminal = new Tmux({env: {TOOL_APP_ID: 'com.example.tides'}});
    terminal.run('tool versions list --sandbox');
    await terminal.see('tool › Apps › Tide Tables');
    await terminal.see('updated');
    terminal.keys('Enter');
    await terminal.see(/Tide Tables › \d/);
    terminal.keys('y');
    const id = await terminal.read(/Version ID sent to the terminal: (\S+)/);
    expect(id).toMatch(/^[0-9a-f-]{30,}/);
  });

  test.each([
    ['TERM', 143],
    ['HUP', 129],
    ['INT', 130],
    ['QUIT', 131],
  ] as const)('restores the terminal on SIG%s', async (signal, code) => {
    await openHome();
    for (const child of terminal.children()) process.kill(child, `SIG${signal}`);
    expect(await terminal.exitCode()).toBe(code);
    expect(terminal.alternate()).toBe(false);
    expect(terminal.cursorShown()).toBe(true);
    terminal.run('stty -a | grep -o " icanon"; stty -a | grep -o " echo "');
    await terminal.see(/^ icanon\n echo/m);
  });

  test('restores the terminal after an uncaught exception, and reports the exception once', async () => {
    const code = "process.on('SIGUSR2', () => { throw new Error('no way'); });";
    writeFileSync(join(terminal.home, 'crash.cjs'), code);
    terminal.run('NODE_OPTIONS=--require=$HOME/crash.cjs BUN_OPTIONS="--preload $HOME/crash.cjs" tool --sandbox');
    await terminal.see('updated');
    for (const child of terminal.children()) process.kill(child, 'SIGUSR2');
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.alternate()).toBe(false);
    expect(terminal.cursorShown()).toBe(true);
    expect(terminal.history().match(/^Error: .*no way/gm)).toHaveLength(1);
  });

  test('exits the app with 130 on Ctrl+C', async () => {
    await openHome();
    terminal.keys('C-c');
    expect(await terminal.exitCode()).toBe(130);
  });

  test('suspends on Ctrl+Z, and returns to the open screen after fg', async () => {
    await openHome();
    terminal.keys('Down', 'Down', 'C-z');
    await terminal.see('Stopped');
    expect(terminal.alternate()).toBe(false);
    terminal.run('fg');
    await terminal.see(/▌ Quiet Hours/);
    terminal.keys('Down');
    await terminal.see(/▌ Aurora Notes/);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
  });

  test('adapts to a terminal that was resized while the app was suspended', async () => {
    await openHome();
    terminal.keys('C-z');
    await terminal.see('Stopped');
    terminal.resize(100, 30);
    terminal.run('fg');
    await terminal.until('100x30', () => {
      const lines = terminal.screen().split('\n');
      return lines[0]?.length === 99 && lines[29]?.endsWith('? help') === true;
    });
    expect(terminal.screen().match(/▌/g)).toHaveLength(1);
    terminal.keys('Down');
    await terminal.see(/▌ Second Try/);
    expect(terminal.screen().match(/▌/g)).toHaveLength(1);
  });

  test("leaves the shell's screen alone if the suspended app is killed or sent to the background", async () => {
    await openHome();
    terminal.keys('C-z');
    await terminal.see('Stopped');
    // bash's `wait` does not work for a job that was stopped, so the command polls.
    terminal.run('p=$(jobs -p %1); kill %1; while kill -0 $p 2>/dev/null; do sleep 0.05; done; jobs');
    await terminal.see('Terminated');
    expect(terminal.alternate()).toBe(false);

    await openHome();
    terminal.keys('C-z');
    await terminal.see('Stopped');
    terminal.run('bg; until jobs -s | grep -q Stopped; do sleep 0.05; done; echo "still stopped"');
    await terminal.see(/^still stopped/m);
    expect(terminal.alternate()).toBe(false);
    terminal.run('fg');
    await terminal.see(/▌ Morning Paper/);
  });

  test('announces the resumed screen to a screen reader only once after a long suspension', async () => {
    terminal.run('tool --sandbox --screen-reader tui profiles');
    // Both texts are awaited, because a screen is announced again when more of it arrives.
    await terminal.see('real ones are not touched');
    await terminal.see(/^1 profile/m);
    terminal.keys('C-z');
    await terminal.see('Stopped');
    terminal.run('sleep 0.5; fg');
    terminal.keys('?');
    await terminal.see('Everywhere');
    expect(terminal.history().match(/tool, Profiles/g)).toHaveLength(2);
  });

  test('resumes on fg after SIGTSTP from another process', async () => {
    await openHome();
    const [child = 0] = terminal.children();
    process.kill(child, 'SIGTSTP');
    await terminal.see('Stopped');
    expect(terminal.alternate()).toBe(false);
    terminal.run('fg');
    await terminal.see(/▌ Morning Paper/);
  });

  test('redraws the screen after a resize, and shows a single line if the terminal is too small', async () => {
    await openHome();
    for (const [columns, rows] of [
      [120, 40],
      [60, 15],
      [200, 60],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows);
      await terminal.until(`${columns}x${rows}`, () => {
        const lines = terminal.screen().split('\n');
        return lines[0]?.length === columns - 1 && lines[rows - 1]?.endsWith('? help') === true;
      });
      expect(terminal.screen().match(/tool ›/g)).toHaveLength(1);
    }
    terminal.resize(40, 8);
    await terminal.see('Too small: 40x8. Make it 60x15.');
    expect(terminal.screen().trim().split('\n')).toHaveLength(1);
    terminal.keys('Down');
    terminal.resize(80, 24);
    await terminal.see(/▌ Second Try/);
  });

  test('never clears the screen while the app runs', async () => {
    const bytes = terminal.record();
    await openHome();
    terminal.keys('Enter');
    await terminal.see('page 1');
    terminal.keys('Down', 'Down', 'Enter');
    await terminal.see("What's New  ");
    terminal.keys('Escape');
    await terminal.see('page 1');
    terminal.keys('?');
    await terminal.see('Keys');
    terminal.keys('Escape');
    await terminal.until('help is closed', () => !terminal.screen().includes('┌ Keys'));
    terminal.keys('C-p');
    await terminal.see('Commands');
    terminal.keys('Escape');
    // If Esc and q arrived in one read, they would be Alt+q.
    await terminal.until('the palette is closed', () => !terminal.screen().includes('Commands'));
    terminal.keys('q');
    await terminal.until('the terminal is given back', () => bytes().includes('\u001B[?1049l'));
    expect(bytes()).toContain('\u001B[?1049h');
    expect(bytes()).not.toMatch(/\u001B\[[23]J|\u001Bc/);
  });

  test('shows the selected version beside the list if there is room, and hides it when z is pressed', async () => {
    terminal.resize(160, 45);
    terminal.run('tool --sandbox');
    await terminal.see(/▌ Morning Paper/);
    terminal.keys('/', 's', 't', 'e', 'p', 's', 'Enter', 'Enter');
    await terminal.see(/│ {2}3\.1 iOS/);
    await terminal.see('│  day 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow');
    await terminal.see("│  What's New  en-US  ");
    await terminal.see(/│ {2}\d\d \w{3} \d{4} {2}submitted by Robin Example/);
    terminal.keys('Down');
    await terminal.see(/│ {2}3\.0 iOS/);
    terminal.resize(119, 45);
    await terminal.until('no pane', () => !terminal.screen().includes('│'));
    expect(terminal.screen()).toMatch(/▌ 3\.0/);
    terminal.keys('z');
    await terminal.see('it needs 120 columns, this terminal has 119');
    terminal.resize(120, 45);
    await terminal.see('│  ⊘ replaced by a newer version');
    expect(terminal.screen()).toMatch(/▌ 3\.0/);
    terminal.keys('z');
    await terminal.until('no pane', () => !terminal.screen().includes('│'));
    terminal.keys('Escape');
    await terminal.see('tool › Apps  ');
    terminal.keys('Enter');
    await terminal.see(/▌ 3\.1/);
    expect(terminal.screen()).not.toContain('│');
  });

  test('ignores a paste on a list, and inserts it as text in a field', async () => {
    await openHome();
    terminal.paste('q\nq\n');
    terminal.keys('Down');
    await terminal.see(/▌ Second Try/);
    terminal.keys('/');
    terminal.paste('fern\n');
    await terminal.see(/\/fern +1 of \d+/);
  });

  test('writes nothing to the home directory if there are no credentials', async () => {
    terminal.run('tool tui home');
    await terminal.see('tool › Apps');
    await terminal.see('No credentials found');
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(existsSync(join(terminal.home, '.tool'))).toBe(false);
  });

  test('exits with 2 without a terminal, and prints no escape sequence', async () => {
    terminal.run('tool tui home > ~/out 2> ~/err < /dev/null; echo "c=$?"; cat -v ~/out ~/err');
    await terminal.see('c=2');
    await terminal.see('needs a terminal');
    expect(terminal.screen()).not.toContain('^[');
  });
});
