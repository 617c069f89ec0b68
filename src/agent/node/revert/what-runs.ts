import { nodeConfigOf, type WorkloadConfig, workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { Reverted } from '../../runtime/worked-config.ts';

/** Returns the revert in effect; null if the node must run as requested. */
export function activeRevert(asked: DesiredNode, { reverted }: Pick<NodeRecord, 'reverted'>): Reverted | null {
  if (!reverted || reverted.refusal !== null) return null;
  if (asked.desiredState !== 'running' || asked.revertFailedChange === false) return null;
  if (asked.restartCounter > reverted.restartCounter) return null;
  return isSameConfig(workloadConfig(asked), reverted.asked) ? reverted : null;
}

/** Returns the configuration to run: the requested one, or the previous one after a reverted change. */
export function whatRuns(asked: DesiredNode, record: Pick<NodeRecord, 'reverted'>): DesiredNode {
  const reverted = activeRevert(asked, record);
  if (reverted === null) return asked;
  const { clientVersion, tor = null, nodeType, cpuCores, memoryMiB, overrides } = reverted.runs;
  return {
    ...asked,
    clientVersion,
    tor,
    nodeType,
    overrides: [...overrides],
    resources: { ...asked.resources, cpuCores, memoryMiB },
    revision: reverted.runsRevision,
  };
}

/** Forgets a reverted change once something else is requested. */
export function trackReverted(
  asked: DesiredNode,
  { reverted }: Pick<NodeRecord, 'reverted'>,
): Pick<NodeRecord, 'reverted'> {
  const isOver = reverted && !isSameConfig(workloadConfig(asked), reverted.asked);
  return { reverted: isOver ? null : reverted };
}

/** Returns the reverted change whose replacement is running; null without one. */
export function revertOf(
  runs: Parameters<typeof workloadConfig>[0] & Pick<DesiredNode, 'desiredState'>,
  reverted: NodeRecord['reverted'],
): Reverted | null {
  if (!reverted || reverted.refusal !== null || runs.desiredState !== 'running') return null;
  return isSameConfig(workloadConfig(runs), reverted.runs) ? reverted : null;
}

export const isSameConfig = (a: WorkloadConfig, b: WorkloadConfig): boolean => keyOf(a) === keyOf(b);

/** By field name: the stored order may differ. */
const keyOf = (config: WorkloadConfig): string => JSON.stringify(workloadConfig(nodeConfigOf(config)));

/** Returns whether the current workload was created from a configuration. */
export const isAppliedConfig = ({ applied }: Pick<NodeRecord, 'applied'>, config: WorkloadConfig): boolean =>
  applied !== null && isSameConfig(applied, config);

/** A daemon that has answered for this long has read its configuration and data, and works. */
const worksAfterMs = 10_000;

/** Returns the record's change once a daemon has answered for `answeredMs`. `now`: milliseconds since the epoch. */
export function trackWorked(
  runs: DesiredNode,
  record: Pick<NodeRecord, 'applied' | 'worked' | 'reverted'>,
  answeredMs: number,
  now: number,
): Partial<NodeRecord> {
  const config = workloadConfig(runs);
  if (answeredMs < worksAfterMs || !isAppliedConfig(record, config)) return {};
  const { worked, reverted } = record;
  const { revision } = runs;
  if (worked && isSameConfig(worked.config, config)) return { worked: { ...worked, revision } };
  const hasWorkedAfterAll = reverted && isSameConfig(reverted.asked, config);
  return {
    worked: { config, revision, since: new Date(now).toISOString() },
    formerlyWorked: worked,
    ...(hasWorkedAfterAll ? { reverted: null } : {}),
  };
}
