import {readFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';
import {asModule, INK_TABLE} from './scripts/build/ink-table.mjs';

const inkTable = {
  name: 'ink-table-as-module',
  transform: (code: string, id: string) => (INK_TABLE.test(id) ? asModule(code) : undefined),
};

const shellScripts = {
  name: 'shell-scripts-as-text',
  load: (id: string) =>
    /\.(?:bash|fish|zsh)$/.test(id) ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : undefined,
};

/**
 * The project `fast` runs the tests against the sources, including commands against the sandbox over HTTP. The project
 * `e2e` runs the built file over pipes and in a real terminal.
 */
export default defineConfig({
  plugins: [inkTable, shellScripts],
  // React's development build takes twice the time for the same frames, and the production build is what ships.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    env: {NODE_ENV: 'production', TZ: 'UTC'},
    server: {deps: {inline: ['ink-table']}},
    globalSetup: 'test/support/run-root.ts',
    setupFiles: 'test/support/seed.ts',
    // Each worker loads modules once, because loading them took half of the time. So nothing under test may keep state
    // in a module.
    isolate: false,
    maxWorkers: '100%',
    // The slowest test takes a fortieth of this on a quiet machine, so the limit ends only tests that hang.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is too short on a busy machine.
    expect: {poll: {timeout: 120_000}},
    bail: process.env.CI ? 5 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**'],
          // A screen test waits for half of its time: for the rest of an escape sequence, or for the next frame.
          maxWorkers: availableParallelism() + 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // These tests are about files that the executable does not have.
          exclude: process.env.TOOL_UNDER_TEST
            ? [`test/e2e/{build,compile-cache,install,keychain-helper}.test.ts`]
            : [],
          sequence: {groupOrder: 1},
        },
      },
    ],
  },
});
