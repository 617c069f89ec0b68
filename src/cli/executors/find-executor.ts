import { type ExecutorRowFragment, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { notFound } from '../personal-key.ts';

/** Finds a host by name or id. Throws CommandError if not found. */
export async function findExecutor(api: Api, nameOrId: string): Promise<ExecutorRowFragment> {
  const { executors } = await api.call(ListExecutorsDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // One host's name may be another one's id.
  const executor = executors.find(({ id }) => id === nameOrId) ?? executors[0];
  return executor ?? notFound(api, `no host named ${nameOrId}; see: satrap hosts list`);
}

/** Explains why a host without versions cannot take nodes. */
export const offersNothing = (executor: string): string =>
  `${executor} offers no bitcoind version: it has none of the images and cannot pull them; run “satrap agent doctor” on the host for the reasons`;
