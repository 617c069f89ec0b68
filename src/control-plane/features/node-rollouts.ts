import { nodeRolloutJob } from '../rollouts/advance-node-rollout.ts';
import { changeNodeRolloutResolvers } from '../rollouts/change-node-rollout.ts';
import { changeNodesResolvers } from '../rollouts/change-nodes.ts';
import { maintenanceResolvers } from '../rollouts/maintenance-schedules.ts';
import { nodeRolloutResolvers, nodeRolloutSnapshot } from '../rollouts/node-rollouts.ts';
import { startNodeRolloutResolvers } from '../rollouts/start-node-rollout.ts';
import { undoNodeRolloutResolvers } from '../rollouts/undo-node-rollout.ts';
import type { Feature } from './feature.ts';

/** Changes of many nodes: their rollouts and maintenance schedules. */
export const nodeRollouts = {
  resolvers: [
    changeNodesResolvers,
    nodeRolloutResolvers,
    startNodeRolloutResolvers,
    undoNodeRolloutResolvers,
    changeNodeRolloutResolvers,
    maintenanceResolvers,
  ],
  jobs: (deps) => [nodeRolloutJob(deps)],
  snapshots: {
    node_rollout: nodeRolloutSnapshot,
  },
} satisfies Feature;
