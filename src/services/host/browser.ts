import {spawn} from 'node:child_process';
import type {Browser, Env} from '../ports.ts';
import {systemProgram, withoutSecrets} from './child-env.ts';

const SETTLED_AFTER = 1500;

/**
 * `BROWSER` (commands separated by colons, `%s` for the URL), else the system's own starter. Not the `open` package,
 * which passes the complete environment, keys included, to the child.
 */
export function createBrowser(env: Env, platform: string): Browser {
  return {
    async open(url) {
      if (!/^https?:\/\//.test(url)) return false;
      for (const [command, ...args] of candidates(env, platform, url)) {
        if (command && (await start(command, args, withoutSecrets(env, platform)))) return true;
      }
      return false;
    },
  };
}

export function candidates(env: Env, platform: string, url: string): string[][] {
  if (env.BROWSER?.trim()) {
    const commands = platform === 'win32' ? [env.BROWSER] : env.BROWSER.split(':');
    return commands.map((text) => {
      const words = text.trim().split(/\s+/);
      return text.includes('%s') ? words.map((word) => word.replaceAll('%s', url)) : [...words, url];
    });
  }
  if (platform === 'darwin') return [['open', url]];
  if (platform === 'win32') return [[systemProgram('rundll32.exe', env), 'url.dll,FileProtocolHandler', url]];
  return [
    ['xdg-open', url],
    ['wslview', url],
  ];
}

function start(command: string, args: string[], env: Env): Promise<boolean> {
  const child = spawn(command, args, {env, stdio: 'ignore', detached: true, windowsHide: true});
  return new Promise((resolve) => {
    const settle = (started: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(started);
    };
    const timer = setTimeout(() => settle(true), SETTLED_AFTER);
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}
