import type { LazyCommand } from '../lazy-command.ts';

export const events: LazyCommand = {
  name: 'events',
  description: 'show what happened lately, the newest last',
  load: async (command) => (await import('./show.ts')).addEventOptions(command),
};
