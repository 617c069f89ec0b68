import type { PeriodicTask } from '../../timing/periodic-task.ts';
import type { AgentAnswers } from '../agents/agent-requests/agent-answers.ts';
import type { HeartbeatPace } from '../agents/heartbeat/pace.ts';
import type { AddressPolicy } from '../alerts/channels/address-policy.ts';
import type { MailServer } from '../alerts/channels/mail.ts';
import type { RefusedHeartbeats } from '../fleet/executors/refused-heartbeats.ts';
import type { Changes } from '../http/streams/changes.ts';
import type { Nudges } from '../http/streams/nudges.ts';
import type { ApiKeyAuthenticator } from '../people/accounts/api-key-authenticator.ts';
import type { KeyUse } from '../people/accounts/key-use.ts';
import type { SingleSignOnDeps } from '../people/sign-in/single-sign-on/resolvers.ts';
import type { Database } from '../platform/database/database.ts';
import type { Lease } from '../platform/jobs/lease.ts';
import type { JobDeps, ReplicaJob } from '../platform/jobs/run-on-one-replica.ts';
import type { Measures } from '../platform/monitoring/measures.ts';
import type { MutationSubject } from '../request/outcome.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { OpenStreams } from '../request/streams/open-streams.ts';
import type { SnapshotReader } from '../request/trail/audit-trail.ts';

export interface ResolverDeps extends SingleSignOnDeps {
  heartbeatDatabase: Database;
  refusedHeartbeats: RefusedHeartbeats;
  apiKeyAuthenticator: ApiKeyAuthenticator;
  nudges: Nudges;
  changes: Changes;
  streams: OpenStreams;
  answers: AgentAnswers;
  heartbeatPace: HeartbeatPace;
  /** Addresses that channels may send to. */
  policy: AddressPolicy;
  /** The server of email channels; undefined for none. */
  mail?: MailServer | undefined;
  deliveries: JobDeps['deliveries'];
  lifecycle: Pick<JobDeps['lifecycle'], 'table'>;
  sampleRetentionDays: number;
  upgradeDeadlineMinutes: number;
  measures: Measures;
}

/** What the tasks of every replica need beside what jobs get. */
export interface TaskDeps extends JobDeps {
  keyUse: KeyUse;
  refusedHeartbeats: RefusedHeartbeats;
  heartbeatPace: HeartbeatPace;
  lease: Pick<Lease, 'isHeld'>;
}

/** What a feature adds to the control plane. */
export interface Feature {
  resolvers: readonly ((deps: ResolverDeps) => Resolvers)[];
  /** Each runs on one replica at a time. */
  jobs?(deps: JobDeps): readonly ReplicaJob[];
  /** They run on every replica, each of which knows only its own stalls and callers. */
  tasks?(deps: TaskDeps): readonly PeriodicTask[];
  /** The audit log's view of each kind of object that its mutations change; null for none. */
  snapshots: Partial<Record<MutationSubject['type'], SnapshotReader | null>>;
}
