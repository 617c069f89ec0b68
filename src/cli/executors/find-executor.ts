import { type ExecutorRowFragment, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { requirePersonalKey } from '../personal-key.ts';

/** Finds a host by name or id. Throws CommandError if not found. */
export async function findExecutor(api: Api, nameOrId: string): Promise<ExecutorRowFragment> {
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // One host's name may be another one's id.
  const executor = executors.find(({ id }) => id === nameOrId) ?? executors[0];
  if (executor !== undefined) return executor;
  await requirePersonalKey(api);
  throw new CommandError(`no host named ${nameOrId}; see: satrap hosts list`);
}
