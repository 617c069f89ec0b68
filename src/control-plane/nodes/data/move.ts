import { randomUUID } from 'node:crypto';
import type { NodeMove } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { NodeRow, StoredMove } from '../../tables/nodes.ts';
import { isMovePending } from '../pending-move.ts';
import { dataRootOf, requireDataRoot, resourcesOn } from '../placement/data-roots.ts';
import { promisesOf } from '../placement/promises.ts';
import { roomByResource, shortages } from '../placement/room.ts';
import { dataFormatOf } from './data-format.ts';
import { estimatedEnd } from './estimated-end.ts';
import { isPending } from './reindex.ts';
import { copyOf } from './seed-source.ts';

const mebibyte = 1024 * 1024;

/** Where a node's data is asked to go, and by whom. */
export interface MoveRequest {
  to: string;
  /** The name of the person who asks. */
  by: string;
}

/** Returns the move that a node has after a request. Throws the errors of `moveNodeData`. */
export async function moveAfter(database: Database, row: NodeRow, { to, by }: MoveRequest): Promise<StoredMove> {
  requirePossible(row, to);
  const copy = await copyOf(database, row);
  if (copy !== undefined) {
    throw domainError('chain_data_busy', `the data of ${row.name} is being copied for ${copy}; wait until that runs`);
  }
  await requireRoom(database, row, to);
  return {
    requestId: randomUUID(),
    ...{ from: dataRootOf(row), to, state: 'asked' },
    ...{ requestedAt: new Date().toISOString(), requestedBy: by, begunAt: null, endedAt: null, reason: null },
  };
}

function requirePossible(row: NodeRow, to: string): void {
  const { name, executor, desiredState, move, reindex } = row;
  const refuse = (message: string) => domainError('action_not_possible', message);
  if (isMovePending(move)) {
    throw domainError(
      'action_already_pending',
      `a move of ${name} to ${move.to} is ${move.state} since ${move.begunAt ?? move.requestedAt} (${move.requestedBy})`,
    );
  }
  const root = requireDataRoot(executor, to, ['to']);
  if (dataFormatOf(row) === null || row.observed?.appliedRevision == null) {
    throw refuse(`${name} has not run yet, and has no data to move; wait until it runs`);
  }
  if (dataRootOf(row) === to) throw refuse(`the data of ${name} is in ${to} already`);
  if (desiredState === 'stopped') {
    throw refuse(`${name} is stopped; start it first, because the old copy is kept until its daemon has answered`);
  }
  if (isPending(reindex)) throw refuse(`a ${reindex.action} of ${name} is ${reindex.state}; wait until it has ended`);
  if (root.freeMiB == null) {
    throw refuse(`the agent of ${executor.name} does not see the data root ${to}; is its disk mounted?`);
  }
}

/** Its data must fit on the disk now, and what it was promised beside what the nodes there were. */
async function requireRoom(database: Database, row: NodeRow, to: string): Promise<void> {
  const { executor, name, metrics, cpuCores, memoryMiB, diskGiB } = row;
  const { freeMiB } = requireDataRoot(executor, to, ['to']);
  const neededMiB = (metrics?.sizeOnDiskBytes ?? 0) / mebibyte;
  const gibibytes = (mebibytes: number) => (mebibytes / 1024).toFixed(1);
  if (freeMiB != null && neededMiB > freeMiB) {
    throw domainError(
      'not_enough_resources',
      `${to} on ${executor.name} has ${gibibytes(freeMiB)} GiB free, and the data of ${name} takes ${gibibytes(neededMiB)} GiB`,
    );
  }
  const promises = (await promisesOf(database, [executor.id], to))(executor.id);
  const room = roomByResource(resourcesOn(executor.resources, to), promises);
  const [short] = shortages(room, { cpuCores, memoryMiB, diskGiB }, { cpuCores, memoryMiB, diskGiB: 0 });
  if (short === undefined) return;
  throw domainError('not_enough_resources', `${to} on ${executor.name} cannot give ${name} ${short.message}`);
}

/** Returns the move of a node after it was taken back. Throws `action_not_possible`. */
export function cancelledMove({ name, move }: NodeRow): StoredMove {
  if (move?.state === 'asked' || move?.state === 'copying')
    return { ...move, state: 'cancelled', endedAt: new Date().toISOString() };
  throw domainError(
    'action_not_possible',
    isMovePending(move)
      ? `the daemon of ${name} is started on the copy already, or goes back by itself; wait until that has ended`
      : `no move of ${name} is asked for`,
  );
}

/** Returns a move as the API shows it: with its progress by the last heartbeat. Pure. */
export function showMove({ move, observed }: Pick<NodeRow, 'move' | 'observed'>, now = Date.now()): NodeMove | null {
  if (move === null) return null;
  const report = observed?.move?.id === move.requestId ? observed.move : null;
  const copiedBytes = report?.copiedBytes ?? move.copiedBytes ?? null;
  const totalBytes = report?.totalBytes ?? move.totalBytes ?? null;
  const part = copiedBytes !== null && totalBytes ? copiedBytes / totalBytes : null;
  const copiedAt = move.state === 'copying' ? estimatedEnd(move.begunAt, part, now) : null;
  return { ...move, copiedBytes, totalBytes, copiedAt };
}
