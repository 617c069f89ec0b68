import type { LazyCommand } from '../program.ts';

export const agent: LazyCommand = {
  name: 'agent',
  description: 'manage this host’s agent: install, join, run, status, explain, doctor, rollback',
  files: () => [
    import('./join.ts'),
    import('./run.ts'),
    import('./status.ts'),
    import('./doctor.ts'),
    import('./install/install.ts'),
    import('./install/uninstall.ts'),
    import('./upgrade/rollback.ts'),
    import('./upgrade/hidden-commands.ts'),
  ],
};
