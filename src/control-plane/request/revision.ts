import type { GraphQLError } from 'graphql';
import { and, type Database, desc, eq, isNull } from '../platform/database/database.ts';
import { apiError } from '../platform/input/errors.ts';
import { auditAction, outsideOrganizations } from '../tables/audit.ts';
import type { MutationSubject } from './outcome.ts';

interface Current extends Pick<MutationSubject, 'type' | 'id'> {
  /** Null for an object outside of organizations. */
  organizationId: string | null;
  name: string;
  revision: number;
  /** By the names of the input's fields. */
  values: object;
}

/**
 * Throws `revision_conflict` unless the object has the revision that a change expects. The error has the author of the
 * last change, and the current values of the fields that the caller wants to change.
 */
export async function requireRevision(
  database: Database,
  { expectedRevision, ...wanted }: { expectedRevision?: number | null | undefined },
  { organizationId, type, id, name, revision, values }: Current,
): Promise<void> {
  if (expectedRevision === null || expectedRevision === undefined || expectedRevision === revision) return;
  const [last] = await database
    .select({ by: auditAction.actorName, action: auditAction.action, after: auditAction.after })
    .from(auditAction)
    .where(
      and(
        eq(auditAction.organizationId, organizationId ?? outsideOrganizations),
        eq(auditAction.targetId, id),
        eq(auditAction.targetType, type),
        isNull(auditAction.errorCode),
      ),
    )
    .orderBy(desc(auditAction.sequence))
    .limit(1);
  const fields = Object.keys(last?.after ?? {}).join(', ');
  const by = last === undefined ? null : `${last.by} (${last.action}${fields && `: ${fields}`})`;
  throw revisionConflict({ name, expectedRevision, revision, by }, fieldsOf(wanted, values));
}

interface Conflict {
  /** Of the object. */
  name: string;
  expectedRevision: number;
  revision: number;
  /** Who changed it last; null if unknown. */
  by: string | null;
}

/** `current`: the values of the fields that the caller wants to change. */
export function revisionConflict({ name, expectedRevision, revision, by }: Conflict, current: object): GraphQLError {
  const author = by === null ? '' : `, last changed by ${by}`;
  const message = `The revision of ${name} is ${revision}, not ${expectedRevision}${author}. Read the current values, then repeat the change.`;
  return apiError('revision_conflict', message, { currentRevision: revision, current });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `setLabels` and `unsetLabels` change `labels`. */
const changedField = (field: string): string =>
  field.replace(/^(?:un)?set([A-Z])/, (_prefix, first: string) => first.toLowerCase());

function fieldsOf(wanted: object, values: object): object {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const changes = new Map(given.map(([field, value]) => [changedField(field), value]));
  const named = Object.entries(values).filter(([field]) => changes.has(field));
  return Object.fromEntries(
    named.map(([field, value]) => {
      const inner: unknown = changes.get(field);
      return [field, isObject(inner) && isObject(value) ? fieldsOf(inner, value) : value];
    }),
  );
}
