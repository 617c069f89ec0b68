import { ListNodesDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { notFound } from '../personal-key.ts';

/** Finds a node by name or id. Throws CommandError if not found. */
export async function findNode(api: Api, nameOrId: string): Promise<NodeRowFragment> {
  const { nodes } = await api.call(ListNodesDocument, {
    where: { OR: [{ id: { equals: nameOrId } }, { name: { equals: nameOrId } }] },
  });
  // One node's name may be another one's id.
  const node = nodes.find(({ id }) => id === nameOrId) ?? nodes[0];
  return node ?? notFound(api, `no node named ${nameOrId}; see: satrap nodes list`);
}
