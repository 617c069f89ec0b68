import type { LazyCommand } from '../lazy-command.ts';

export const controlPlane: LazyCommand = {
  name: 'control-plane',
  description:
    'the GraphQL service that people and programs drive: serve, health, init, create-key, reset-password, backup, restore',
  async load(command) {
    const [
      { addServeCommand },
      { addHealthCommand },
      { addInitCommand },
      { addCreateKeyCommand },
      { addResetPasswordCommand },
      { addBackupCommand },
      { addRestoreCommand },
    ] = await Promise.all([
      import('./serve.ts'),
      import('./health.ts'),
      import('./init.ts'),
      import('./create-key.ts'),
      import('./reset-password.ts'),
      import('./backup.ts'),
      import('./restore.ts'),
    ]);
    addServeCommand(command);
    addHealthCommand(command);
    addInitCommand(command);
    addCreateKeyCommand(command);
    addResetPasswordCommand(command);
    addBackupCommand(command);
    addRestoreCommand(command);
  },
};
