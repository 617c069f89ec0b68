import { paceJob } from '../agents/heartbeat/pace.ts';
import { heartbeatResolvers } from '../agents/heartbeat/resolvers.ts';
import { drainResolvers } from '../fleet/executors/drain.ts';
import { executorSnapshot } from '../fleet/executors/find-executor.ts';
import { offlineJob } from '../fleet/executors/mark-offline.ts';
import { executorResolvers } from '../fleet/executors/resolvers.ts';
import { enrolmentResolvers } from '../fleet/keys/enrol-executor.ts';
import { enrolmentTokenResolvers, enrolmentTokenSnapshot } from '../fleet/keys/enrolment-tokens.ts';
import { keyResolvers } from '../fleet/keys/key-usages.ts';
import { ownKeyResolvers } from '../fleet/keys/own-key.ts';
import { nudgeResolvers } from '../http/streams/nudges.ts';
import type { Feature } from './feature.ts';

/** Hosts with their keys: enrolment, heartbeats, drains, and whether they are online. */
export const executors = {
  resolvers: [
    enrolmentResolvers,
    enrolmentTokenResolvers,
    keyResolvers,
    ownKeyResolvers,
    executorResolvers,
    drainResolvers,
    heartbeatResolvers,
    nudgeResolvers,
  ],
  tasks: (deps) => [offlineJob(deps), paceJob(deps.database, deps.heartbeatPace)],
  snapshots: {
    enrolment_token: enrolmentTokenSnapshot,
    executor: executorSnapshot,
  },
} satisfies Feature;
