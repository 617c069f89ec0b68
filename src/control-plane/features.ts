import type { PeriodicTask } from '../timing/periodic-task.ts';
import { agentRequests } from './features/agent-requests.ts';
import { alerts } from './features/alerts.ts';
import { endpoints } from './features/endpoints.ts';
import { executors } from './features/executors.ts';
import type { Feature, ResolverDeps, TaskDeps } from './features/feature.ts';
import { history } from './features/history.ts';
import { nodeRollouts } from './features/node-rollouts.ts';
import { nodes } from './features/nodes.ts';
import { people } from './features/people.ts';
import { requests } from './features/requests.ts';
import { upgrades } from './features/upgrades.ts';
import type { JobDeps, ReplicaJob } from './platform/jobs/run-on-one-replica.ts';
import type { MutationSubject } from './request/outcome.ts';
import type { Resolvers } from './request/resolvers.generated.ts';
import type { SnapshotReader } from './request/trail/audit-trail.ts';

const features: readonly Feature[] = [
  people,
  executors,
  upgrades,
  nodes,
  nodeRollouts,
  endpoints,
  agentRequests,
  alerts,
  history,
  requests,
];

export const buildResolvers = (deps: ResolverDeps): Resolvers[] =>
  features.flatMap(({ resolvers }) => resolvers.map((build) => build(deps)));

/** Each runs on one replica at a time. */
export const buildJobs = (deps: JobDeps): ReplicaJob[] => features.flatMap(({ jobs }) => jobs?.(deps) ?? []);

/** They run on every replica. */
export const buildTasks = (deps: TaskDeps): PeriodicTask[] => features.flatMap(({ tasks }) => tasks?.(deps) ?? []);

/** The audit log's view of each kind of object; null for none. A record, so that no kind can be forgotten. */
export const snapshotReaders: Readonly<Record<MutationSubject['type'], SnapshotReader | null>> = {
  ...people.snapshots,
  ...executors.snapshots,
  ...upgrades.snapshots,
  ...nodes.snapshots,
  ...nodeRollouts.snapshots,
  ...endpoints.snapshots,
  ...alerts.snapshots,
};
