import type { LazyCommand } from '../lazy-command.ts';

export const agent: LazyCommand = {
  name: 'agent',
  description: 'the executor agent of this host: join, run, status, explain',
  async load(command) {
    const [{ addJoinCommand }, { addRunCommand }, { addStatusCommand }, { addExplainCommand }] = await Promise.all([
      import('./join.ts'),
      import('./run.ts'),
      import('./status.ts'),
      import('./explain.ts'),
    ]);
    addJoinCommand(command);
    addRunCommand(command);
    addStatusCommand(command);
    addExplainCommand(command);
  },
};
