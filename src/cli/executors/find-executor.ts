import { type ExecutorRowFragment, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { requirePersonalKey } from '../personal-key.ts';

/** Finds an executor by its name or id. Throws CommandError when there is none. */
export async function findExecutor(api: Api, nameOrId: string): Promise<ExecutorRowFragment> {
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // The name of one executor may be the id of another.
  const executor = executors.find(({ id }) => id === nameOrId) ?? executors[0];
  if (executor !== undefined) return executor;
  await requirePersonalKey(api);
  throw new CommandError(`there is no executor ${nameOrId}; see: satrap executors list`);
}
