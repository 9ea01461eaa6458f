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
 * Two projects: `fast` runs against the sources (commands against the sandbox over real HTTP included),
 * `e2e` against the built file over pipes and in a real terminal.
 */
export default defineConfig({
  plugins: [inkTable, shellScripts],
  // React as it is shipped: its development build takes twice the time to draw the same frames.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    env: {NODE_ENV: 'production', TZ: 'UTC'},
    server: {deps: {inline: ['ink-table']}},
    globalSetup: 'test/support/run-root.ts',
    setupFiles: 'test/support/seed.ts',
    // Modules are loaded once per worker: nothing under test keeps state in a module, and loading took half the time.
    isolate: false,
    maxWorkers: '100%',
    // Forty times what the slowest test takes on a quiet machine: it only ends what hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A second, as it is otherwise, passes on a busy machine without anything.
    expect: {poll: {timeout: 120_000}},
    bail: process.env.CI ? 5 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**'],
          // Half of the time a test of a screen waits: for what may follow an Esc, for the next frame.
          maxWorkers: availableParallelism() + 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Of the executable, what the form for Node has beside it does not exist.
          exclude: process.env.TOOL_UNDER_TEST
            ? [`test/e2e/{build,compile-cache,install,keychain-helper}.test.ts`]
            : [],
          sequence: {groupOrder: 1},
        },
      },
    ],
  },
});
