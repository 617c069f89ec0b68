import { defineConfig } from 'vitest/config';

const shared = {
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The images of testcontainers' helpers cannot be had everywhere, and the tests remove what they make themselves.
  env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
};

export default defineConfig({
  test: {
    globalSetup: ['test/setup/global.ts'],
    // Two at a time: the real parts need the rest of the machine.
    maxWorkers: 2,
    projects: [
      {
        // As Node itself resolves it: what the tests load and what the server's libraries load must be one and the same.
        resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
        test: {
          ...shared,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/cli/**', 'test/upgrade/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // One after the other: they share the host's ports, and one tells another's nodes from its own only by them being up.
        test: {
          ...shared,
          name: 'engine',
          include: ['test/e2e/**/*.test.ts', 'test/cli/**/*.test.ts', 'test/upgrade/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
