import { nodeConfigOf, type WorkloadConfig, workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { TakenBack } from '../../runtime/worked-config.ts';

/** Returns the change of a node that is reverted now; null where the node must run as asked. */
export function changeInForce(asked: DesiredNode, { takenBack }: Pick<NodeRecord, 'takenBack'>): TakenBack | null {
  if (!takenBack || takenBack.refusal !== null) return null;
  if (asked.desiredState !== 'running' || asked.revertFailedChange === false) return null;
  if (asked.restartCounter > takenBack.restartCounter) return null;
  return isSameConfig(workloadConfig(asked), takenBack.asked) ? takenBack : null;
}

/** Returns what a node must be on this host: what is asked, or the configuration before a change that was reverted. */
export function whatRuns(asked: DesiredNode, record: Pick<NodeRecord, 'takenBack'>): DesiredNode {
  const takenBack = changeInForce(asked, record);
  if (takenBack === null) return asked;
  const { clientVersion, nodeType, cpuCores, memoryMiB, overrides } = takenBack.runs;
  return {
    ...asked,
    ...{ clientVersion, nodeType, overrides: [...overrides] },
    resources: { ...asked.resources, cpuCores, memoryMiB },
    revision: takenBack.runsRevision,
  };
}

/** Returns what is left of a change that was reverted: nothing once something else is asked for. */
export function trackTakenBack(
  asked: DesiredNode,
  { takenBack }: Pick<NodeRecord, 'takenBack'>,
): Pick<NodeRecord, 'takenBack'> {
  const isOver = takenBack && !isSameConfig(workloadConfig(asked), takenBack.asked);
  return { takenBack: isOver ? null : takenBack };
}

/** Returns the change in whose place a node runs what it runs; null where there is none. */
export function takenBackBy(
  runs: Parameters<typeof workloadConfig>[0] & Pick<DesiredNode, 'desiredState'>,
  takenBack: NodeRecord['takenBack'],
): TakenBack | null {
  if (!takenBack || takenBack.refusal !== null || runs.desiredState !== 'running') return null;
  return isSameConfig(workloadConfig(runs), takenBack.runs) ? takenBack : null;
}

export const isSameConfig = (a: WorkloadConfig, b: WorkloadConfig): boolean => keyOf(a) === keyOf(b);

/** By the names of the fields: what was read from disk may have them in another order. */
const keyOf = (config: WorkloadConfig): string => JSON.stringify(workloadConfig(nodeConfigOf(config)));

/** Returns whether the present workload was made from a configuration. */
export const isAppliedConfig = ({ applied }: Pick<NodeRecord, 'applied'>, config: WorkloadConfig): boolean =>
  applied !== null && isSameConfig(applied, config);

/** A daemon that has answered for so long has read its configuration and its data, and works. */
const worksAfterMs = 10_000;

/** Returns the change of the record once a daemon has answered for `answeredMs`. `now`: milliseconds since the epoch. */
export function trackWorked(
  runs: DesiredNode,
  record: Pick<NodeRecord, 'applied' | 'worked' | 'takenBack'>,
  answeredMs: number,
  now: number,
): Partial<NodeRecord> {
  const config = workloadConfig(runs);
  if (answeredMs < worksAfterMs || !isAppliedConfig(record, config)) return {};
  const { worked, takenBack } = record;
  const { revision } = runs;
  if (worked && isSameConfig(worked.config, config)) return { worked: { ...worked, revision } };
  const hasWorkedAfterAll = takenBack && isSameConfig(takenBack.asked, config);
  return {
    worked: { config, revision, since: new Date(now).toISOString() },
    formerlyWorked: worked,
    ...(hasWorkedAfterAll ? { takenBack: null } : {}),
  };
}
