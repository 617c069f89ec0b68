import { isAwaited } from '../../agents/agent-requests/limits.ts';
import { loadInTurns } from '../../platform/database/batch-turns.ts';
import { type Database, keyOf, sql } from '../../platform/database/database.ts';
import { agentRequest } from '../../tables/agent-requests.ts';
import { executor } from '../../tables/executors.ts';

export interface KnownState {
  organizationId: string;
  executorId: string;
  revision: number;
}

/** Whether an agent with this state would learn nothing from a heartbeat. Those of agents that come at once are one statement on `shared`. */
export function currentAgents(shared: Database): (known: KnownState) => Promise<boolean> {
  const list = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}[]`;
  const lists = sql`${list('organizationIds', 'text')}, ${list('executorIds', 'uuid')}, ${list('revisions', 'int')}`;
  const isAsked = sql`EXISTS (SELECT FROM ${agentRequest} WHERE ${agentRequest.organizationId} = ${executor.organizationId}
    AND ${agentRequest.executorId} = ${executor.id} AND ${isAwaited})`;
  const statement = shared
    .select({ organizationId: executor.organizationId, id: executor.id })
    .from(executor)
    .where(
      sql`(${executor.organizationId}, ${executor.id}, ${executor.desiredRevision}) IN (SELECT * FROM unnest(${lists})) AND NOT ${isAsked}`,
    )
    .prepare('current_agents');
  return loadInTurns<KnownState, boolean>(100, async (known) => {
    const rows = await statement.execute({
      organizationIds: known.map(({ organizationId }) => organizationId),
      executorIds: known.map(({ executorId }) => executorId),
      revisions: known.map(({ revision }) => revision),
    });
    const current = new Set(rows.map(keyOf));
    return known.map(({ organizationId, executorId: id }) => current.has(keyOf({ organizationId, id })));
  });
}
