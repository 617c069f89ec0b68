import type { ChangeType } from '../../contract/types.generated.ts';
import { publish } from '../platform/bus/publish.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from './caller.ts';
import type { MutationSubject } from './outcome.ts';

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
  await publish(transaction, {
    kind: 'changed',
    organizationId,
    type: changeType,
    id,
    ...(revision === undefined ? {} : { revision }),
  });
}
