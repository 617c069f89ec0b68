import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import type { NodeRolloutMemberRow, NodeRolloutRow } from '../tables/node-rollouts.ts';

type Happening = 'started' | 'paused' | 'resumed' | 'stopped' | 'finished' | 'cancelled';

/** `what` completes “The rollout “Change to 31.1” …”. */
export const rolloutEvent = (
  { summary }: Pick<NodeRolloutRow, 'summary'>,
  happening: Happening,
  what: string,
): ControlPlaneEvent => ({ kind: `rollout.${happening}`, message: `The rollout “${summary}” ${what}` });

/** The same of one of its members. */
export const memberEvent = (
  { summary }: Pick<NodeRolloutRow, 'summary'>,
  { nodeId, nodeName }: Pick<NodeRolloutMemberRow, 'nodeId' | 'nodeName'>,
  kind: 'rollout.node_changed' | 'rollout.node_back' | 'rollout.node_skipped' | 'rollout.waiting',
  what: string,
): ControlPlaneEvent => ({ kind, message: `The rollout “${summary}” ${what}`, nodeId, nodeName });
