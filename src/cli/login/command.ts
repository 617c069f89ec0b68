import type { LazyCommand } from '../lazy-command.ts';

export const login: LazyCommand = {
  name: 'login',
  description: 'sign in to a control plane, for the commands that follow',
  load: async (command) => (await import('./login.ts')).addLoginOptions(command),
};

export const logout: LazyCommand = {
  name: 'logout',
  description: 'sign out: revoke the key that login made',
  load: async (command) => (await import('./logout.ts')).addLogoutOptions(command),
};
