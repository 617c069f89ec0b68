import type { AuditAction } from '../../../contract/types.generated.ts';
import type { CountedConnection } from '../../platform/input/connection.ts';

/** A page of the audit log. */
export type AuditActionPage = CountedConnection<AuditAction>;
