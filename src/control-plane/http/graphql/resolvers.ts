import type { AgentAnswers } from '../../agents/agent-requests/agent-answers.ts';
import { agentRequestResolvers } from '../../agents/agent-requests/resolvers.ts';
import { heartbeatResolvers } from '../../agents/heartbeat/resolvers.ts';
import { incidentResolvers } from '../../alerts/incidents/resolvers.ts';
import { notificationResolvers } from '../../alerts/notifications/resolvers.ts';
import type { AddressPolicy } from '../../alerts/webhooks/address-policy.ts';
import { type WebhookDeps, webhookResolvers } from '../../alerts/webhooks/resolvers.ts';
import { executorResolvers } from '../../fleet/executors/resolvers.ts';
import { enrolmentResolvers } from '../../fleet/keys/enrolment-resolvers.ts';
import { keyResolvers } from '../../fleet/keys/resolvers.ts';
import { releaseResolvers } from '../../fleet/releases/resolvers.ts';
import { rolloutResolvers } from '../../fleet/rollouts/resolvers.ts';
import { auditResolvers } from '../../history/audit/resolvers.ts';
import { eventResolvers } from '../../history/events/resolvers.ts';
import { metricsResolvers } from '../../history/metrics/resolvers.ts';
import type { ClientLifecycle } from '../../nodes/client-lifecycle.ts';
import { recoveryResolvers } from '../../nodes/recovery/resolvers.ts';
import { nodeResolvers } from '../../nodes/resolvers.ts';
import type { ApiKeyAuthenticator } from '../../people/accounts/api-key-authenticator.ts';
import { accountResolvers } from '../../people/accounts/resolvers.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import { organizationResolvers } from '../../people/organizations/resolvers.ts';
import type { AuthOf } from '../../people/sign-in/auths.ts';
import type { PasswordWork } from '../../people/sign-in/password-work.ts';
import { peopleResolvers } from '../../people/sign-in/resolvers.ts';
import { secondFactorResolvers } from '../../people/sign-in/second-factor.ts';
import { viewerResolvers } from '../../people/sign-in/viewer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Measures } from '../../platform/monitoring/measures.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { OpenStreams } from '../../request/streams/open-streams.ts';
import type { SignUpMode } from '../../settings.ts';
import type { Changes } from '../changes/changes.ts';
import { changeResolvers } from '../changes/resolvers.ts';
import type { Nudges } from '../nudges/nudges.ts';
import { nudgeResolvers } from '../nudges/resolvers.ts';

export interface ResolverDeps {
  database: Database;
  secret: Secret;
  lifecycle: Pick<ClientLifecycle, 'table'>;
  apiKeyAuthenticator: ApiKeyAuthenticator;
  nudges: Nudges;
  changes: Changes;
  streams: OpenStreams;
  answers: AgentAnswers;
  heartbeatIntervalSeconds: number;
  /** Which addresses webhooks may go to. */
  policy: AddressPolicy;
  deliveries: WebhookDeps['deliveries'];
  sampleRetentionDays: number;
  upgradeDeadlineMinutes: number;
  authOf: AuthOf;
  passwordWork: PasswordWork;
  signUp: SignUpMode;
  publicUrl?: string | undefined;
  measures?: Measures;
}

/** The resolvers of every feature. */
export const buildResolvers = (deps: ResolverDeps): Resolvers[] => [
  accountResolvers(deps),
  auditResolvers(),
  eventResolvers(deps),
  metricsResolvers,
  organizationResolvers(deps),
  viewerResolvers(),
  peopleResolvers(deps),
  secondFactorResolvers(deps),
  executorResolvers(),
  nodeResolvers(deps),
  recoveryResolvers,
  agentRequestResolvers(deps),
  incidentResolvers(deps),
  keyResolvers(),
  enrolmentResolvers(),
  notificationResolvers(deps),
  webhookResolvers(deps),
  releaseResolvers(deps),
  rolloutResolvers(),
  heartbeatResolvers(deps),
  nudgeResolvers(deps),
  changeResolvers(deps),
];
