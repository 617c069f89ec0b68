import type { AgentAnswers } from './agents/agent-requests/agent-answers.ts';
import { agentRequests } from './agents/agent-requests/resolvers.ts';
import { heartbeat } from './agents/heartbeat/resolvers.ts';
import { incidentSnapshot } from './alerts/incidents/find-incidents.ts';
import { incidents } from './alerts/incidents/resolvers.ts';
import { settingsSnapshot } from './alerts/notifications/read-settings.ts';
import { notifications } from './alerts/notifications/resolvers.ts';
import type { AddressPolicy } from './alerts/webhooks/address-policy.ts';
import { webhooks } from './alerts/webhooks/resolvers.ts';
import { executorSnapshot } from './fleet/executors/find-executor.ts';
import { executors } from './fleet/executors/resolvers.ts';
import { enrolment } from './fleet/keys/enrolment-resolvers.ts';
import { enrolmentTokenSnapshot } from './fleet/keys/enrolment-tokens.ts';
import { executorKeys } from './fleet/keys/key-usages.ts';
import { releaseSnapshot } from './fleet/releases/catalog.ts';
import { releases } from './fleet/releases/resolvers.ts';
import { rolloutSnapshot } from './fleet/rollouts/find-rollouts.ts';
import { rollouts } from './fleet/rollouts/resolvers.ts';
import { audit } from './history/audit/resolvers.ts';
import { events } from './history/events/resolvers.ts';
import { metrics } from './history/metrics/resolvers.ts';
import { type Changes, changes } from './http/streams/changes.ts';
import { type Nudges, nudges } from './http/streams/nudges.ts';
import { nodeSnapshot } from './nodes/find-nodes.ts';
import { recovery } from './nodes/recovery/resolvers.ts';
import { nodes } from './nodes/resolvers.ts';
import type { ApiKeyAuthenticator } from './people/accounts/api-key-authenticator.ts';
import { apiKeySnapshot } from './people/accounts/api-keys.ts';
import { accounts } from './people/accounts/resolvers.ts';
import { organizations } from './people/organizations/resolvers.ts';
import * as people from './people/organizations/snapshots.ts';
import type { PeopleDeps } from './people/sign-in/auths.ts';
import { secondFactor, signIn, viewer } from './people/sign-in/resolvers.ts';
import type { Database } from './platform/database/database.ts';
import type { JobDeps, ReplicaJob } from './platform/jobs/run-on-one-replica.ts';
import type { Measures } from './platform/monitoring/measures.ts';
import type { MutationSubject } from './request/outcome.ts';
import type { Resolvers } from './request/resolvers.generated.ts';
import type { OpenStreams } from './request/streams/open-streams.ts';
import type { SnapshotReader } from './request/trail/audit-trail.ts';

/** Dependencies of the features' resolvers. */
export interface ResolverDeps extends PeopleDeps {
  database: Database;
  apiKeyAuthenticator: ApiKeyAuthenticator;
  nudges: Nudges;
  changes: Changes;
  streams: OpenStreams;
  answers: AgentAnswers;
  heartbeatIntervalSeconds: number;
  /** Addresses that webhooks may go to. */
  policy: AddressPolicy;
  deliveries: JobDeps['deliveries'];
  lifecycle: Pick<JobDeps['lifecycle'], 'table'>;
  sampleRetentionDays: number;
  upgradeDeadlineMinutes: number;
  measures: Measures;
}

/** What a feature adds to the server. */
interface Feature {
  resolvers(deps: ResolverDeps): Resolvers;
  /** Run on one replica at a time. */
  jobs?(deps: JobDeps): ReplicaJob[];
}

const features: readonly Feature[] = [
  ...[accounts, organizations, signIn, secondFactor, viewer, audit, events, metrics],
  ...[executors, executorKeys, enrolment, releases, rollouts, nodes, recovery],
  ...[agentRequests, heartbeat, nudges, changes, incidents, notifications, webhooks],
];

export const buildResolvers = (deps: ResolverDeps): Resolvers[] => features.map(({ resolvers }) => resolvers(deps));

export const buildJobs = (deps: JobDeps): ReplicaJob[] => features.flatMap(({ jobs }) => jobs?.(deps) ?? []);

/** The audit log's view of each kind of object; null for none. A record, so that no kind can be forgotten. */
export const snapshotReaders: Readonly<Record<MutationSubject['type'], SnapshotReader | null>> = {
  'api-key': apiKeySnapshot,
  'enrolment-token': enrolmentTokenSnapshot,
  executor: executorSnapshot,
  incident: incidentSnapshot,
  invitation: people.invitationSnapshot,
  member: people.memberSnapshot,
  node: nodeSnapshot,
  'notification-settings': settingsSnapshot,
  organization: people.organizationSnapshot,
  person: people.personSnapshot,
  release: releaseSnapshot,
  rollout: rolloutSnapshot,
  session: null,
  'webhook-delivery': null,
};
