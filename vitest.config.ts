import {defineConfig} from 'vitest/config';

/**
 * Two projects: `fast` runs against the sources (commands against the sandbox over real HTTP included),
 * `e2e` against the built file over pipes and in a real terminal.
 */
export default defineConfig({
  test: {
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
