import { GraphQLError } from 'graphql';
import pLimit from 'p-limit';
import { DefaultVersions } from '../../bitcoin/clients/default-versions.ts';
import { configChanges } from '../../bitcoin/effective-config.ts';
import { type NodeWish, nodeChanges } from '../../bitcoin/node-changes.ts';
import type { NodeIssue, NodePlacement } from '../../contract/types.generated.ts';
import { type Database, rowsOf } from '../platform/database/database.ts';
import { sql } from '../platform/database/drizzle.ts';
import type { Issue } from '../platform/input/errors.ts';
import { perRequest } from '../request/loaders.ts';
import { errorCodeOf } from '../request/outcome.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { changeOf, judgeChange, requireNodeRevision, requireUndeleted } from './change-node.ts';
import { checkRequest, nameTaken } from './check-request.ts';
import type { LifecycleDeps } from './client-lifecycle.ts';
import { dataFormatOf } from './data/data-format.ts';
import { findNode, isNameTaken } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import { type Choice, candidatesReader } from './placement/choose-executor.ts';
import type { NodeFault } from './placement/node-fault.ts';
import { planCreation } from './plan-creation.ts';

/** A smaller hourly growth is no initial sync. */
const minBytes = 2 ** 30;
const lookBackDays = 90;

/** Returns the most block bytes that up to 50 nodes here verified in an hour; null if none synced recently. */
export async function hostBytesPerHour(database: Database, executorId: string): Promise<number | null> {
  const rows = rowsOf<{ rate: number | null }>(
    await database.execute(sql`
      SELECT max(sample.size_on_disk_bytes_max - sample.size_on_disk_bytes_min)::float8 AS rate
      FROM (SELECT id FROM node WHERE executor_id = ${executorId} ORDER BY id LIMIT 50) AS here
      JOIN node_hour AS sample ON sample.node_id = here.id
        AND sample.at > now() - make_interval(days => ${lookBackDays})`),
  );
  const rate = rows[0]?.rate ?? null;
  return rate !== null && rate >= minBytes ? rate : null;
}

const maxIssues = 500;

const wishOf = (row: NodeRow): NodeWish => ({
  ...configOf(row),
  name: row.name,
  // A node that is being deleted does not run.
  desiredState: row.desiredState === 'running' ? 'running' : 'stopped',
  revertFailedChange: row.revertFailedChange,
});

function preview(
  issues: readonly NodeIssue[],
  choice: (Pick<Choice, 'executor' | 'config'> & { placement: NodePlacement | null; notes: string[] }) | null,
  change: { current: NodeWish; next: NodeWish } | null,
) {
  return {
    accepted: issues.length === 0,
    issues: issues.slice(0, maxIssues),
    executor: choice?.executor ?? null,
    placement: choice?.placement ?? null,
    node: choice?.config ?? null,
    notes: choice?.notes ?? [],
    changes: change === null ? [] : nodeChanges(change.current, change.next),
    configChanges: choice === null ? [] : configChanges(change?.current ?? null, choice.config),
  };
}

async function nameIssues(
  database: Database,
  ...[organizationId, name, exceptId]: [organizationId: string, name: string, exceptId?: string]
): Promise<NodeIssue[]> {
  if (!(await isNameTaken(database, organizationId, name, exceptId))) return [];
  return [{ code: 'name_taken', path: ['data', 'name'], message: nameTaken(name).message }];
}

const issuesOfFault = ({ code, message, issues }: NodeFault): NodeIssue[] =>
  issues.length === 0 ? [{ code, path: [], message }] : issues.map((issue) => nodeIssue(code, issue));

const nodeIssue = (code: string, { path, message }: Issue): NodeIssue => ({ code, path: path.map(String), message });

/** Rethrows internal errors. */
function issuesOfError(error: unknown): NodeIssue[] {
  if (!(error instanceof GraphQLError)) throw error;
  const issues = (error.extensions['issues'] ?? []) as Issue[];
  return issuesOfFault({ code: errorCodeOf(error) as NodeFault['code'], message: error.message, issues });
}

function issuesThrown(check: () => void): NodeIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    return issuesOfError(error);
  }
}

/** A preview locks nothing, so it may be outdated a moment later. */
export function previewResolvers({ lifecycle }: LifecycleDeps): Resolvers {
  const readCandidatesOf = perRequest(candidatesReader(pLimit(1)));
  return {
    Query: {
      previewNodeCreation: organizationQuery(null, ({ data }, { reader: { organizationId }, context }) =>
        context.budget.inTurn(async () => {
          const { database } = context;
          const issues = [
            ...issuesThrown(() => checkRequest(data)),
            ...(await nameIssues(database, organizationId, data.name)),
          ];
          const defaultVersions = new DefaultVersions(lifecycle.table, new Date());
          const readCandidates = readCandidatesOf(context);
          const request = { organizationId, data, defaultVersions, locks: false, readCandidates };
          const choice = await planCreation(database, request).catch(issuesOfError);
          if (Array.isArray(choice)) return preview([...issues, ...choice], null, null);
          return preview([...issues, ...choice.faults.flatMap(issuesOfFault)], choice, null);
        }),
      ),
      /** Null for a node of another organization. */
      previewNodeUpdate: organizationQuery(null, async ({ data, where }, { reader: { organizationId }, context }) => {
        const { database } = context;
        const row = await findNode(database, organizationId, where.id);
        if (row === undefined) return null;
        const changed = { ...row, ...changeOf(row, data) };
        const issues = [
          ...issuesThrown(() => checkRequest(data)),
          ...(await requireNodeRevision(database, row, data).then(() => [], issuesOfError)),
          ...issuesThrown(() => requireUndeleted(row)),
          ...(changed.name === row.name ? [] : await nameIssues(database, organizationId, changed.name, row.id)),
          ...(await judgeChange(database, row, changed, data)).flatMap(issuesOfFault),
        ];
        const { height = null, sizeOnDiskBytes: chainBytes = null } = row.metrics ?? {};
        const build = { height, chainBytes, hostBytesPerHour: await hostBytesPerHour(database, row.executorId) };
        const { legacyWallets = null } = row.observed ?? {};
        const current = { ...wishOf(row), build, legacyWallets, data: dataFormatOf(row) };
        const choice = { executor: row.executor, config: configOf(changed), placement: null, notes: [] };
        return preview(issues, choice, { current, next: wishOf(changed) });
      }),
    },
  };
}
