import type { ControlPlaneEvent } from '../history/events/record-events.ts';
import type { NodeRolloutMemberRow, NodeRolloutRow } from '../tables/node-rollouts.ts';

/** `what` completes “The rollout “Change to 31.1” …”, about one of its members. */
export const memberEvent = (
  { summary }: Pick<NodeRolloutRow, 'summary'>,
  { nodeId, nodeName }: Pick<NodeRolloutMemberRow, 'nodeId' | 'nodeName'>,
  kind: 'rollout.node_changed' | 'rollout.node_back' | 'rollout.node_skipped' | 'rollout.waiting',
  what: string,
): ControlPlaneEvent => ({ kind, message: `The rollout “${summary}” ${what}`, nodeId, nodeName });
