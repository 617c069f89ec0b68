import type { LazyCommand } from '../lazy-command.ts';

export const executors: LazyCommand = {
  name: 'executors',
  description:
    'the executors (hosts) of your organization: list, show, token, label, cordon, uncordon, drain, undrain, data, remove-data, upgrade, delete',
  async load(command) {
    const [list, show, token, label, cordon, data, upgrade, remove] = await Promise.all([
      import('./list.ts'),
      import('./show.ts'),
      import('./token.ts'),
      import('./label.ts'),
      import('./cordon.ts'),
      import('./data.ts'),
      import('./upgrade.ts'),
      import('./delete.ts'),
    ]);
    list.addListCommand(command);
    show.addShowCommand(command);
    token.addTokenCommand(command);
    label.addLabelCommand(command);
    cordon.addCordonCommands(command);
    data.addDataCommands(command);
    upgrade.addUpgradeCommand(command);
    remove.addDeleteCommand(command);
  },
};
