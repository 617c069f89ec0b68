import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/global.ts'],
    // Two at a time: the real engine and the daemons need the rest of the machine.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // The images of testcontainers' helpers cannot be had everywhere, and the tests remove what they make themselves.
    env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
  },
});
