import { defaultDataRoot } from '../../../contract/names.ts';
import type { MoveInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { dataFormatOf } from '../data/data-format.ts';
import { copyOf } from '../data/seed-source.ts';
import { dataGiBOf, dataRootOf, requireDataRoot, resourcesOn, unseenRoot } from '../placement/data-roots.ts';
import { promisesOn } from '../placement/promises.ts';
import { roomByResource, shortages } from '../placement/room.ts';
import type { OperationKind } from './operation-kind.ts';

export const move: OperationKind<'move', MoveInput> = {
  isCarriedOutByAgent: true,
  title: ({ to }) => `move the data to ${to}`,
  start: {
    conflictsWith: ['move', 'reindex', 'rebuild_index', 'rehearse'],
    async judge(row, { to }, transaction) {
      requirePossible(row, to);
      const copy = await copyOf(transaction, row);
      if (copy !== undefined) {
        const message = `the data of ${row.name} is being copied for ${copy}; wait until ${copy} runs`;
        throw domainError('chain_data_busy', message);
      }
      await requireRoom(transaction, row, to);
      return { from: dataRootOf(row) ?? defaultDataRoot, to };
    },
  },
};

function requirePossible(row: NodeRow, to: string): void {
  const { name, executor } = row;
  const refuse = (message: string) => domainError('action_not_possible', message);
  const root = requireDataRoot(executor, to);
  if (dataFormatOf(row) === null || row.observed?.appliedRevision == null)
    throw refuse(`${name} has not run yet and has no data to move; wait until it runs`);
  if (dataRootOf(row) === to) throw refuse(`the data of ${name} is already in ${to}`);
  if (row.desiredState === 'stopped')
    throw refuse(`${name} is stopped; start it first, because a move keeps the old copy until the daemon has answered`);
  if (root.freeGiB == null) throw refuse(unseenRoot(executor, to));
}

/** Requires that the data fits on the disk now, and its allocation beside those of the nodes there. */
async function requireRoom(database: Database, row: NodeRow, to: string): Promise<void> {
  const { executor, name, cpuCores, memoryMiB, diskGiB } = row;
  const { freeGiB } = requireDataRoot(executor, to);
  const neededGiB = dataGiBOf(row);
  if (freeGiB != null && neededGiB > freeGiB)
    throw domainError(
      'not_enough_resources',
      `${to} on ${executor.name} has ${freeGiB.toFixed(1)} GiB free; the data of ${name} takes ${neededGiB.toFixed(1)} GiB`,
    );
  const promises = await promisesOn(database, executor, to);
  const room = roomByResource(resourcesOn(executor.resources, to), promises);
  const [short] = shortages(room, { cpuCores, memoryMiB, diskGiB }, { cpuCores, memoryMiB, diskGiB: 0 });
  if (short === undefined) return;
  throw domainError('not_enough_resources', `${name} does not fit: ${to} on ${executor.name} has ${short.message}`);
}
