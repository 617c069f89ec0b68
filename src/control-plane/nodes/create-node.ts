import type { NodeCreateInput } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { bumpRevision } from '../executors/desired-revision.ts';
import { invalidInput } from '../input/errors.ts';
import { chooseExecutor } from './choose-executor.ts';
import { throwFirst } from './judge-node.ts';
import { columnsOf } from './node-config.ts';
import { checkName, withUniqueName } from './node-name.ts';
import { type NodeRow, node } from './table.ts';

/**
 * Adds a node to the inventory of an executor that is online, offers it and has the room, within a transaction. Throws the errors of
 * `createNode`.
 */
export async function createNode(
  transaction: Database,
  organizationId: string,
  data: NodeCreateInput,
): Promise<NodeRow> {
  checkCreation(data);
  return withUniqueName(data.name, async () => {
    const choice = await chooseExecutor(transaction, { organizationId, data, locks: true });
    throwFirst(choice.faults);
    const { executor, config, placement } = choice;
    const [row] = await transaction
      .insert(node)
      .values({
        ...columnsOf(config),
        organizationId,
        executorId: executor.id,
        name: data.name,
        firstClientVersion: config.clientVersion,
        desiredState: data.desiredState ?? 'running',
        placement,
      })
      .returning();
    if (row === undefined) throw new Error('the database returned no row for the node that it inserted');
    await bumpRevision(transaction, executor.id);
    return { ...row, executor };
  });
}

/** Throws `invalid_input`. */
export function checkCreation({ name, desiredState }: NodeCreateInput): void {
  checkName(name);
  if (desiredState === 'deleted') {
    throw invalidInput([{ path: ['data', 'desiredState'], message: 'must be running or stopped' }]);
  }
}
