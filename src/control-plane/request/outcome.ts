import { GraphQLError } from 'graphql';
import type { Permission } from '../../contract/permissions.ts';
import type { ChangeType } from '../../contract/types.generated.ts';
import { publish } from '../platform/bus/bus.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from './caller.ts';

export interface MutationSubject {
  type:
    | 'api-key'
    | 'enrolment-token'
    | 'executor'
    | 'node'
    | 'person'
    | 'session'
    | 'organization'
    | 'member'
    | 'invitation'
    | 'incident'
    | 'notification-settings'
    | 'release'
    | 'rollout'
    | 'webhook-delivery';
  id: string;
  revision?: number;
  /** The organization that it concerns, where that is not the one that the caller acts in; null where it concerns none. */
  organizationId?: string | null;
  isActor?: true;
}

export interface Refused extends MutationSubject {
  name: string | null;
}

/** How a mutation ended. Holds neither the caller's input nor the answer: both may contain secrets. */
export interface MutationOutcome {
  requestId: string;
  mutation: string;
  permission: Permission;
  caller: Caller | null;
  /** Null when the mutation failed, or concerned no single object. */
  subject: MutationSubject | null;
  errorCode: string | null;
  durationMs: number;
}

export function errorCodeOf(error: unknown): string {
  const code = error instanceof GraphQLError ? error.extensions['code'] : undefined;
  return typeof code === 'string' ? code : 'internal_error';
}

/** How `Subscription.changes` calls what a mutation concerned; null for what nobody follows there. */
const changeTypes: Record<MutationSubject['type'], Exclude<ChangeType, 'resync'> | null> = {
  'api-key': 'apiKey',
  'enrolment-token': null,
  executor: 'executor',
  node: 'node',
  person: null,
  session: null,
  organization: 'organization',
  member: 'member',
  invitation: 'invitation',
  incident: 'incident',
  'notification-settings': 'notification',
  // Its feature publishes it, for it belongs to no organization.
  release: null,
  rollout: 'rollout',
  'webhook-delivery': 'notification',
};

/** Tells the people of the organization what a mutation concerned, once its transaction is committed. */
export async function publishChange(
  transaction: Database,
  caller: Caller | null,
  { type, id, revision, organizationId = caller?.organizationId ?? undefined }: MutationSubject,
): Promise<void> {
  const changeType = changeTypes[type];
  if (changeType === null || organizationId === undefined || organizationId === null) return;
  await publish(transaction, { kind: 'changed', organizationId, type: changeType, id, revision });
}
