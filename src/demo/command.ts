import type { LazyCommand } from '../cli/program.ts';

export const demo: LazyCommand = {
  name: 'demo',
  description: 'run a control plane, an agent and a regtest node; with --split, four nodes and a chain split',
  files: () => [import('./run.ts')],
};
