import type { LazyCommand } from '../lazy-command.ts';

export const executors: LazyCommand = {
  name: 'executors',
  description: 'the executors (hosts) of your organization: list, delete',
  async load(command) {
    const [{ addListCommand }, { addDeleteCommand }] = await Promise.all([import('./list.ts'), import('./delete.ts')]);
    addListCommand(command);
    addDeleteCommand(command);
  },
};
