import type { ApiKeyAuthenticator } from '../accounts/api-key-authenticator.ts';
import { accountResolvers } from '../accounts/resolvers.ts';
import type { Secret } from '../accounts/secret.ts';
import { auditResolvers } from '../audit/resolvers.ts';
import type { Changes } from '../changes/changes.ts';
import { changeResolvers } from '../changes/resolvers.ts';
import type { Database } from '../database/database.ts';
import { eventResolvers } from '../events/resolvers.ts';
import { executorResolvers } from '../executors/resolvers.ts';
import type { Answers } from '../explanations/answers.ts';
import { explanationResolvers } from '../explanations/resolvers.ts';
import { heartbeatResolvers } from '../heartbeat/resolvers.ts';
import { incidentResolvers } from '../incidents/resolvers.ts';
import { enrolmentResolvers } from '../keys/enrolment-resolvers.ts';
import { keyResolvers } from '../keys/resolvers.ts';
import type { LogReaders } from '../logs/log-readers.ts';
import { logResolvers } from '../logs/resolvers.ts';
import { metricsResolvers } from '../metrics/resolvers.ts';
import type { Measures } from '../monitoring/measures.ts';
import { nodeResolvers } from '../nodes/resolvers.ts';
import { notificationResolvers } from '../notifications/resolvers.ts';
import type { Nudges } from '../nudges/nudges.ts';
import { nudgeResolvers } from '../nudges/resolvers.ts';
import { organizationResolvers } from '../organizations/resolvers.ts';
import type { AuthOf } from '../people/auths.ts';
import type { PasswordWork } from '../people/password-work.ts';
import { peopleResolvers } from '../people/resolvers.ts';
import { secondFactorResolvers } from '../people/second-factor.ts';
import { viewerResolvers } from '../people/viewer.ts';
import { releaseResolvers } from '../releases/resolvers.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { rolloutResolvers } from '../rollouts/resolvers.ts';
import { rpcCallResolvers } from '../rpc-calls/resolvers.ts';
import type { SignUpMode } from '../settings.ts';
import type { AddressPolicy } from '../webhooks/address-policy.ts';
import { type WebhookDeps, webhookResolvers } from '../webhooks/resolvers.ts';

export interface ResolverDeps {
  database: Database;
  secret: Secret;
  apiKeyAuthenticator: ApiKeyAuthenticator;
  nudges: Nudges;
  changes: Changes;
  answers: Answers;
  logReaders: LogReaders;
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
  logResolvers(deps),
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
  explanationResolvers(deps),
  rpcCallResolvers,
];
