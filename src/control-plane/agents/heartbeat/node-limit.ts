import { and, count, type Database, eq, isNull } from '../../platform/database/database.ts';
import type { Issue } from '../../platform/input/errors.ts';
import type { Caller } from '../../request/caller.ts';
import { executor } from '../../tables/executors.ts';
import { node } from '../../tables/nodes.ts';

/** Of nodes that an executor reports beyond those that it has here: some were deleted, or belong to a recovery. */
export const nodeMargin = 1000;

interface ReportingExecutor {
  organizationId: string;
  /** Null before its first heartbeat. */
  executorName: string | null;
}

/** Returns why a heartbeat has too many nodes, or null. Reads the database only if it has more than the margin. */
export async function faultOfNodeCount(
  database: Database,
  { organizationId, executorName }: ReportingExecutor,
  reported: number,
): Promise<string | null> {
  if (reported <= nodeMargin) return null;
  const isOwn = and(eq(executor.organizationId, organizationId), eq(executor.name, executorName ?? ''));
  const [found] = await database
    .select({ nodes: count() })
    .from(executor)
    .innerJoin(node, and(eq(node.organizationId, executor.organizationId), eq(node.executorId, executor.id)))
    .where(and(isOwn, isNull(node.removedAt)));
  const assigned = found?.nodes ?? 0;
  if (reported <= assigned + nodeMargin) return null;
  return `must have at most ${assigned + nodeMargin} items: the ${assigned} nodes of the executor and ${nodeMargin} more`;
}

/** Judges the variables of a large request before they are coerced. */
export const judgeReport =
  (database: Database) =>
  async (caller: Caller | null, variables: Readonly<Record<string, unknown>>): Promise<Issue[]> => {
    if (caller?.purpose !== 'executor') return [];
    const issues: Issue[] = [];
    for (const [name, value] of Object.entries(variables)) {
      const nodes = (value as { nodes?: unknown } | null)?.nodes;
      const message = Array.isArray(nodes) ? await faultOfNodeCount(database, caller, nodes.length) : null;
      if (message !== null) issues.push({ path: [name, 'nodes'], message });
    }
    return issues;
  };
