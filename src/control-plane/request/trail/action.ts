import type { AuditActorType } from '../../../contract/types.generated.ts';

/** Who does something. */
export interface AuditActor {
  type: AuditActorType;
  /** For people to read; what is called so may get another name later. */
  name: string;
  userId: string | null;
  apiKeyId: string | null;
}

/** What something is done to. */
export interface AuditTarget {
  type: string;
  id: string;
  name: string | null;
}

/** Where something is asked for. */
export interface AuditOrigin {
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
}

/** An object as it is at one moment. */
export interface Snapshot {
  name: string | null;
  /** What people would want to know of a change. Secrets are left out when it is recorded. */
  values: Readonly<Record<string, unknown>>;
}

/** One action, as it is recorded. */
export interface AuditEntry {
  /** Null for what concerns no organization. */
  organizationId: string | null;
  actor: AuditActor;
  action: string;
  target: AuditTarget | null;
  /** Null when it was done. */
  errorCode: string | null;
  origin: AuditOrigin;
  /** How many refusals like it were left out before it. */
  unrecorded?: number;
  before: Snapshot | undefined;
  after: Snapshot | undefined;
}
