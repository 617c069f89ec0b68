import { workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import type { TakenBack } from '../../runtime/worked-config.ts';
import { isSameConfig } from './configurations.ts';

/** Returns the change of a node that is taken back now; null where the node must run as asked. */
export function changeInForce(asked: DesiredNode, { takenBack }: Pick<NodeRecord, 'takenBack'>): TakenBack | null {
  if (!takenBack || takenBack.refusal !== null) return null;
  if (asked.desiredState !== 'running' || asked.revertFailedChange === false) return null;
  if (asked.restartCounter > takenBack.restartCounter) return null;
  return isSameConfig(workloadConfig(asked), takenBack.asked) ? takenBack : null;
}

/** Returns what a node must be on this host: what is asked, or the configuration before a change that was taken back. */
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

/** Returns what is left of a change that was taken back: nothing once something else is asked for. */
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
