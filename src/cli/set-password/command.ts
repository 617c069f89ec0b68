import type { LazyCommand } from '../lazy-command.ts';

export const setPassword: LazyCommand = {
  name: 'set-password',
  description: 'set a password with the secret of a link',
  load: async (command) => (await import('./set-password.ts')).addSetPasswordOptions(command),
};
