import { incidentSnapshot } from '../../alerts/incidents/find-incidents.ts';
import { settingsSnapshot } from '../../alerts/notifications/read-settings.ts';
import { executorSnapshot } from '../../fleet/executors/find-executor.ts';
import { enrolmentTokenSnapshot } from '../../fleet/keys/enrolment-tokens.ts';
import { releaseSnapshot } from '../../fleet/releases/catalog.ts';
import { rolloutSnapshot } from '../../fleet/rollouts/find-rollouts.ts';
import { nodeSnapshot } from '../../nodes/find-nodes.ts';
import { apiKeySnapshot } from '../../people/accounts/api-key-snapshot.ts';
import {
  invitationSnapshot,
  memberSnapshot,
  organizationSnapshot,
  personSnapshot,
} from '../../people/organizations/snapshots.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';

/** How the audit log shows each kind of object that a mutation concerns; null where there is nothing to show. */
export const snapshotReaders: Readonly<Record<MutationSubject['type'], SnapshotReader | null>> = {
  'api-key': apiKeySnapshot,
  'enrolment-token': enrolmentTokenSnapshot,
  executor: executorSnapshot,
  incident: incidentSnapshot,
  invitation: invitationSnapshot,
  member: memberSnapshot,
  node: nodeSnapshot,
  'notification-settings': settingsSnapshot,
  organization: organizationSnapshot,
  person: personSnapshot,
  release: releaseSnapshot,
  rollout: rolloutSnapshot,
  session: null,
  'webhook-delivery': null,
};
