import { defaultVersionsAt } from '../../bitcoin/clients/default-versions.ts';
import { configChanges } from '../../bitcoin/effective-config.ts';
import { type NodeWish, nodeChanges } from '../../bitcoin/node-changes.ts';
import type { NodeDataPolicy, NodeDataRemovalInput, NodeIssue, NodePlacement } from '../../contract/types.generated.ts';
import { type Database, rowsOf, sql, type TenantKey } from '../platform/database/database.ts';
import { organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { changeOf, judgeChange, requireNodeRevision, requireUndeleted } from './change-node.ts';
import type { LifecycleDeps } from './client-lifecycle.ts';
import { dataFormatOf } from './data/data-format.ts';
import { dataAfter } from './data/data-removal.ts';
import { findNode } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import type { Choice } from './placement/choose-executor.ts';
import { faultOfError, issuesOfFault } from './placement/node-fault.ts';
import { judgeCreation } from './plan-creation.ts';
import { isRunning, restarts } from './restarts.ts';

/** A smaller hourly growth is no initial sync. */
const minBytes = 2 ** 30;
const lookBackDays = 90;

/** Returns the most block bytes that up to 50 nodes here verified in an hour; null if none synced recently. */
export async function hostBytesPerHour(database: Database, { organizationId, id }: TenantKey): Promise<number | null> {
  const rows = rowsOf<{ rate: number | null }>(
    await database.execute(sql`
      SELECT max(sample.size_on_disk_bytes_max - sample.size_on_disk_bytes_min)::float8 AS rate
      FROM (SELECT organization_id, id FROM node WHERE organization_id = ${organizationId} AND executor_id = ${id}
        ORDER BY id LIMIT 50) AS here
      JOIN node_hour AS sample ON sample.organization_id = here.organization_id AND sample.node_id = here.id
        AND sample.at > now() - make_interval(days => ${lookBackDays})`),
  );
  const rate = rows[0]?.rate ?? null;
  return rate !== null && rate >= minBytes ? rate : null;
}

const maxIssues = 500;

type Removal = NodeDataRemovalInput | null | undefined;

export const wishOf = (row: NodeRow): NodeWish => ({
  ...configOf(row),
  name: row.name,
  labels: row.labels,
  // A node that is being deleted does not run.
  desiredState: row.desiredState === 'running' ? 'running' : 'stopped',
  revertFailedChange: row.revertFailedChange,
});

const preview = (
  issues: readonly NodeIssue[],
  choice: (Pick<Choice, 'executor' | 'config'> & { placement: NodePlacement | null; notes: string[] }) | null,
  change: { current: NodeWish; next: NodeWish; restarts: boolean } | null,
) => ({
  accepted: issues.length === 0,
  restarts: change?.restarts ?? false,
  issues: issues.slice(0, maxIssues),
  executor: choice?.executor ?? null,
  placement: choice?.placement ?? null,
  node: choice?.config ?? null,
  notes: choice?.notes ?? [],
  changes: change === null ? [] : nodeChanges(change.current, change.next),
  configChanges: choice === null ? [] : configChanges(change?.current ?? null, choice.config),
});

function previewDeletion(row: NodeRow, ...requested: [NodeDataPolicy | null | undefined, Removal]) {
  const [policy, removal] = requested;
  const { metrics, observed } = row;
  const found = { sizeBytes: metrics?.sizeOnDiskBytes ?? null, wallets: observed?.wallets ?? null };
  try {
    const { dataPolicy } = { ...row, ...dataAfter(row, policy, removal) };
    return { ...found, accepted: true, issues: [], dataPolicy };
  } catch (error) {
    const issues = issuesOfFault(faultOfError(error));
    return {
      ...found,
      accepted: false,
      issues,
      dataPolicy: policy ?? (removal ? ('remove' as const) : row.dataPolicy),
    };
  }
}

/** A preview locks nothing, so it may be outdated a moment later. */
export const previewResolvers = ({ lifecycle }: LifecycleDeps): Resolvers => ({
  Query: {
    previewNodeCreation: organizationQuery(null, ({ data }, { reader: { organizationId }, context }) =>
      context.budget.inTurn(async () => {
        const { database } = context;
        const defaultVersions = defaultVersionsAt(lifecycle.table, new Date());
        const charge = (executors: number) => context.budget.charge(executors);
        const request = { organizationId, data, defaultVersions, locks: false, charge };
        const { creation, faults } = await judgeCreation(database, request);
        return preview(faults.flatMap(issuesOfFault), creation, null);
      }),
    ),
    /** Null for a node of another organization. */
    previewNodeUpdate: organizationQuery(null, async ({ data, where }, { reader: { organizationId }, context }) => {
      const { database } = context;
      const row = await findNode(database, organizationId, where.id);
      if (row === undefined) return null;
      const changed = { ...row, ...changeOf(row, data) };
      const refusal = await requireNodeRevision(database, row, data)
        .then(() => requireUndeleted(row))
        .then(() => [], faultOfError);
      const faults = [refusal, await judgeChange(database, { row, changed, request: data })].flat();
      const issues = faults.flatMap(issuesOfFault);
      const { height = null, sizeOnDiskBytes: chainBytes = null } = row.metrics ?? {};
      const build = { height, chainBytes, hostBytesPerHour: await hostBytesPerHour(database, row.executor) };
      const { legacyWallets = null, loadedWallets = null } = row.observed ?? {};
      const current = { ...wishOf(row), build, legacyWallets, loadedWallets, data: dataFormatOf(row) };
      const choice = { executor: row.executor, config: configOf(changed), placement: null, notes: [] };
      const isRestart = isRunning(row) && restarts(row, { update: data });
      return preview(issues, choice, { current, next: wishOf(changed), restarts: isRestart });
    }),
    previewNodeDeletion: organizationQuery(null, async ({ where, dataPolicy, removal }, { reader, context }) => {
      const row = await findNode(context.database, reader.organizationId, where.id);
      return row === undefined ? null : previewDeletion(row, dataPolicy, removal);
    }),
  },
});
