import type { LazyCommand } from '../program.ts';

export const gateway: LazyCommand = {
  name: 'gateway',
  description: 'run the gateway of this host’s endpoints',
  files: () => [import('./run.ts')],
};
