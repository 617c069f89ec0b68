import type { LazyCommand } from '../lazy-command.ts';

export const audit: LazyCommand = {
  name: 'audit',
  description: 'who did what in your organization: list',
  load: async (command) => (await import('./list.ts')).addListCommand(command),
};
