import { nodeThresholdBounds, thresholdBounds } from '../../../contract/thresholds.ts';
import type { NotificationNodeOverrideInput, NotificationSettingsInput } from '../../../contract/types.generated.ts';
import type { Database, SQL, TenantKey } from '../../platform/database/database.ts';
import {
  and,
  asc,
  eq,
  getTableColumns,
  hasKey,
  inArray,
  isNull,
  keyOf,
  oneRow,
} from '../../platform/database/database.ts';
import { domainError, type Issue, invalidInput, unknownId } from '../../platform/input/errors.ts';
import { hasId } from '../../platform/input/filters.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { Caller } from '../../request/caller.ts';
import { adminMutation, organizationQuery } from '../../request/operations.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { requireRevision } from '../../request/revision.ts';
import type { SnapshotReader } from '../../request/trail/audit-trail.ts';
import { node } from '../../tables/nodes.ts';
import {
  type NodeOverrideRow,
  notificationNodeOverride,
  notificationSettings,
  type SettingsView,
  type Thresholds,
  thresholdsOf,
} from '../../tables/notifications.ts';

async function readSettings(database: Database, organizationId: string): Promise<SettingsView> {
  const [settings] = await database
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.organizationId, organizationId));
  return { organizationId, revision: settings?.revision ?? 0, thresholds: thresholdsOf(settings?.thresholds) };
}

const selectOverrides = (database: Database, organizationId: string, condition?: SQL) =>
  database
    .select({ ...getTableColumns(notificationNodeOverride), nodeName: node.name })
    .from(notificationNodeOverride)
    .innerJoin(node, hasKey(node, notificationNodeOverride.organizationId, notificationNodeOverride.nodeId))
    .where(and(eq(notificationNodeOverride.organizationId, organizationId), isNull(node.removedAt), condition))
    .orderBy(asc(node.name));

const isMuted = ({ muted, mutedUntil }: NodeOverrideRow, now: Date): boolean =>
  muted && (mutedUntil === null || mutedUntil > now);

/** The limit of a single change. */
export const maxOverrides = 500;

export const settingsSnapshot: SnapshotReader = {
  read: async (transaction, organizationId) => {
    const { thresholds } = await readSettings(transaction, organizationId);
    const overrides = await selectOverrides(transaction, organizationId).limit(maxOverrides);
    return {
      name: 'notification settings',
      values: {
        thresholds,
        nodeOverrides: overrides.map(({ nodeId: _nodeId, organizationId: _organizationId, ...shown }) => shown),
      },
    };
  },
};

export interface Policies {
  /** The thresholds of an organization, or of one of its nodes. */
  thresholdsFor(organizationId: string, nodeId?: string): Thresholds;
  isMuted(node: TenantKey, now: Date): boolean;
}

export async function readPolicies(database: Database): Promise<Policies> {
  const rows = await database.select().from(notificationSettings);
  const settings = new Map(rows.map((row) => [row.organizationId, row]));
  const ofNodes = await database.select().from(notificationNodeOverride);
  const overrides = new Map(
    ofNodes.map((row) => [keyOf({ organizationId: row.organizationId, id: row.nodeId }), row] as const),
  );
  return {
    thresholdsFor: (organizationId, nodeId = '') =>
      thresholdsOf(
        settings.get(organizationId)?.thresholds,
        overrides.get(keyOf({ organizationId, id: nodeId }))?.thresholds,
      ),
    isMuted: (node, now) => {
      const override = overrides.get(keyOf(node));
      return override !== undefined && isMuted(override, now);
    },
  };
}

/** Of an organization. */
const maxAllOverrides = 10_000;

type Bounds = Readonly<Record<string, { min: number; max: number }>>;
type Path = readonly (string | number)[];

const settingsIssues = ({ thresholds, nodeOverrides }: NotificationSettingsInput): Issue[] => [
  ...thresholdIssues(thresholds, thresholdBounds, ['input', 'thresholds']),
  ...overrideIssues(nodeOverrides ?? [], ['input', 'nodeOverrides']),
];

function overrideIssues(overrides: readonly NotificationNodeOverrideInput[], path: Path): Issue[] {
  if (overrides.length > maxOverrides) return [{ path, message: `must name at most ${maxOverrides} nodes at once` }];
  const ids = overrides.map(({ nodeId }) => nodeId);
  return overrides.flatMap(({ nodeId, muted, mutedUntil, thresholds }, index) => [
    ...(ids.indexOf(nodeId) < index ? [{ path: [...path, index, 'nodeId'], message: 'is listed twice' }] : []),
    ...(mutedUntil && !muted ? [{ path: [...path, index, 'mutedUntil'], message: 'requires muted: true' }] : []),
    ...thresholdIssues(thresholds, nodeThresholdBounds, [...path, index, 'thresholds']),
  ]);
}

export const thresholdIssues = (values: object | null | undefined, bounds: Bounds, path: Path): Issue[] =>
  Object.entries(withoutNulls(values ?? {})).flatMap(([name, value]) => {
    const { min, max } = bounds[name] ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
    return value >= min && value <= max ? [] : [{ path: [...path, name], message: `must be from ${min} to ${max}` }];
  });

/** Null restores the default. */
const withoutNulls = (thresholds: object): Partial<Thresholds> =>
  Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== null && value !== undefined));

/** Throws Forbidden for a node of another organization, and `limit_reached`. */
async function saveNodeOverrides(
  transaction: Database,
  organizationId: string,
  overrides: readonly NotificationNodeOverrideInput[],
): Promise<void> {
  const ids = overrides.map(({ nodeId }) => nodeId);
  if (ids.length === 0) return;
  const pathOf = (index: number) => ['input', 'nodeOverrides', index, 'nodeId'];
  const wrong = ids.findIndex((id) => !isUuid(id));
  if (wrong >= 0) throw unknownId('node', pathOf(wrong));
  const isOwn = and(eq(node.organizationId, organizationId), isNull(node.removedAt), inArray(node.id, ids));
  const found = new Set((await transaction.select({ id: node.id }).from(node).where(isOwn)).map(({ id }) => id));
  const missing = ids.findIndex((id) => !found.has(id.toLowerCase()));
  if (missing >= 0) throw unknownId('node', pathOf(missing));
  const ofOrganization = eq(notificationNodeOverride.organizationId, organizationId);
  await transaction
    .delete(notificationNodeOverride)
    .where(and(ofOrganization, inArray(notificationNodeOverride.nodeId, ids)));
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
  if ((await transaction.$count(notificationNodeOverride, ofOrganization)) > maxAllOverrides)
    throw domainError('limit_reached', `at most ${maxAllOverrides} nodes can have overrides; remove some first`);
}

/** An organization has one object of settings, which is named by the organization's id. */
const settingsSubject = (caller: Pick<Caller, 'organizationId'> | null): MutationSubject | null =>
  caller?.organizationId ? { type: 'notification_settings', id: caller.organizationId } : null;

export const settingsResolvers = (): Resolvers => ({
  Query: {
    notificationSettings: organizationQuery(null, (_args, { reader, context }) =>
      readSettings(context.database, reader.organizationId),
    ),
  },
  Mutation: {
    saveNotificationSettings: adminMutation({
      run: async ({ input }, { caller: { organizationId }, database }) => {
        const issues = settingsIssues(input);
        if (issues.length > 0) throw invalidInput(issues);
        // Create and lock the row, so that concurrent changes are not lost.
        await database.insert(notificationSettings).values({ organizationId }).onConflictDoNothing();
        const ofOrganization = eq(notificationSettings.organizationId, organizationId);
        const before = oneRow(await database.select().from(notificationSettings).where(ofOrganization).for('update'));
        const { revision } = before;
        const values = { thresholds: thresholdsOf(before.thresholds) };
        const named = { type: 'notification_settings', id: organizationId, name: 'the notification settings' } as const;
        await requireRevision(database, input, { ...named, organizationId, revision, values });
        const thresholds = withoutNulls({ ...before.thresholds, ...input.thresholds });
        await database
          .update(notificationSettings)
          .set({ thresholds, revision: revision + 1 })
          .where(ofOrganization);
        await saveNodeOverrides(database, organizationId, input.nodeOverrides ?? []);
        return { settings: await readSettings(database, organizationId) };
      },
      subject: (_saved, _args, caller) => settingsSubject(caller),
      target: (_args, caller) => settingsSubject(caller),
    }),
  },
  NotificationSettings: {
    nodeOverrides: ({ organizationId }, args, { budget, database }) => {
      const { id } = args.where ?? {};
      const ofNode = id === undefined ? undefined : hasId(node.id, id);
      return budget.fetchPage(args, selectOverrides(database, organizationId, ofNode));
    },
  },
  NotificationNodeOverride: { muted: (override) => isMuted(override, new Date()) },
});
