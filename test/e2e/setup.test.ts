import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {newKey} from '../support/temp-home.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

describe.skipIf(!hasTmux)('the first-time set-up', () => {
  let sandbox: RunningSandbox;
  let terminal: Tmux;

  beforeEach(async () => {
    sandbox = await startSandbox();
    start(sandbox.origin);
  });
  afterEach(async () => {
    await terminal.close();
    await sandbox.close();
  });

  function start(url: string) {
    terminal = new Tmux({env: {TOOL_API_URL: url}});
  }

  const keyId = () => sandbox.variables.TOOL_KEY_ID ?? '';
  const issuerId = () => sandbox.variables.TOOL_ISSUER_ID ?? '';
  const pem = () => Buffer.from(sandbox.variables.TOOL_PRIVATE_KEY_B64 ?? '', 'base64').toString('utf8');
  const inHome = (path: string) => join(terminal.home, path);
  const write = (name: string, text: string) => writeFileSync(inHome(name), text, {mode: 0o600});
  const type = (text: string) => terminal.keys('-l', text);

  async function toForm() {
    terminal.run('tool');
    await terminal.see('1 of 4');
    terminal.keys('Enter');
    await terminal.see('2 of 4');
    terminal.keys('Enter');
    await terminal.see('3 of 4');
  }

  /** Fills in all fields but the last. */
  function fill() {
    for (const text of ['work', keyId(), issuerId()]) {
      type(text);
      terminal.keys('Tab');
    }
    terminal.keys('Tab');
  }

  test('sets up an account in the app, from an empty home to a listed version, and hides the pasted key', async () => {
    await toForm();
    fill();
    terminal.paste(pem());
    await terminal.see('pasted key (EC P-256)');
    terminal.keys('Enter');
    await terminal.see('✓ The key works.');
    terminal.keys('Enter');
    await terminal.see(/\d+ apps/);
    terminal.keys('/', 'a', 'u', 'r', 'o', 'r', 'a', 'Enter', 'Enter');
    await terminal.see('Pending developer release');
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(terminal.history()).not.toContain(pem().split('\n')[1]?.slice(0, 20));

    const keyFile = inHome(`.tool/keys/AuthKey_${keyId()}.p8`);
    expect(readFileSync(keyFile, 'utf8')).toBe(pem());
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    terminal.run('clear; tool auth status --validate');
    await terminal.see(/work +SANDBOXKEY +yes +config +works/);
    terminal.run('clear; tool versions list --app com.example.aurora --limit 1 | grep -o storeState');
    await terminal.see(/^storeState$/m);
  });

  test('refuses a malformed key in its field, and an unknown key in the check, until each is fixed', async () => {
    write('broken.p8', pem().replace(/\n.{10}/, '\n!!'));
    write('strange.p8', newKey());
    write('right.p8', pem());
    await toForm();
    fill();
    type('~/broken.p8');
    terminal.keys('Enter');
    await terminal.see(/is\s+damaged\s+or\s+cut\s+off/);
    expect(terminal.screen()).toContain('3 of 4');
    terminal.keys('C-u');
    type('~/strange.p8');
    terminal.keys('Enter');
    await terminal.see('Authentication credentials are missing or invalid');
    terminal.keys('Escape');
    await terminal.see('~/strange.p8');
    terminal.keys('BTab', 'BTab', 'C-u');
    type('~/right.p8');
    terminal.keys('Enter');
    await terminal.see('✓ The key works.');
    terminal.keys('C-c');
    expect(await terminal.exitCode()).toBe(130);
  });

  test('skips the check of a new profile while offline, and keeps the profile', async () => {
    await terminal.close();
    start('http://127.0.0.1:9');
    write('right.p8', pem());
    await toForm();
    fill();
    type('~/right.p8');
    terminal.keys('Enter');
    await terminal.see('connection refused by');
    await terminal.see('Enter continues anyway');
    terminal.keys('Enter');
    await terminal.see('r retries');
    terminal.keys('!');
    await terminal.see('No issues found.');
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    terminal.run('clear; tool auth status');
    await terminal.see(/work +SANDBOXKEY +yes +config/);
  });

  test('leaves an existing config unchanged on a bare auth init unless the user confirms a replacement', async () => {
    terminal.run('tool auth init --local=false');
    await terminal.until('a config', () => {
      try {
        return statSync(inHome('.tool/config.json')).size > 0;
      } catch {
        return false;
      }
    });
    const text = '{ "profiles": [], "mine": true }\n';
    write('.tool/config.json', text);
    terminal.run('clear; tool auth init');
    await terminal.see('already exists and is left unchanged');
    terminal.keys('Enter');
    await terminal.see('2 of 4');
    terminal.keys('Escape');
    await terminal.see('1 of 4');
    terminal.keys('F');
    await terminal.see('Replace ~/.tool/config.json');
    terminal.keys('Escape');
    await terminal.until('the question is gone', () => !terminal.screen().includes('Replace'));
    expect(readFileSync(inHome('.tool/config.json'), 'utf8')).toBe(text);
    terminal.keys('F');
    await terminal.see('Replace ~/.tool/config.json');
    terminal.keys('Enter');
    await terminal.see('2 of 4');
    expect(readFileSync(inHome('.tool/config.json.bak'), 'utf8')).toBe(text);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
  });

  test('stores nothing if the set-up ends in the middle of a form, and begins the set-up again', async () => {
    await toForm();
    fill();
    terminal.keys('C-c');
    await terminal.see('Discard the new profile?');
    terminal.keys('C-c');
    expect(await terminal.exitCode()).toBe(130);
    expect(JSON.parse(readFileSync(inHome('.tool/config.json'), 'utf8'))).toEqual({});
    terminal.run('clear; tool');
    await terminal.see('already exists and is left unchanged');
    terminal.keys('C-t');
    await terminal.see('SANDBOX');
    await terminal.see('Aurora Notes');
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(JSON.parse(readFileSync(inHome('.tool/config.json'), 'utf8'))).toEqual({});
  });
});
