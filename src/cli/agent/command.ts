import type { LazyCommand } from '../lazy-command.ts';

export const agent: LazyCommand = {
  name: 'agent',
  description: 'the executor agent of this host: install, join, run, status, explain, doctor',
  async load(command) {
    const [
      { addJoinCommand },
      { addRunCommand },
      { addStatusCommand },
      { addHealthCommand },
      { addExplainCommand },
      { addDoctorCommand },
      { addSupportBundleCommand },
      { addInstallCommand },
      { addUninstallCommand },
    ] = await Promise.all([
      import('./join.ts'),
      import('./run.ts'),
      import('./status.ts'),
      import('./health.ts'),
      import('./explain.ts'),
      import('./doctor.ts'),
      import('./support-bundle.ts'),
      import('./install/install.ts'),
      import('./install/uninstall.ts'),
    ]);
    addJoinCommand(command);
    addRunCommand(command);
    addStatusCommand(command);
    addHealthCommand(command);
    addExplainCommand(command);
    addDoctorCommand(command);
    addSupportBundleCommand(command);
    addInstallCommand(command);
    addUninstallCommand(command);
  },
};
