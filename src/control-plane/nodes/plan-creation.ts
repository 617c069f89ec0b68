import type { NodeCreateInput } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { invalidInput } from '../input/errors.ts';
import { type Choice, chooseExecutor } from './choose-executor.ts';
import { findKeptData, judgeKeptData, type KeptData } from './kept-data.ts';

const mebibyte = 1024 * 1024;

/** Where a new node goes, how it is configured there, and which data it goes on with. */
export interface Creation extends Choice {
  kept: KeptData | null;
}

/** Decides what becomes of a request for a new node. Throws what `chooseExecutor` and `findKeptData` throw, and `invalid_input`. */
export async function planCreation(
  database: Database,
  request: { organizationId: string; data: NodeCreateInput; locks: boolean },
): Promise<Creation> {
  const { organizationId, data, locks } = request;
  const { adoptData, executorId } = data;
  if (adoptData === null || adoptData === undefined)
    return { ...(await chooseExecutor(database, request)), kept: null };
  const kept = await findKeptData(database, { organizationId, nodeId: adoptData, locks });
  const { executor, orphan } = kept;
  if (typeof executorId === 'string' && executorId !== executor.id) {
    const message = `the chain data is on ${executor.name}; leave the executor out, or name that one`;
    throw invalidInput([{ path: ['data', 'executorId'], message }]);
  }
  const choice = await chooseExecutor(database, {
    ...{ organizationId, locks, data: { ...data, executorId: executor.id } },
    onDiskMiB: (orphan.data?.sizeBytes ?? 0) / mebibyte,
  });
  return {
    ...choice,
    kept,
    placement: { chosenBy: 'user', reason: `it has the chain data of ${orphan.name}` },
    faults: [...choice.faults, ...judgeKeptData(choice.config, kept)],
  };
}
