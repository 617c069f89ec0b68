import type { LazyCommand } from '../lazy-command.ts';

export const nodes: LazyCommand = {
  name: 'nodes',
  description:
    'the Bitcoin nodes of your organization: list, show, options, create, update, start, stop, restart, move, reindex, credentials, rotate-credentials, delete, logs, explain, rpc',
  async load(command) {
    const [
      list,
      show,
      options,
      create,
      update,
      lifecycle,
      move,
      reindex,
      credentials,
      rotation,
      remove,
      logs,
      explain,
      rpc,
    ] = await Promise.all([
      import('./list.ts'),
      import('./show.ts'),
      import('./options.ts'),
      import('./create.ts'),
      import('./update.ts'),
      import('./lifecycle.ts'),
      import('./move.ts'),
      import('./reindex.ts'),
      import('./credentials.ts'),
      import('./rotate-credentials.ts'),
      import('./delete.ts'),
      import('./logs.ts'),
      import('./explain.ts'),
      import('./rpc.ts'),
    ]);
    list.addListCommand(command);
    show.addShowCommand(command);
    options.addOptionsCommand(command);
    create.addCreateCommand(command);
    update.addUpdateCommand(command);
    lifecycle.addLifecycleCommands(command);
    move.addMoveCommand(command);
    reindex.addReindexCommand(command);
    credentials.addCredentialsCommand(command);
    rotation.addRotateCredentialsCommand(command);
    remove.addDeleteCommand(command);
    logs.addLogsCommand(command);
    explain.addExplainCommand(command);
    rpc.addRpcCommand(command);
  },
};
