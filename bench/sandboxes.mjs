// Stores to run against: sandboxes of the built tool, each a process of its own.
import {spawn} from 'node:child_process';

/** @param {string} tool path of the built entry */
export function createSandboxes(tool, env) {
  const children = [];
  return {
    /** A store with so many versions per app. @returns the environment to run against it in */
    async start(versions) {
      const words = ['sandbox', '--port', '0', '--apps', '3', '--versions', String(versions)];
      const child = spawn(process.execPath, [tool, ...words], {env, stdio: ['ignore', 'pipe', 'inherit']});
      children.push(child);
      let text = '';
      for await (const chunk of child.stdout) text += chunk;
      return {...env, ...Object.fromEntries([...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, ...pair]) => pair))};
    },
    stop() {
      for (const child of children) child.kill('SIGTERM');
    },
  };
}
