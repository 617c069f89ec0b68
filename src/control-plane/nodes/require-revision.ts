import { namePattern, nameRule } from '../../contract/names.ts';
import type { NodeUpdateInput } from '../../contract/types.generated.ts';
import { type Database, databaseErrorOf } from '../platform/database/database.ts';
import { and, desc, eq, isNull } from '../platform/database/drizzle.ts';
import { domainError, invalidInput } from '../platform/input/errors.ts';
import { auditAction } from '../tables/audit.ts';
import type { NodeRow } from '../tables/nodes.ts';

/** Checks what a creation or an update requests. Throws `invalid_input`. */
export function checkRequest({ name, desiredState }: Pick<NodeUpdateInput, 'name' | 'desiredState'>): void {
  const refuse = (field: string, message: string) => invalidInput([{ path: ['data', field], message }]);
  if (name != null && !namePattern.test(name)) throw refuse('name', nameRule);
  if (desiredState === 'deleted')
    throw refuse('desiredState', 'must be running or stopped; to delete a node use deleteNode');
}

/** Throws `name_taken`. The unique index decides, so that only one of two concurrent requests wins. */
export async function withUniqueName<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = databaseErrorOf(error);
    if (code !== '23505' || constraint !== 'node_name') throw error;
    throw nameTaken(name);
  }
}

export const nameTaken = (name: string) =>
  domainError('name_taken', `another node of this organization is called ${name}; choose another name`);

/** Throws `revision_conflict` with the author of the last change. */
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
    `${name} is at revision ${revision}, not ${expected}${author}. Read the node again, then repeat the change.`,
  );
}
