import { ListNodesDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { requirePersonalKey } from '../personal-key.ts';

/** Finds a node by name or id. Throws CommandError if not found. */
export async function findNode(api: Api, nameOrId: string): Promise<NodeRowFragment> {
  const { nodes } = await api.call(ListNodesDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // One node's name may be another one's id.
  const node = nodes.find(({ id }) => id === nameOrId) ?? nodes[0];
  if (node !== undefined) return node;
  await requirePersonalKey(api);
  throw new CommandError(`no node named ${nameOrId}; see: satrap nodes list`);
}
