import type { LazyCommand } from '../program.ts';

export const agent: LazyCommand = {
  name: 'agent',
  description: 'manage this host’s agent: install, join, run, status, explain, doctor, rollback',
  files: () => [
    import('./join.ts'),
    import('./run.ts'),
    import('./status.ts'),
    import('./explain.ts'),
    import('./doctor.ts'),
    import('./support-bundle.ts'),
    import('./install/install.ts'),
    import('./install/uninstall.ts'),
    import('./upgrade/rollback.ts'),
    import('./upgrade/probe.ts'),
    import('./upgrade/store.ts'),
    import('./upgrade/watch.ts'),
    import('./upgrade/helper.ts'),
    import('./rehearse.ts'),
  ],
};
