import type { AuditAction } from '../../../contract/types.generated.ts';
import type { CountedConnection } from '../../input/connection.ts';

/** A page of the audit log. */
export type AuditActionPage = CountedConnection<AuditAction>;
