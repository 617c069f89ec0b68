import type { AuditActorType } from '../../../contract/types.generated.ts';

export interface AuditActor {
  type: AuditActorType;
  name: string;
  userId: string | null;
  apiKeyId: string | null;
}

export interface Snapshot {
  name: string | null;
  /** The values that matter to people. Secrets are removed when they are recorded. */
  values: Readonly<Record<string, unknown>>;
}

export interface AuditEntry {
  /** Null for an action outside of organizations. */
  organizationId: string | null;
  actor: AuditActor;
  action: string;
  target: { type: string; id: string; name: string | null } | null;
  errorCode: string | null;
  origin: { address: string | null; userAgent: string | null; requestId: string | null };
  /** Number of similar refusals that were skipped before it. */
  unrecorded?: number;
  before: Snapshot | undefined;
  after: Snapshot | undefined;
}
