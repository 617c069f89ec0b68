import { z } from 'zod';
import type { NodeExplanationInput } from '../../contract/types.generated.ts';
import { publish } from '../bus/publish.ts';
import { type Database, rowsOf } from '../database/database.ts';
import { sql } from '../database/drizzle.ts';
import { transact } from '../database/transact.ts';
import { invalidInput } from '../input/errors.ts';
import { isUuid } from '../input/ids.ts';
import type { ExecutorCaller } from '../request/caller.ts';
import { ownExecutorName } from '../request/own-executor.ts';

const text = z.string().max(2000);
const lines = z.array(text).max(200);
const shape = z
  .array(
    z.looseObject({
      desired: lines,
      observed: lines,
      steps: z.array(z.looseObject({ action: text, why: text })).max(200),
      waitingFor: text.nullish(),
    }),
  )
  .max(100);

/** Stores what an agent explains of its own nodes, where somebody asked for it. Throws `invalid_input` and Forbidden. */
export async function storeExplanations(
  database: Database,
  caller: ExecutorCaller,
  input: readonly NodeExplanationInput[],
): Promise<void> {
  const { error } = shape.safeParse(input);
  if (error !== undefined) {
    const issues = error.issues.map(({ path, message }) => ({
      path: ['input', ...path.filter((part) => typeof part !== 'symbol')],
      message,
    }));
    throw invalidInput(issues);
  }
  const explained = input
    .filter(({ nodeId }) => isUuid(nodeId))
    .map(({ nodeId, ...explanation }) => ({ nodeId, explanation }));
  if (explained.length === 0) return;
  const executorName = await ownExecutorName(database, caller);
  await transact(database, async (transaction) => {
    const stored = await transaction.execute(sql`
      UPDATE node_explanation SET explanation = answer.explanation, explained_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(explained)}::jsonb) AS answer("nodeId" uuid, explanation jsonb), executor
      WHERE node_explanation.node_id = answer."nodeId" AND executor.id = node_explanation.executor_id
        AND executor.organization_id = ${caller.organizationId}
        AND executor.name = ${executorName}
      RETURNING node_explanation.node_id AS id`);
    const ids = rowsOf<{ id: string }>(stored).map(({ id }) => id);
    await publish(transaction, ...ids.map((nodeId) => ({ kind: 'explained', nodeId }) as const));
  });
}
