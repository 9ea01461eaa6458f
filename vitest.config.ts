import {defineConfig} from 'vitest/config';
import {asModule, INK_TABLE} from './scripts/ink-table.mjs';

const inkTable = {
  name: 'ink-table-as-module',
  transform: (code: string, id: string) => (INK_TABLE.test(id) ? asModule(code) : undefined),
};

/**
 * Two projects: `fast` runs against the sources (commands against the sandbox over real HTTP included),
 * `e2e` against the built file over pipes and in a real terminal.
 */
export default defineConfig({
  plugins: [inkTable],
  test: {
    server: {deps: {inline: ['ink-table']}},
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {extends: true, test: {name: 'fast', include: ['test/**/*.test.{ts,tsx}'], exclude: ['test/e2e/**']}},
      {
        extends: true,
        test: {name: 'e2e', include: ['test/e2e/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000},
      },
    ],
  },
});
