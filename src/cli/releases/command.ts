import type { LazyCommand } from '../lazy-command.ts';

export const releases: LazyCommand = {
  name: 'releases',
  description: 'the releases that agents can be upgraded to: list, create, withdraw, delete',
  async load(command) {
    const [list, change] = await Promise.all([import('./list.ts'), import('./change.ts')]);
    list.addListCommand(command);
    change.addChangeCommands(command);
  },
};
