import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';
import { projects } from './test/setup/projects.ts';

const shared = {
  // Only ends what hangs: on a busy machine a test may take many times as long.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // The images of testcontainers' helpers are not available everywhere, and the tests remove what they create themselves.
  env: { TESTCONTAINERS_RYUK_DISABLED: 'true' },
  // The modules of the product hold no state, so that all files of a worker share them: loading them takes longer than most files.
  isolate: false,
  unstubEnvs: true,
};

// Tests on real parts race with the parts: one that fails is repeated, and `npm test` names it even if it passes then.
const onRealParts = { ...shared, retry: 1 };

// Each project has its own set-up, so that a run of quick files alone starts nothing.
const globalSetup = ['test/setup/global.ts'];

export default defineConfig({
  test: {
    // As Node itself loads them: nothing is transformed, and tests, libraries and server share one copy of each module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than the cores of a small machine: half of the time of these files goes by in waiting for the real parts.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // These files hardly wait, and loading the product takes a worker longer than most of its files.
        test: { ...shared, ...projects.quick, name: 'quick', maxWorkers: 2, sequence: { groupOrder: 0 } },
      },
      {
        // One project, so that the order by duration mixes pages, which use the processor, with daemons, which mostly wait.
        test: {
          ...onRealParts,
          ...projects.parts,
          globalSetup,
          name: 'parts',
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          ...projects.soak,
          globalSetup,
          name: 'soak',
          env: { ...shared.env, SATRAP_SOAK: 'true' },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
