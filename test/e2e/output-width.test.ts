import {afterEach, describe, expect, it} from 'vitest';
import {hasTmux, Tmux} from '../support/tmux.ts';

describe.skipIf(!hasTmux)('what a command prints in a terminal', () => {
  let terminal: Tmux | undefined;
  afterEach(() => terminal?.close());

  const lines = () => terminal?.screen().split('\n') ?? [];
  const list = 'tool --sandbox versions list --app com.example.aurora --limit 5 --output table';

  it('fits a table to the terminal, and prints it in full in a pipe', async () => {
    terminal = new Tmux({columns: 80, rows: 40});
    terminal.run(`clear; ${list}; echo E""ND`);
    await terminal.see(/^END$/m);
    const head = lines().findIndex((line) => line.startsWith('Version'));
    expect(lines()[head]).toMatch(/^Version +Platform +State +Created +ID$/);
    const rows = lines().slice(head + 1, head + 6);
    for (const row of rows) expect(row).toMatch(/^\S+ +(?:IOS|MAC_OS) +[A-Z_]+ +\d\d \w{3} \d{4}, \d\d:\d\d +\S+…$/);

    terminal.run(`clear; ${list} | head -2 | cut -c 1-60; echo D""ONE`);
    await terminal.see(/^DONE$/m);
    expect(terminal.screen()).toMatch(/^ID +Version +Platform/m);
    expect(terminal.screen()).toMatch(/^[\da-f-]{36} {2}\d/m);
  });

  it('uses COLUMNS if it is smaller than the terminal', async () => {
    terminal = new Tmux({columns: 120, rows: 90});
    terminal.run('clear; COLUMNS=60 tool versions wait --help; echo E""ND');
    await terminal.see(/^END$/m);
    const shown = lines().slice(1);
    expect(Math.max(...shown.map((line) => line.trimEnd().length))).toBeLessThanOrEqual(60);
    expect(shown).toContain('  --version-id VERSION     Version ID, or');
  });

  it('wraps a message on stderr between words', async () => {
    terminal = new Tmux({columns: 60, rows: 20});
    terminal.run('clear; tool versions list --app com.example.nothing --sandbox --no-input; echo E""ND');
    await terminal.see(/^END$/m);
    const shown = terminal.screen().split('END')[0] ?? '';
    expect(shown.replace(/\s+/g, ' ')).toMatch(
      /Error: No app .* Hint: Check its spelling, and that this API key may see the app\./,
    );
    for (const line of lines()) expect(line.length).toBeLessThan(60);
  });
});
