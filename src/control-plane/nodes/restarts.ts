import { isSameWorkload } from '../../bitcoin/workload-config.ts';
import { traitsOf } from '../../contract/phases.ts';
import type { MemberRequest } from '../tables/node-rollouts.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { changeOf } from './change-node.ts';
import { configOf } from './node-config.ts';
import { deliveredState } from './node-status.ts';

type RunColumns = Pick<NodeRow, 'desiredState' | 'observed'> & { executor: Pick<NodeRow['executor'], 'drain'> };

/** Whether its daemon runs, as far as known: that of an offline host may still. */
export const isRunning = ({ desiredState, observed, executor }: RunColumns): boolean =>
  isMeantToRun({ desiredState, executor }) && observed !== null && traitsOf(observed.phase)?.isUp === true;

export const isMeantToRun = ({ desiredState, executor }: Omit<RunColumns, 'observed'>): boolean =>
  deliveredState(desiredState, executor.drain) === 'running';

/** Whether a request makes the agent restart the daemon of a node that runs. */
export function restarts(row: NodeRow, request: MemberRequest): boolean {
  if (!('update' in request)) return true;
  const changed = { ...row, ...changeOf(row, request.update) };
  return changed.desiredState === 'running' && !isSameWorkload(configOf(row), configOf(changed));
}
