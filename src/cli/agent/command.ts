import type { LazyCommand } from '../lazy-command.ts';

export const agent: LazyCommand = {
  name: 'agent',
  description: 'the executor agent of this host: join, run, status, explain, doctor',
  async load(command) {
    const [
      { addJoinCommand },
      { addRunCommand },
      { addStatusCommand },
      { addExplainCommand },
      { addDoctorCommand },
      { addSupportBundleCommand },
    ] = await Promise.all([
      import('./join.ts'),
      import('./run.ts'),
      import('./status.ts'),
      import('./explain.ts'),
      import('./doctor.ts'),
      import('./support-bundle.ts'),
    ]);
    addJoinCommand(command);
    addRunCommand(command);
    addStatusCommand(command);
    addExplainCommand(command);
    addDoctorCommand(command);
    addSupportBundleCommand(command);
  },
};
