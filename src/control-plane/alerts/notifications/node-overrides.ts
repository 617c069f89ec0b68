import type { NotificationNodeOverrideInput } from '../../../contract/types.generated.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, asc, count, eq, inArray, isNull } from '../../platform/database/drizzle.ts';
import { domainError, forbidden } from '../../platform/input/errors.ts';
import type { Page } from '../../platform/input/pages.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { node } from '../../tables/nodes.ts';
import { type NodeOverrideRow, type NodeThresholds, notificationNodeOverride } from '../../tables/notifications.ts';

const maxOverrides = 10_000;

/** Throws Forbidden for a node of another organization, and `limit_reached`. */
export async function saveNodeOverrides(
  transaction: Database,
  organizationId: string,
  overrides: readonly NotificationNodeOverrideInput[],
): Promise<void> {
  const ids = overrides.map(({ nodeId }) => nodeId);
  if (ids.length === 0) return;
  if (!ids.every(isUuid)) throw forbidden();
  const nodes = await transaction
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.organizationId, organizationId), isNull(node.removedAt), inArray(node.id, ids)));
  if (nodes.length < ids.length) throw forbidden();
  await transaction.delete(notificationNodeOverride).where(inArray(notificationNodeOverride.nodeId, ids));
  const rows = overrides
    .map(({ nodeId, muted, mutedUntil, thresholds }) => ({
      nodeId,
      organizationId,
      muted: muted ?? false,
      mutedUntil: mutedUntil ? new Date(mutedUntil) : null,
      thresholds: withoutNulls(thresholds ?? {}),
    }))
    .filter(({ muted, thresholds }) => muted || Object.keys(thresholds).length > 0);
  if (rows.length > 0) await transaction.insert(notificationNodeOverride).values(rows);
  const [total] = await transaction
    .select({ count: count() })
    .from(notificationNodeOverride)
    .where(eq(notificationNodeOverride.organizationId, organizationId));
  if ((total?.count ?? 0) > maxOverrides) {
    throw domainError('limit_reached', `at most ${maxOverrides} nodes can have overrides; remove some first`);
  }
}

const withoutNulls = (thresholds: object): Partial<NodeThresholds> =>
  Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== null && value !== undefined));

export type NamedOverride = NodeOverrideRow & { nodeName: string };

export async function listNodeOverrides(
  database: Database,
  organizationId: string,
  { take, skip }: Page,
): Promise<NamedOverride[]> {
  const rows = await database
    .select({ override: notificationNodeOverride, nodeName: node.name })
    .from(notificationNodeOverride)
    .innerJoin(node, eq(node.id, notificationNodeOverride.nodeId))
    .where(and(eq(notificationNodeOverride.organizationId, organizationId), isNull(node.removedAt)))
    .orderBy(asc(node.name))
    .limit(take)
    .offset(skip);
  return rows.map(({ override, nodeName }) => ({ ...override, nodeName }));
}
