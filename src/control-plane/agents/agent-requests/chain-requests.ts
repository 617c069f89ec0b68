import { maxChainHeights, type RequestResult } from '../../../contract/agent-requests.ts';
import { nudgesOf, publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, hasKeys, rowsOf, sql, type TenantKey } from '../../platform/database/database.ts';
import { agentRequest } from '../../tables/agent-requests.ts';
import { limitsOf } from './limits.ts';

export interface ChainQuestion {
  organizationId: string;
  nodeId: string;
  heights: readonly number[];
}

/** Asks agents for blocks of their nodes' chains. The caller keeps the rate. */
export async function requestChains(transaction: Database, questions: readonly ChainQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  const asked = questions.map(({ organizationId, nodeId, heights }) => ({
    organizationId,
    nodeId,
    args: { heights: heights.toSorted((a, b) => b - a).slice(0, maxChainHeights) },
  }));
  const { awaitedSeconds, keptSeconds } = limitsOf('chain');
  const result = await transaction.execute(sql`
    INSERT INTO agent_request (organization_id, node_id, executor_id, kind, args, awaited_until, expires_at)
    SELECT node.organization_id, node.id, node.executor_id, 'chain', asked.args,
      now() + make_interval(secs => ${awaitedSeconds}), now() + make_interval(secs => ${keptSeconds})
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked("organizationId" text, "nodeId" uuid, args jsonb)
    JOIN node ON node.organization_id = asked."organizationId" AND node.id = asked."nodeId"
    RETURNING organization_id AS "organizationId", executor_id AS id`);
  await publish(transaction, ...nudgesOf(rowsOf<TenantKey>(result)));
}

export interface ChainAnswer extends TenantKey {
  nodeId: string;
  executorId: string;
  reading: RequestResult<'chain'>;
}

/** Reads the answers that nobody has dropped yet, the oldest first. */
export async function readChainAnswers(database: Database): Promise<ChainAnswer[]> {
  const { organizationId, id, nodeId, executorId, result, answeredAt, kind, status } = agentRequest;
  const rows = await database
    .select({ organizationId, id, nodeId, executorId, result })
    .from(agentRequest)
    .where(and(eq(kind, 'chain'), eq(status, 'done')))
    .orderBy(answeredAt);
  return rows.flatMap(({ result: text, ...row }) =>
    text === null ? [] : [{ ...row, reading: JSON.parse(text) as RequestResult<'chain'> }],
  );
}

export async function dropChainAnswers(transaction: Database, answers: readonly ChainAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  await transaction.delete(agentRequest).where(hasKeys(agentRequest, answers));
}
