import type { LazyCommand } from '../lazy-command.ts';

export const executors: LazyCommand = {
  name: 'executors',
  description:
    'the executors (hosts) of your organization: list, show, token, label, cordon, uncordon, drain, undrain, data, remove-data, upgrade, rollout, delete',
  async load(command) {
    const [list, show, token, label, cordon, data, upgrade, rollout, remove] = await Promise.all([
      import('./list.ts'),
      import('./show.ts'),
      import('./token.ts'),
      import('./label.ts'),
      import('./cordon.ts'),
      import('./data.ts'),
      import('./upgrade.ts'),
      import('./rollout/command.ts'),
      import('./delete.ts'),
    ]);
    list.addListCommand(command);
    show.addShowCommand(command);
    token.addTokenCommand(command);
    label.addLabelCommand(command);
    cordon.addCordonCommands(command);
    data.addDataCommands(command);
    upgrade.addUpgradeCommand(command);
    rollout.addRolloutCommand(command);
    remove.addDeleteCommand(command);
  },
};
