import { GraphQLError } from 'graphql';
import { configChanges } from '../../bitcoin/effective-config.ts';
import { type NodeChange, type NodeWish, nodeChanges } from '../../bitcoin/node-changes.ts';
import type { NodeConfig } from '../../bitcoin/node-config.ts';
import { namePattern } from '../../contract/names.ts';
import type {
  ConfigChange,
  NodeCreateInput,
  NodeIssue,
  NodePlacement,
  NodeUpdateInput,
} from '../../contract/types.generated.ts';
import { type Database, rowsOf } from '../platform/database/database.ts';
import { and, eq, isNull, ne, sql } from '../platform/database/drizzle.ts';
import type { Issue } from '../platform/input/errors.ts';
import { errorCodeOf } from '../request/outcome.ts';
import type { ExecutorRow } from '../tables/executors.ts';
import { type NodeRow, node } from '../tables/nodes.ts';
import { changeOf, judgeChange, type NodeKey, requireUndeleted } from './change-node.ts';
import { dataFormatOf } from './data/data-format.ts';
import { findNode } from './find-nodes.ts';
import { configOf } from './node-config.ts';
import type { Choice, ReadCandidates } from './placement/choose-executor.ts';
import type { NodeFault } from './placement/node-fault.ts';
import { planCreation } from './plan-creation.ts';
import { checkRequest, requireRevision } from './require-revision.ts';

/** A smaller hourly growth is no initial sync. */
const minBytes = 2 ** 30;
const lookBackDays = 90;

/**
 * Returns the most block bytes that a node of this executor verified in an hour; null if none synced recently. Reads
 * the hourly history of at most 50 nodes.
 */
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

interface NodePreview {
  accepted: boolean;
  issues: NodeIssue[];
  executor: ExecutorRow | null;
  placement: NodePlacement | null;
  node: Pick<NodeConfig, 'client' | 'clientVersion' | 'nodeType' | 'resources'> | null;
  changes: NodeChange[];
  configChanges: ConfigChange[];
}

const maxIssues = 500;

/** Locks nothing, so it may be outdated a moment later. */
export async function previewCreation(
  database: Database,
  {
    organizationId,
    data,
    readCandidates,
  }: { organizationId: string; data: NodeCreateInput; readCandidates: ReadCandidates },
): Promise<NodePreview> {
  const issues = [
    ...issuesThrown(() => checkRequest(data)),
    ...(await nameIssues(database, organizationId, data.name)),
  ];
  const choice = await planCreation(database, { organizationId, data, locks: false, readCandidates }).catch(
    issuesOfError,
  );
  if (Array.isArray(choice)) return preview([...issues, ...choice], null, null);
  return preview([...issues, ...choice.faults.flatMap(issuesOfFault)], choice, null);
}

/** Null for a node of another organization. */
export async function previewUpdate(
  database: Database,
  key: NodeKey,
  data: NodeUpdateInput,
): Promise<NodePreview | null> {
  const row = await findNode(database, key.organizationId, key.id);
  if (row === undefined) return null;
  const changed = { ...row, ...changeOf(row, data) };
  const issues = [
    ...issuesThrown(() => checkRequest(data)),
    ...(await requireRevision(database, row, data.expectedRevision).then(() => [], issuesOfError)),
    ...issuesThrown(() => requireUndeleted(row)),
    ...(changed.name === row.name ? [] : await nameIssues(database, key.organizationId, changed.name, row.id)),
    ...(await judgeChange(database, row, changed)).flatMap(issuesOfFault),
  ];
  const chainBytes = row.metrics?.sizeOnDiskBytes ?? null;
  const build = { chainBytes, hostBytesPerHour: await hostBytesPerHour(database, row.executorId) };
  const current = { ...wishOf(row), build, wallets: row.observed?.wallets ?? null, data: dataFormatOf(row) };
  const choice = { executor: row.executor, config: configOf(changed), placement: null };
  return preview(issues, choice, { current, next: wishOf(changed) });
}

const wishOf = (row: NodeRow): NodeWish => ({
  ...configOf(row),
  name: row.name,
  // A node that is being deleted does not run.
  desiredState: row.desiredState === 'running' ? 'running' : 'stopped',
  revertFailedChange: row.revertFailedChange,
});

function preview(
  issues: readonly NodeIssue[],
  choice: (Pick<Choice, 'executor' | 'config'> & { placement: NodePlacement | null }) | null,
  change: { current: NodeWish; next: NodeWish } | null,
): NodePreview {
  const shared = { accepted: issues.length === 0, issues: issues.slice(0, maxIssues) };
  if (choice === null)
    return { ...shared, executor: null, placement: null, node: null, changes: [], configChanges: [] };
  const { executor, config, placement } = choice;
  return {
    ...shared,
    executor,
    placement,
    node: config,
    changes: change === null ? [] : nodeChanges(change.current, change.next),
    configChanges: configChanges(change?.current ?? null, config),
  };
}

async function nameIssues(
  database: Database,
  organizationId: string,
  name: string,
  exceptId?: string,
): Promise<NodeIssue[]> {
  // An invalid name is free, and the database may not be able to store it.
  if (!namePattern.test(name)) return [];
  const [taken] = await database
    .select({ id: node.id })
    .from(node)
    .where(
      and(
        eq(node.organizationId, organizationId),
        eq(node.name, name),
        isNull(node.removedAt),
        exceptId === undefined ? undefined : ne(node.id, exceptId),
      ),
    );
  if (taken === undefined) return [];
  const message = `another node of this organization is called ${name}; choose another name`;
  return [{ code: 'name_taken', path: ['data', 'name'], message }];
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
