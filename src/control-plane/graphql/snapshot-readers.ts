import { apiKeySnapshot } from '../accounts/api-key-snapshot.ts';
import type { SnapshotReader } from '../audit/trail/audit-trail.ts';
import { executorSnapshot } from '../executors/executor-snapshot.ts';
import { incidentSnapshot } from '../incidents/incident-snapshot.ts';
import { enrolmentTokenSnapshot } from '../keys/enrolment-token-snapshot.ts';
import { nodeSnapshot } from '../nodes/node-snapshot.ts';
import { settingsSnapshot } from '../notifications/settings-snapshot.ts';
import {
  invitationSnapshot,
  memberSnapshot,
  organizationSnapshot,
  personSnapshot,
} from '../organizations/snapshots.ts';
import { releaseSnapshot } from '../releases/release-snapshot.ts';
import type { MutationSubject } from '../request/outcome.ts';
import { rolloutSnapshot } from '../rollouts/rollout-snapshot.ts';

/** How the audit log shows each kind of object that a mutation concerns; null where there is nothing to show. */
export const snapshotReaders: Readonly<Record<MutationSubject['type'], SnapshotReader | null>> = {
  'api-key': apiKeySnapshot,
  'enrolment-token': enrolmentTokenSnapshot,
  executor: executorSnapshot,
  incident: incidentSnapshot,
  invitation: invitationSnapshot,
  'log-session': null,
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
