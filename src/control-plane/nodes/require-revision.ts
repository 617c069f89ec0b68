import type { Database } from '../platform/database/database.ts';
import { and, desc, eq, isNull } from '../platform/database/drizzle.ts';
import { domainError } from '../platform/input/errors.ts';
import { auditAction } from '../tables/audit.ts';
import type { NodeRow } from '../tables/nodes.ts';

/** Throws `revision_conflict`, with the author of the last change, when a node is not at the revision that a change was made from. */
export async function requireRevision(
  database: Database,
  { organizationId, id, name, revision }: NodeRow,
  expected: number | null | undefined,
): Promise<void> {
  if (expected === null || expected === undefined || expected === revision) return;
  const [last] = await database
    .select({ by: auditAction.actorName, action: auditAction.action, after: auditAction.after })
    .from(auditAction)
    .where(
      and(
        eq(auditAction.organizationId, organizationId),
        eq(auditAction.targetId, id),
        eq(auditAction.targetType, 'node'),
        isNull(auditAction.errorCode),
      ),
    )
    .orderBy(desc(auditAction.sequence))
    .limit(1);
  const fields = Object.keys(last?.after ?? {}).join(', ');
  const author = last === undefined ? '' : `, last changed by ${last.by} (${last.action}${fields && `: ${fields}`})`;
  throw domainError(
    'revision_conflict',
    `${name} is at revision ${revision} and not at ${expected}${author}. Read the node again, then repeat the change.`,
  );
}
