import { defineConfig } from 'vitest/config';
import { testProjects } from './test/setup/projects.ts';

const { quick, parts, engine, browser } = testProjects(import.meta.dirname);

// As Node itself resolves it: the tests and the libraries of the server must load the same module.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const shared = {
  testTimeout: 90_000,
  hookTimeout: 120_000,
  // The images of testcontainers' helpers are not available everywhere, and the tests remove what they create themselves.
  env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
};

// Each project has its own set-up, so that a run of quick files alone starts nothing.
const globalSetup = ['test/setup/global.ts'];
const withBrowser = [...globalSetup, 'test/setup/browser.ts'];

export default defineConfig({
  test: {
    // Two at a time: the real parts need the rest of the machine.
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: { ...shared, name: 'quick', include: quick, testTimeout: 30_000, sequence: { groupOrder: 0 } },
      },
      { resolve, test: { ...shared, globalSetup, name: 'parts', include: parts, sequence: { groupOrder: 1 } } },
      {
        // One after the other: these files share the host's ports, and tell another file's nodes from their own by which ones run.
        resolve,
        test: {
          ...shared,
          globalSetup: withBrowser,
          name: 'engine',
          include: engine,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        resolve,
        test: {
          ...shared,
          globalSetup: withBrowser,
          name: 'browser',
          include: browser,
          testTimeout: 300_000,
          // Beside the parts: neither has ports of its own.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
