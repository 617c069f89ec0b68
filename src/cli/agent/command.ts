import type { LazyCommand } from '../lazy-command.ts';

export const agent: LazyCommand = {
  name: 'agent',
  description: 'the executor agent of this host: run, status, explain',
  async load(command) {
    const [{ addRunCommand }, { addStatusCommand }, { addExplainCommand }] = await Promise.all([
      import('./run.ts'),
      import('./status.ts'),
      import('./explain.ts'),
    ]);
    addRunCommand(command);
    addStatusCommand(command);
    addExplainCommand(command);
  },
};
