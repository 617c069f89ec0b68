import { releaseResolvers, releaseSnapshot } from '../fleet/releases/catalog.ts';
import { upgradeTimeOutJob } from '../fleet/releases/end-upgrades.ts';
import { upgradeFields } from '../fleet/releases/find-upgrades.ts';
import { upgradeResolvers } from '../fleet/releases/request-upgrade.ts';
import { rolloutJob } from '../fleet/rollouts/advance-rollout.ts';
import { changeRolloutResolvers } from '../fleet/rollouts/change-rollout.ts';
import { rolloutResolvers, rolloutSnapshot } from '../fleet/rollouts/rollouts.ts';
import { startRolloutResolvers } from '../fleet/rollouts/start-rollout.ts';
import type { Feature } from './feature.ts';

/** Releases of the agent, upgrades of single agents, and their rollouts. */
export const upgrades = {
  resolvers: [
    releaseResolvers,
    upgradeFields,
    upgradeResolvers,
    rolloutResolvers,
    startRolloutResolvers,
    changeRolloutResolvers,
  ],
  jobs: (deps) => [upgradeTimeOutJob(deps.database), rolloutJob(deps)],
  snapshots: {
    release: releaseSnapshot,
    rollout: rolloutSnapshot,
  },
} satisfies Feature;
