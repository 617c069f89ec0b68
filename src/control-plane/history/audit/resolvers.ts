import type { AuditActionFilterInput, AuditActorType, AuditOutcome } from '../../../contract/types.generated.ts';
import type { SQL } from '../../platform/database/database.ts';
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, not, sql } from '../../platform/database/database.ts';
import {
  type Connection,
  type CursorPage,
  connectionOf,
  cursorPageOf,
  emptyConnection,
  pageCondition,
  pageOrder,
} from '../../platform/input/connection.ts';
import { anyContains, anyOf } from '../../platform/input/filters.ts';
import type { RequestContext } from '../../request/context.ts';
import { organizationQuery, personQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type AuditActionRow, auditAction, outsideOrganizations } from '../../tables/audit.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

export const auditResolvers = (): Resolvers => ({
  Query: {
    auditActions: organizationQuery(emptyConnection, ({ filter }, { reader, context }) =>
      listActions(context, reader.organizationId, filter),
    ),
    adminAuditActions: personQuery(emptyConnection, ({ organizationId, filter }, { context }) =>
      listActions(context, organizationId ?? null, filter),
    ),
    auditVerification: organizationQuery(null, (page, { reader, context }) =>
      verifyAuditLog(context, reader.organizationId, page),
    ),
    adminAuditVerification: personQuery(null, ({ organizationId, ...page }, { context }) =>
      verifyAuditLog(context, organizationId ?? outsideOrganizations, page),
    ),
  },
  AuditAction: {
    actor: ({ actorType, actorName: name, userId, apiKeyId }) => ({
      type: actorTypes.has(actorType) ? actorType : 'unknown',
      ...{ name, userId, apiKeyId },
    }),
    target: ({ targetType: type, targetId: id, targetName: name }) =>
      type === null ? null : { type, id: id ?? '', name },
    outcome: ({ errorCode }) => (errorCode === null ? 'succeeded' : 'refused'),
    hash: ({ hash }) => hash.toString('hex'),
    unrecorded: ({ unrecorded }) => unrecorded ?? 0,
  },
});

export async function listActions(
  { database, budget, cursors }: Pick<RequestContext, 'database' | 'budget' | 'cursors'>,
  organizationId: string | null,
  filter: AuditActionFilterInput | null | undefined,
): Promise<Connection<AuditActionRow>> {
  const list = cursors.of('audit', organizationId);
  const page = cursorPageOf(list, filter);
  const isOwn = eq(auditAction.organizationId, organizationId ?? outsideOrganizations);
  const condition = and(isOwn, conditionOf(filter ?? {}));
  // Pages under a time filter are ordered by time, for which there is an index: old ranges are found as fast as new
  // ones.
  const isByTime = filter?.from != null || filter?.to != null;
  const found = database
    .select()
    .from(auditAction)
    .where(and(condition, isByTime ? timeCondition(page, isOwn) : pageCondition(page, auditAction.sequence)))
    .orderBy(...(isByTime ? timeOrder(page) : [pageOrder(page, auditAction.sequence)]));
  return connectionOf(list, page, await budget.fetchRows(page.take + 1, found), (row) => row);
}

const searched = [auditAction.action, auditAction.actorName, auditAction.targetName];

const exactly = ['userId', 'apiKeyId', 'action', 'targetType', 'targetId', 'targetName'] as const;

/** An empty text is a condition that nothing meets: a script whose variable is unset must not see everything. */
const conditionOf = (filter: AuditActionFilterInput): SQL | undefined =>
  and(
    filter.search != null ? anyContains(searched, filter.search) : undefined,
    ...exactly.map((name) => (filter[name] != null ? eq(auditAction[name], filter[name]) : undefined)),
    filter.actorType != null ? anyOf(filter.actorType.map((type) => eq(auditAction.actorType, type))) : undefined,
    filter.outcome != null ? anyOf(filter.outcome.map(hasOutcome)) : undefined,
    filter.changed != null ? (filter.changed ? hasChanged : not(hasChanged)) : undefined,
    filter.reads != null ? (filter.reads ? isRead : not(isRead)) : undefined,
    filter.from != null ? gte(auditAction.at, new Date(filter.from)) : undefined,
    filter.to != null ? lt(auditAction.at, new Date(filter.to)) : undefined,
  );

const hasOutcome = (outcome: AuditOutcome): SQL =>
  outcome === 'succeeded' ? isNull(auditAction.errorCode) : isNotNull(auditAction.errorCode);

/** Only the differences between both sides are stored. Must match the index of these rows. */
const hasChanged = sql<boolean>`(${auditAction.before} IS DISTINCT FROM ${auditAction.after})`;

const isRead = sql<boolean>`starts_with(${auditAction.action}, 'openAgentRequest')`;

/** Rows behind the cursor, in time order. */
function timeCondition({ after, newer }: CursorPage, isOwn: SQL): SQL | undefined {
  if (after === undefined) return undefined;
  const place = sql`(${auditAction.at}, ${auditAction.sequence})`;
  // Two values instead of one row of a SELECT, which cannot use an index.
  const start = sql`((SELECT at FROM audit_action WHERE ${isOwn} AND sequence = ${after}), ${after}::int)`;
  return newer ? sql`${place} > ${start}` : sql`${place} < ${start}`;
}

const timeOrder = ({ newer }: CursorPage): SQL[] =>
  [auditAction.at, auditAction.sequence].map((column) => (newer ? asc(column) : desc(column)));

/** The database stores text: a row of another version must not break the whole page. */
const actorTypes: ReadonlySet<AuditActorType> = new Set([
  'user',
  'api_key',
  'system_admin',
  'command_line',
  'anonymous',
]);
