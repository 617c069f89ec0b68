import type { NewEvent } from '../outbox/event.ts';
import type { ReindexRecord } from '../runtime/node-record.ts';
import type { DockerStep, ReindexAct } from './step.ts';

/** How often a daemon is started with the option of a rebuild before the rebuild counts as failed. */
const maxAttempts = 3;

type SettleStep = DockerStep & { kind: 'settle-reindex' };

const hasFailed = ({ attempt }: Pick<SettleStep, 'attempt'>): boolean => attempt >= maxAttempts;

const failure = `the daemon ended ${maxAttempts} times before it began to rebuild; its log and the events say why, and nothing was wiped for it to begin with`;

/** What is recorded of a rebuild after the start that was to begin it. Pure. */
export function reindexAfter(
  { id }: ReindexAct,
  step: Pick<SettleStep, 'attempt' | 'startedAt'>,
  hasBegun: boolean,
): ReindexRecord {
  const record = { id, attempts: step.attempt, begunAt: null, reason: null };
  if (hasBegun) return { ...record, stage: 'running', begunAt: step.startedAt };
  return hasFailed(step) ? { ...record, stage: 'failed', reason: failure } : { ...record, stage: 'again' };
}

/** The event that reports whether a rebuild has begun. Pure. */
export function settledEvent(nodeId: string, step: SettleStep, hasBegun: boolean): NewEvent {
  const { act, why, attempt } = step;
  const data = { why, action: act?.kind ?? null, attempt };
  if (act === null) {
    const message = 'The engine starts the daemon again after a crash, as it did before the reindex.';
    return { level: 'info', kind: 'node.reindex-settled', nodeId, message, data };
  }
  if (hasBegun) {
    const message = `The daemon began to rebuild its chain data (${act.kind}); every later start goes on with it.`;
    return { level: 'info', kind: 'node.reindex-begun', nodeId, message, data };
  }
  return hasFailed(step)
    ? { level: 'error', kind: 'node.reindex-failed', nodeId, message: `The reindex failed: ${failure}.`, data }
    : {
        level: 'warning',
        kind: 'node.reindex-not-begun',
        nodeId,
        message: 'The daemon ended before it began to rebuild its chain data; it is started for that again.',
        data,
      };
}
