import type { LazyCommand } from '../lazy-command.ts';

export const executors: LazyCommand = {
  name: 'executors',
  description:
    'the executors (hosts) of your organization: list, token, label, cordon, uncordon, drain, undrain, delete',
  async load(command) {
    const [list, token, label, cordon, remove] = await Promise.all([
      import('./list.ts'),
      import('./token.ts'),
      import('./label.ts'),
      import('./cordon.ts'),
      import('./delete.ts'),
    ]);
    list.addListCommand(command);
    token.addTokenCommand(command);
    label.addLabelCommand(command);
    cordon.addCordonCommands(command);
    remove.addDeleteCommand(command);
  },
};
