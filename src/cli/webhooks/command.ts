import type { LazyCommand } from '../lazy-command.ts';

export const webhooks: LazyCommand = {
  name: 'webhooks',
  description: 'for developers of receivers: listen',
  load: async (command) => (await import('./listen.ts')).addListenCommand(command),
};
