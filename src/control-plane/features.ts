import type { AgentAnswers } from './agents/agent-requests/agent-answers.ts';
import { answerRequestResolvers } from './agents/agent-requests/answer-request.ts';
import { explainNodeResolvers } from './agents/agent-requests/explain-node.ts';
import { requestExpiryJob } from './agents/agent-requests/limits.ts';
import { openRequestResolvers } from './agents/agent-requests/open-request.ts';
import { readLogResolvers } from './agents/agent-requests/read-log.ts';
import type { HeartbeatPace } from './agents/heartbeat/pace.ts';
import { heartbeatResolvers } from './agents/heartbeat/resolvers.ts';
import type { AddressPolicy } from './alerts/channels/address-policy.ts';
import type { MailServer } from './alerts/channels/mail.ts';
import { diskForecastResolvers } from './alerts/incidents/disk-forecast.ts';
import { incidentResolvers, incidentSnapshot } from './alerts/incidents/incidents.ts';
import { networkResolvers } from './alerts/incidents/networks.ts';
import { nodeProblemResolvers } from './alerts/incidents/node-problems.ts';
import { alertRetentionJob } from './alerts/incidents/retention.ts';
import { rulesJob } from './alerts/incidents/run-rules.ts';
import { channelResolvers, channelSnapshot } from './alerts/notifications/channels.ts';
import { settingsResolvers, settingsSnapshot } from './alerts/notifications/settings.ts';
import { webhookResolvers } from './alerts/webhooks/resolvers.ts';
import { consumerUsageResolvers } from './endpoints/consumer-usage.ts';
import { consumerResolvers, consumerSnapshot } from './endpoints/consumers.ts';
import { endpointsJob } from './endpoints/deliver-endpoints.ts';
import { endpointResolvers, endpointSnapshot } from './endpoints/endpoints.ts';
import { reportEndpointsResolvers } from './endpoints/report-endpoints.ts';
import { showEndpointResolvers } from './endpoints/show-endpoint.ts';
import { drainResolvers } from './fleet/executors/drain.ts';
import { executorSnapshot } from './fleet/executors/find-executor.ts';
import type { RefusedHeartbeats } from './fleet/executors/refused-heartbeats.ts';
import { executorResolvers } from './fleet/executors/resolvers.ts';
import { enrolmentResolvers } from './fleet/keys/enrol-executor.ts';
import { enrolmentTokenResolvers, enrolmentTokenSnapshot } from './fleet/keys/enrolment-tokens.ts';
import { keyResolvers } from './fleet/keys/key-usages.ts';
import { ownKeyResolvers } from './fleet/keys/own-key.ts';
import { releaseResolvers, releaseSnapshot } from './fleet/releases/catalog.ts';
import { upgradeTimeOutJob } from './fleet/releases/end-upgrades.ts';
import { upgradeFields } from './fleet/releases/find-upgrades.ts';
import { upgradeResolvers } from './fleet/releases/request-upgrade.ts';
import { rolloutJob } from './fleet/rollouts/advance-rollout.ts';
import { changeRolloutResolvers } from './fleet/rollouts/change-rollout.ts';
import { rolloutResolvers, rolloutSnapshot } from './fleet/rollouts/rollouts.ts';
import { startRolloutResolvers } from './fleet/rollouts/start-rollout.ts';
import { nodeAuthorResolvers } from './history/audit/node-authors.ts';
import { auditResolvers } from './history/audit/resolvers.ts';
import { eventResolvers } from './history/events/resolvers.ts';
import { retentionJob } from './history/events/retention.ts';
import { metricsResolvers } from './history/metrics/resolvers.ts';
import { historyRetentionJob } from './history/metrics/retention.ts';
import { sampleExecutorsJob } from './history/metrics/sample-executors.ts';
import { type Changes, changeResolvers } from './http/streams/changes.ts';
import { type Nudges, nudgeResolvers } from './http/streams/nudges.ts';
import { changeNodeResolvers } from './nodes/change-node.ts';
import { createNodeResolvers } from './nodes/create-node.ts';
import { keptDataResolvers } from './nodes/data/remove-kept-data.ts';
import { findNodeResolvers, nodeSnapshot } from './nodes/find-nodes.ts';
import { nodeOptionsResolvers } from './nodes/node-options.ts';
import { changeOperationResolvers } from './nodes/operations/change-operation.ts';
import { operationResolvers } from './nodes/operations/show-operation.ts';
import { previewResolvers } from './nodes/preview-node.ts';
import { bitcoinConfResolvers } from './nodes/read-bitcoin-conf.ts';
import { offerResolvers } from './nodes/recovery/offers.ts';
import { takeOverResolvers } from './nodes/recovery/take-over.ts';
import { nodeFieldResolvers } from './nodes/resolvers.ts';
import { rpcCredentialResolvers } from './nodes/rpc-credentials/rotate-rpc-credentials.ts';
import { rotationJob } from './nodes/rpc-credentials/rotation-job.ts';
import type { ApiKeyAuthenticator } from './people/accounts/api-key-authenticator.ts';
import { accountResolvers, apiKeySnapshot } from './people/accounts/api-keys.ts';
import { invitationResolvers, invitationSnapshot } from './people/organizations/invitations.ts';
import { memberResolvers, memberSnapshot } from './people/organizations/members.ts';
import { organizationResolvers, organizationSnapshot } from './people/organizations/organizations.ts';
import { personSnapshot, systemAdminResolvers } from './people/organizations/system-admins.ts';
import { passwordResolvers } from './people/sign-in/passwords.ts';
import { secondFactorResolvers } from './people/sign-in/second-factor.ts';
import { peopleCleanUpJob, sessionResolvers } from './people/sign-in/sessions.ts';
import { signInResolvers } from './people/sign-in/sign-in.ts';
import { signUpResolvers } from './people/sign-in/sign-up.ts';
import { type SingleSignOnDeps, singleSignOnResolvers } from './people/sign-in/single-sign-on/resolvers.ts';
import { viewerResolvers } from './people/sign-in/viewer.ts';
import type { Database } from './platform/database/database.ts';
import type { JobDeps, ReplicaJob } from './platform/jobs/run-on-one-replica.ts';
import type { Measures } from './platform/monitoring/measures.ts';
import { idempotencyJob } from './request/idempotency.ts';
import type { MutationSubject } from './request/outcome.ts';
import type { Resolvers } from './request/resolvers.generated.ts';
import type { OpenStreams } from './request/streams/open-streams.ts';
import type { SnapshotReader } from './request/trail/audit-trail.ts';
import { nodeRolloutJob } from './rollouts/advance-node-rollout.ts';
import { changeNodeRolloutResolvers } from './rollouts/change-node-rollout.ts';
import { changeNodesResolvers } from './rollouts/change-nodes.ts';
import { maintenanceResolvers } from './rollouts/maintenance-schedules.ts';
import { nodeRolloutResolvers, nodeRolloutSnapshot } from './rollouts/node-rollouts.ts';
import { startNodeRolloutResolvers } from './rollouts/start-node-rollout.ts';
import { undoNodeRolloutResolvers } from './rollouts/undo-node-rollout.ts';

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

const resolvers: readonly ((deps: ResolverDeps) => Resolvers)[] = [
  accountResolvers,
  organizationResolvers,
  memberResolvers,
  invitationResolvers,
  systemAdminResolvers,
  viewerResolvers,
  signInResolvers,
  singleSignOnResolvers,
  signUpResolvers,
  passwordResolvers,
  sessionResolvers,
  secondFactorResolvers,
  executorResolvers,
  drainResolvers,
  keyResolvers,
  ownKeyResolvers,
  enrolmentResolvers,
  enrolmentTokenResolvers,
  releaseResolvers,
  upgradeFields,
  upgradeResolvers,
  rolloutResolvers,
  startRolloutResolvers,
  changeRolloutResolvers,
  findNodeResolvers,
  createNodeResolvers,
  changeNodeResolvers,
  changeNodesResolvers,
  nodeRolloutResolvers,
  startNodeRolloutResolvers,
  undoNodeRolloutResolvers,
  changeNodeRolloutResolvers,
  maintenanceResolvers,
  previewResolvers,
  keptDataResolvers,
  nodeFieldResolvers,
  nodeOptionsResolvers,
  bitcoinConfResolvers,
  operationResolvers,
  changeOperationResolvers,
  offerResolvers,
  takeOverResolvers,
  rpcCredentialResolvers,
  endpointResolvers,
  showEndpointResolvers,
  consumerResolvers,
  consumerUsageResolvers,
  reportEndpointsResolvers,
  heartbeatResolvers,
  openRequestResolvers,
  answerRequestResolvers,
  explainNodeResolvers,
  readLogResolvers,
  channelResolvers,
  webhookResolvers,
  settingsResolvers,
  nodeProblemResolvers,
  diskForecastResolvers,
  networkResolvers,
  incidentResolvers,
  auditResolvers,
  nodeAuthorResolvers,
  eventResolvers,
  metricsResolvers,
  nudgeResolvers,
  changeResolvers,
];

export const buildResolvers = (deps: ResolverDeps): Resolvers[] => resolvers.map((build) => build(deps));

/** Each runs on one replica at a time. */
export const buildJobs = (deps: JobDeps): ReplicaJob[] => {
  const { database, settings } = deps;
  return [
    peopleCleanUpJob(database),
    retentionJob(database, settings),
    historyRetentionJob(database, settings),
    sampleExecutorsJob(database),
    upgradeTimeOutJob(database),
    rolloutJob(deps),
    requestExpiryJob(database),
    rotationJob(database),
    endpointsJob(deps),
    nodeRolloutJob(deps),
    idempotencyJob(database),
    rulesJob(deps),
    alertRetentionJob(database, settings),
  ];
};

/** The audit log's view of each kind of object; null for none. A record, so that no kind can be forgotten. */
export const snapshotReaders: Readonly<Record<MutationSubject['type'], SnapshotReader | null>> = {
  api_key: apiKeySnapshot,
  consumer: consumerSnapshot,
  endpoint: endpointSnapshot,
  enrolment_token: enrolmentTokenSnapshot,
  executor: executorSnapshot,
  incident: incidentSnapshot,
  invitation: invitationSnapshot,
  member: memberSnapshot,
  node: nodeSnapshot,
  node_rollout: nodeRolloutSnapshot,
  notification_channel: channelSnapshot,
  notification_settings: settingsSnapshot,
  organization: organizationSnapshot,
  person: personSnapshot,
  release: releaseSnapshot,
  rollout: rolloutSnapshot,
  session: null,
  webhook_delivery: null,
};
