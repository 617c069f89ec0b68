import type { LazyCommand } from '../lazy-command.ts';

export const controlPlane: LazyCommand = {
  name: 'control-plane',
  description: 'the GraphQL service that people and programs drive: serve, init, create-key, backup, restore',
  async load(command) {
    const [
      { addServeCommand },
      { addInitCommand },
      { addCreateKeyCommand },
      { addBackupCommand },
      { addRestoreCommand },
    ] = await Promise.all([
      import('./serve.ts'),
      import('./init.ts'),
      import('./create-key.ts'),
      import('./backup.ts'),
      import('./restore.ts'),
    ]);
    addServeCommand(command);
    addInitCommand(command);
    addCreateKeyCommand(command);
    addBackupCommand(command);
    addRestoreCommand(command);
  },
};
