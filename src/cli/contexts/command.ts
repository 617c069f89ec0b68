import type { LazyCommand } from '../lazy-command.ts';

export const context: LazyCommand = {
  name: 'context',
  description: 'the control planes that you signed in to: list, use, remove',
  load: async (command) => (await import('./manage.ts')).addContextCommands(command),
};
