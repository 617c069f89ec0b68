import { GraphQLError } from 'graphql';
import type { ChangeType, Permission, UserErrorCode } from '../../contract/types.generated.ts';
import { publish } from '../platform/bus/outbox.ts';
import { isCancelled, isDatabaseAway } from '../platform/database/connection-fault.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from './caller.ts';

export interface MutationSubject {
  type: keyof typeof changeTypes;
  id: string;
  revision?: number | undefined;
  /** The organization concerned, if it is not the caller's; null for none. */
  organizationId?: string | null;
  isActor?: true;
}

export interface Refused extends MutationSubject {
  name: string | null;
}

/** The outcome of a mutation. Contains neither the caller's input nor the answer: both may contain secrets. */
export interface MutationOutcome {
  requestId: string;
  mutation: string;
  permission: Permission;
  caller: Caller | null;
  /** Null if the mutation failed or concerned no single object. */
  subject: MutationSubject | null;
  errorCode: UserErrorCode | null;
  durationMs: number;
}

/** Returns the code that the caller gets. Every error of the product has one of the enumeration. */
export function errorCodeOf(error: unknown): UserErrorCode {
  const code = error instanceof GraphQLError ? error.extensions['code'] : undefined;
  if (typeof code === 'string') return code as UserErrorCode;
  if (isCancelled(error)) return 'timed_out';
  return isDatabaseAway(error) ? 'unavailable' : 'internal_error';
}

/** Types in `Subscription.changes`; null for objects that it does not cover. */
const changeTypes = {
  api_key: 'api_key',
  enrolment_token: null,
  executor: 'executor',
  endpoint: 'endpoint',
  consumer: 'endpoint',
  node: 'node',
  person: null,
  session: null,
  organization: 'organization',
  member: 'member',
  invitation: 'invitation',
  incident: 'incident',
  notification_channel: 'notification',
  notification_settings: 'notification',
  // Published by its feature, because it belongs to no organization.
  release: null,
  rollout: 'rollout',
  node_rollout: 'rollout',
  webhook_delivery: 'notification',
} as const satisfies Record<string, ChangeType | null>;

/** Notifies the organization's people of the changed object, after the transaction is committed. */
export async function publishChange(
  transaction: Database,
  caller: Caller | null,
  { type, id, revision, organizationId = caller?.organizationId ?? undefined }: MutationSubject,
): Promise<void> {
  const changeType = changeTypes[type];
  if (changeType === null || organizationId === undefined || organizationId === null) return;
  await publish(transaction, { kind: 'changed', organizationId, type: changeType, id, revision });
}
