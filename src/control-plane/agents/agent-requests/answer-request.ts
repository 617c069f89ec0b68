import { requestResults } from '../../../contract/agent-requests.ts';
import { kindOfInput } from '../../../contract/kind-fields.ts';
import type { AgentAnswerInput, AnswerAgentRequestPayload } from '../../../contract/types.generated.ts';
import { storable, storableJson } from '../../../text/storable.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, eq, getTableColumns, ne, sql, transact } from '../../platform/database/database.ts';
import { hasKey } from '../../platform/database/tenant-keys.ts';
import { checkShape } from '../../platform/input/check-shape.ts';
import { describeIssues, forbidden } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { ExecutorCaller } from '../../request/caller.ts';
import { executorMutation } from '../../request/operations.ts';
import { ownExecutorName } from '../../request/own-executor.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { type AgentRequestRow, agentRequest, isExplanationOf } from '../../tables/agent-requests.ts';
import { executor } from '../../tables/executors.ts';
import { fitLogLines, storeChunk } from './chunks.ts';
import { notExpired } from './limits.ts';

const maxErrorLength = 1000;

/** An answer to a log that was closed meanwhile is not the agent's fault. */
function notOwed(chunk: AgentAnswerInput['chunk']): AnswerAgentRequestPayload {
  if (chunk) return { isTaken: false, isOpen: false };
  throw forbidden('No pending request of this executor has this id.');
}

type Outcome = { status: 'done'; result: string } | { status: 'failed'; error: string };

async function storeOutcome(
  transaction: Database,
  { organizationId, id, nodeId, kind }: AgentRequestRow,
  outcome: Outcome,
): Promise<AnswerAgentRequestPayload> {
  // A node's last explanation is kept for when its executor is offline.
  const isKept = kind === 'explain' && outcome.status === 'done';
  await transaction
    .update(agentRequest)
    .set({ ...outcome, answeredAt: sql`now()`, ...(isKept ? { expiresAt: sql`'infinity'` } : {}) })
    .where(hasKey(agentRequest, organizationId, id));
  if (isKept)
    await transaction
      .delete(agentRequest)
      .where(and(isExplanationOf({ organizationId, id: nodeId }), ne(agentRequest.id, id)));
  return { isTaken: true, isOpen: false };
}

const failedWith = (reason: string): Outcome => ({
  status: 'failed',
  error: storable(reason.slice(0, maxErrorLength)),
});

const invalidAnswer = (reason: string): string => `the agent returned an invalid answer: ${reason}`;

function outcomeOf({ kind }: AgentRequestRow, { result, error }: Pick<AgentAnswerInput, 'result' | 'error'>): Outcome {
  if (error != null) return failedWith(error);
  const answered = result == null ? { kind: null, value: undefined } : kindOfInput(result);
  if (answered.kind !== kind) return failedWith(invalidAnswer(`no result of the kind ${kind}`));
  const { data, issues } = checkShape<unknown>(requestResults[kind], answered.value);
  if (issues !== null) return failedWith(invalidAnswer(describeIssues(issues)));
  const accepted = kind === 'log' ? fitLogLines(data as string[]) : data;
  return { status: 'done', result: storableJson(accepted) };
}

/** Returns the open request with this id of an executor, locked; undefined if it has none. */
async function lockOwed(
  transaction: Database,
  { organizationId, name, id }: Owed,
): Promise<AgentRequestRow | undefined> {
  const [request] = await transaction
    .select(getTableColumns(agentRequest))
    .from(agentRequest)
    .innerJoin(executor, hasKey(executor, agentRequest.organizationId, agentRequest.executorId))
    .where(
      and(
        hasKey(agentRequest, organizationId, id),
        eq(agentRequest.status, 'pending'),
        eq(executor.name, name),
        notExpired,
      ),
    )
    .for('update', { of: agentRequest });
  return request as AgentRequestRow | undefined;
}

interface Owed {
  organizationId: string;
  /** The executor's. */
  name: string;
  id: string;
}

/**
 * Fails a request of the caller's executor whose answer GraphQL refused: the agent would send the same answer again, and
 * a person waits for it. Does nothing for a request that is not open, or another executor's.
 */
export async function failRefusedAnswer(
  database: Database,
  caller: ExecutorCaller,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  if (!isUuid(id)) return;
  const owed = { organizationId: caller.organizationId, name: await ownExecutorName(database, caller), id };
  await transact(database, async (transaction) => {
    const request = await lockOwed(transaction, owed);
    if (request === undefined) return;
    await storeOutcome(transaction, request, failedWith(invalidAnswer(reason)));
    await publish(transaction, { kind: 'answered', requestId: id });
  });
}

/** Stores a chunk of a followed log, or a request's outcome. Throws Forbidden for an answer that is not owed. */
export const answerRequestResolvers = (): Resolvers => ({
  Mutation: {
    answerAgentRequest: executorMutation({
      run: async ({ data: { id, chunk, ...outcome } }, { caller, database }) => {
        if (!isUuid(id)) return notOwed(chunk);
        const name = await ownExecutorName(database, caller);
        return transact(database, async (transaction) => {
          const request = await lockOwed(transaction, { organizationId: caller.organizationId, name, id });
          if (request === undefined || (chunk && request.kind !== 'follow_log')) return notOwed(chunk);
          const receipt = chunk
            ? await storeChunk(transaction, request as AgentRequestRow<'follow_log'>, chunk)
            : await storeOutcome(transaction, request, outcomeOf(request, outcome));
          if (receipt.isTaken) await publish(transaction, { kind: 'answered', requestId: id });
          return receipt;
        });
      },
      subject: () => null,
      checksOwnTexts: true,
    }),
  },
});
