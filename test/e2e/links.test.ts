import {afterEach, describe, expect, it} from 'vitest';
import {hasTmux, Tmux} from '../support/tmux.ts';

const LINK =
  /\u001B\]8;;https:\/\/appstoreconnect\.apple\.com\/apps\/\d+\/distribution[\w/]*\u0007([^\u001B]+)\u001B\]8;;\u0007/g;

describe.skipIf(!hasTmux)('links in a terminal', () => {
  let terminal: Tmux | undefined;
  afterEach(() => terminal?.close());

  it('prints links in tables only if the terminal supports them, and never in a pipe', async () => {
    terminal = new Tmux({columns: 120, rows: 40, env: {FORCE_HYPERLINK: '1'}});
    const list = 'tool --sandbox apps list --bundle-id com.example.aurora --output table';
    const recorded = terminal.record();
    terminal.run(`clear; ${list}; echo E""ND`);
    await terminal.see(/^END$/m);
    await terminal.until('recorded', () => /^END\r?$/m.test(recorded()));
    expect([...recorded().matchAll(LINK)].map(([, text]) => text)).toEqual(['Aurora Notes']);
    expect(terminal.screen()).toMatch(/^Aurora Notes {2}release \S+ \(IOS\) {2}com\.example\.aurora {2}\S+ IOS/m);
    terminal.run(`clear; ${list} > ~/out; FORCE_HYPERLINK=0 ${list}; echo D""ONE`);
    await terminal.see(/^DONE$/m);
    await terminal.until('recorded', () => /^DONE\r?$/m.test(recorded()));
    expect(recorded().split('DONE')[0]?.match(LINK)).toHaveLength(1);
  });

  it('moves links with the selection in the app, and keeps columns in place', async () => {
    terminal = new Tmux({columns: 100, rows: 24, env: {FORCE_HYPERLINK: '1'}});
    const recorded = terminal.record();
    terminal.run('tool --sandbox tui versions --app com.example.aurora');
    await terminal.see('updated');
    await terminal.until('a link', () => [...recorded().matchAll(LINK)].some(([, text]) => text === '3.3.0'));
    const rows = () => terminal?.screen().match(/^ [▌ ] \d\S* +\S+/gm) ?? [];
    const selected = () => rows().findIndex((row) => row.includes('▌'));
    const unmarked = () => rows().map((row) => row.replace('▌', ' '));
    const before = unmarked();
    expect(before.length).toBeGreaterThan(5);
    terminal.keys('Down');
    await terminal.until('the second row is selected', () => selected() === 1);
    expect(unmarked()).toEqual(before);
    const {length} = recorded();
    terminal.keys('C-l');
    await terminal.until('drawn again', () => recorded().length > length + 1000);
    await terminal.until('the same rows', () => selected() === 1 && unmarked().join() === before.join());
    terminal.keys('q');
    await terminal.see('shell$');
  });
});
