import { randomUUID } from 'node:crypto';
import { downloadsAgain, whyNoReindex } from '../../../bitcoin/reindex.ts';
import type { NodeAction, NodeReindex, ReindexAction } from '../../../contract/types.generated.ts';
import { domainError } from '../../platform/input/errors.ts';
import type { NodeRow, StoredReindex } from '../../tables/nodes.ts';
import { configOf } from '../node-config.ts';
import { isMovePending } from '../pending-move.ts';
import { estimatedEnd } from './estimated-end.ts';

/** What is asked of a node, and by whom. */
export interface ReindexRequest {
  action: Exclude<NodeAction, 'cancel_move'>;
  downloadAgain: boolean;
  /** The name of the person who asks. */
  by: string;
}

/** Returns the reindex that a node has after a request. Throws the errors of `requestNodeAction`. */
export function reindexAfter(row: NodeRow, { action, downloadAgain, by }: ReindexRequest): StoredReindex {
  if (action === 'cancel_reindex') return cancelled(row);
  requirePossible(row, action, downloadAgain);
  return {
    requestId: randomUUID(),
    action,
    state: 'asked',
    requestedAt: new Date().toISOString(),
    requestedBy: by,
    begunAt: null,
    endedAt: null,
    reason: null,
    targetHeight: row.metrics?.height ?? null,
  };
}

function cancelled({ name, reindex }: NodeRow): StoredReindex {
  if (reindex?.state === 'asked') return { ...reindex, state: 'cancelled', endedAt: new Date().toISOString() };
  throw domainError(
    'action_not_possible',
    reindex?.state === 'running'
      ? `the reindex of ${name} has begun, and what it rebuilds is wiped already; it goes on until it is done`
      : `no reindex of ${name} is asked for`,
  );
}

function requirePossible(row: NodeRow, action: ReindexAction, downloadAgain: boolean): void {
  const { name, desiredState, reindex, move, observed } = row;
  const refuse = (message: string) => domainError('action_not_possible', message);
  // A rebuild that was begun and whose node cannot run any more may be what has to be done again.
  if (reindex?.state === 'asked' || (reindex?.state === 'running' && observed?.phase !== 'failing')) {
    throw domainError(
      'action_already_pending',
      `a ${reindex.action} of ${name} is ${reindex.state} since ${reindex.begunAt ?? reindex.requestedAt} (${reindex.requestedBy})`,
    );
  }
  if (desiredState === 'stopped')
    throw refuse(`${name} is stopped; start it first, because only a running daemon can rebuild`);
  if (isMovePending(move))
    throw refuse(`the data of ${name} is being moved to ${move.to}; wait until that has ended, or take it back`);
  const impossible = whyNoReindex(configOf(row), action);
  if (impossible !== null) throw refuse(`${name}: ${impossible}`);
  if (downloadsAgain(configOf(row), action) && !downloadAgain) {
    throw refuse(
      `${name} prunes: it has thrown its old blocks away, so a reindex downloads and verifies the whole chain again, which takes days ` +
        'on mainnet; ask with downloadAgain (--download-again) if that is meant',
    );
  }
}

/** Whether an executor has still something to do for a reindex. */
export const isPending = (reindex: StoredReindex | null): reindex is StoredReindex =>
  reindex?.state === 'asked' || reindex?.state === 'running';

/** Returns a reindex as the API shows it: with its progress by the latest sample. Pure. */
export function showReindex(
  { reindex, metrics }: Pick<NodeRow, 'reindex' | 'metrics'>,
  now = Date.now(),
): NodeReindex | null {
  if (reindex === null) return null;
  const progress = progressOf(reindex, metrics);
  const isRunning = reindex.state === 'running';
  return { ...reindex, progress, estimatedEndAt: isRunning ? estimatedEnd(reindex.begunAt, progress, now) : null };
}

function progressOf({ state, begunAt, targetHeight }: StoredReindex, metrics: NodeRow['metrics']): number | null {
  if (state === 'done') return 1;
  if (state !== 'running' || metrics === null) return null;
  // What was measured before tells nothing of it.
  if (begunAt && Date.parse(metrics.at) < Date.parse(begunAt)) return null;
  const ofHeight = targetHeight === null || targetHeight === undefined ? 1 : metrics.height / Math.max(1, targetHeight);
  return metrics.height === 0 ? 0 : Math.min(1, ofHeight, metrics.verificationProgress);
}
