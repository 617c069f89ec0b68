import { namePattern, nameRule } from '../../contract/names.ts';
import type { NodeUpdateInput } from '../../contract/types.generated.ts';
import { type Labels, labelIssues, setAndUnset } from '../fleet/inventory/labels.ts';
import { type Database, databaseErrorOf } from '../platform/database/database.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { findNamed } from './find-nodes.ts';
import { fault, faultOfIssues, type NodeFault, throwFaults } from './placement/node-fault.ts';

type Named = Pick<NodeRow, 'organizationId' | 'name'> & { id?: string };

/** Returns what is wrong with the name, the state and the labels that a creation or an update requests. `labels`: the current ones. */
export function requestFaults(data: Omit<NodeUpdateInput, 'resources'>, labels: Labels = {}): NodeFault[] {
  const { name, desiredState, overrides, setOverrides, unsetOverrides } = data;
  const noDeletion = 'must be running or stopped; to delete a node use deleteNode';
  const notBoth = 'replaces all overrides; use either it, or setOverrides and unsetOverrides';
  const hasBoth = overrides != null && (setOverrides != null || unsetOverrides != null);
  return faultOfIssues('invalid_input', [
    ...(name == null || namePattern.test(name) ? [] : [{ path: ['data', 'name'], message: nameRule }]),
    ...(desiredState === 'deleted' ? [{ path: ['data', 'desiredState'], message: noDeletion }] : []),
    ...(hasBoth ? [{ path: ['data', 'overrides'], message: notBoth }] : []),
    ...setAndUnset(setOverrides, unsetOverrides, ['data', 'unsetOverrides']),
    ...labelIssues(labels, data),
  ]);
}

/** Returns `name_taken` if another node has the name. */
export async function nameFaults(database: Database, node: Named): Promise<NodeFault[]> {
  const existingId = await findNamed(database, node);
  if (existingId === undefined) return [];
  const message = `another node of this organization is called ${node.name}; choose another name`;
  const issues = [{ path: ['data', 'name'], message }];
  return [{ ...fault('name_taken', message, issues), details: { existingId, link: `/nodes/${existingId}` } }];
}

/** Throws `name_taken`. The unique index decides, so that only one of two concurrent requests wins. */
export async function withUniqueName<T>(
  transaction: Database,
  node: Named,
  work: (savepoint: Database) => Promise<T>,
): Promise<T> {
  try {
    return await transaction.transaction(work);
  } catch (error) {
    const { code, constraint } = databaseErrorOf(error);
    if (code === '23505' && constraint === 'node_name') throwFaults(await nameFaults(transaction, node));
    throw error;
  }
}
