import type { Command } from 'commander';
import { DeleteExecutorDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { printLines } from '../output.ts';
import { findExecutor } from './find-executor.ts';

export function register(executors: Command): void {
  apiCommand(executors, 'delete <host>', 'delete a host that has no nodes or is lost').action(deleteExecutor);
}

async function deleteExecutor(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const executor = await findExecutor(api, nameOrId);
  await api.call(DeleteExecutorDocument, { id: executor.id });
  printLines([`Deleted ${executor.name}. Stop its agent, or it registers again.`]);
}
