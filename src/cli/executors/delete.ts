import type { Command } from 'commander';
import { DeleteExecutorDocument, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { CommandError } from '../command-error.ts';

/** `satrap executors delete` */
export function addDeleteCommand(executors: Command): void {
  withApiOptions(
    executors
      .command('delete')
      .description('remove an executor that has no nodes, or whose host is lost')
      .argument('<executor>'),
  ).action(deleteExecutor);
}

async function deleteExecutor(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // The name of one executor may be the id of another.
  const executor = executors.find(({ id }) => id === nameOrId) ?? executors[0];
  if (executor === undefined) throw new CommandError(`there is no executor ${nameOrId}; see: satrap executors list`);
  await api.call(DeleteExecutorDocument, { id: executor.id });
  console.log(`${executor.name} is removed; stop its agent, or it registers itself again`);
}
