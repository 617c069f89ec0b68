import { ListNodesDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { requirePersonalKey } from '../personal-key.ts';

/** Finds a node by its name or id. Throws CommandError when there is none. */
export async function findNode(api: Api, nameOrId: string): Promise<NodeRowFragment> {
  const { nodes } = await api.call(ListNodesDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // The name of one node may be the id of another.
  const node = nodes.find(({ id }) => id === nameOrId) ?? nodes[0];
  if (node !== undefined) return node;
  await requirePersonalKey(api);
  throw new CommandError(`there is no node ${nameOrId}; see: satrap nodes list`);
}
