import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

const LINK =
  /\u001B\]8;;https:\/\/appstoreconnect\.apple\.com\/apps\/\d+\/distribution[\w/]*\u0007([^\u001B]+)\u001B\]8;;\u0007/g;

describe.skipIf(!hasTmux)('links in a terminal', () => {
  let sandbox: RunningSandbox;
  let terminal: Tmux | undefined;
  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    await terminal?.close();
    await sandbox.close();
  });

  // The tool must not recognise the sandbox, because a sandbox has no web pages to link to.
  const open = (columns: number, rows: number) =>
    new Tmux({columns, rows, env: {...sandbox.variables, TOOL_SANDBOX_URL: '', FORCE_HYPERLINK: '1'}});

  it('prints links in tables only if the terminal supports them, and never in a pipe', async () => {
    terminal = open(120, 40);
    const list = 'tool apps list --bundle-id com.example.aurora --output table';
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
    terminal = open(100, 24);
    const recorded = terminal.record();
    terminal.run('tool tui versions --app com.example.aurora');
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
