import type { Command } from 'commander';
import { DeleteExecutorDocument } from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { printLines } from '../output.ts';
import { findExecutor } from './find-executor.ts';

export function register(executors: Command): void {
  const description = 'delete a host that has no nodes or is lost';
  defineApiCommand(executors, 'delete <host>', description, [], async (api, _options, nameOrId) => {
    const { id, name } = await findExecutor(api, nameOrId);
    await api.call(DeleteExecutorDocument, { id });
    printLines([`Deleted ${name}. Stop its agent, or it registers again.`]);
  });
}
