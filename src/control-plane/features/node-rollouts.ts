import { nodeRolloutJob } from '../rollouts/advance-node-rollout.ts';
import { changeNodeRolloutResolvers } from '../rollouts/change-node-rollout.ts';
import { changeNodesResolvers } from '../rollouts/change-nodes.ts';
import { maintenanceResolvers } from '../rollouts/maintenance-schedules.ts';
import { nodeRolloutResolvers, nodeRolloutSnapshot } from '../rollouts/node-rollouts.ts';
import { rotationJob } from '../rollouts/rpc-rotation/advance-rotation.ts';
import { rpcRotationResolvers } from '../rollouts/rpc-rotation/rotate-rpc-credentials.ts';
import { startNodeRolloutResolvers } from '../rollouts/start-node-rollout.ts';
import { undoNodeRolloutResolvers } from '../rollouts/undo-node-rollout.ts';
import type { Feature } from './feature.ts';

/** Changes of many nodes: their rollouts, maintenance schedules, and rotations of their RPC credentials. */
export const nodeRollouts = {
  resolvers: [
    changeNodesResolvers,
    nodeRolloutResolvers,
    startNodeRolloutResolvers,
    undoNodeRolloutResolvers,
    changeNodeRolloutResolvers,
    maintenanceResolvers,
    rpcRotationResolvers,
  ],
  jobs: (deps) => [nodeRolloutJob(deps), rotationJob(deps.database)],
  snapshots: {
    node_rollout: nodeRolloutSnapshot,
  },
} satisfies Feature;
