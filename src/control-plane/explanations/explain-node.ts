import type { NodeExplanation } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { domainError } from '../input/errors.ts';
import type { NodeRow } from '../nodes/table.ts';
import type { Answers } from './answers.ts';
import { readExplanation, requestExplanation, type StoredExplanation } from './request.ts';

const defaultPatienceMs = 2000;

export interface ExplainDeps {
  database: Database;
  answers: Answers;
  /** How long to wait for the agent. Default: 2 seconds. */
  patienceMs?: number;
}

/**
 * Asks the agent of a node why it is as it is, and returns its answer, or the last one that it gave. Throws `executor_offline`,
 * `agent_outdated` and `executor_not_answering` where there is none.
 */
export async function explainNode(
  { database, answers, patienceMs = defaultPatienceMs }: ExplainDeps,
  node: NodeRow,
): Promise<NodeExplanation> {
  const { name, online, lastSeenAt, features, version } = node.executor;
  if (!online) {
    return lastKnown(node, await readExplanation(database, node.id), {
      code: 'executor_offline',
      reason: `${name} is offline since its heartbeat of ${lastSeenAt.toISOString()}`,
    });
  }
  if (!features.includes('explain')) {
    return lastKnown(node, await readExplanation(database, node.id), {
      code: 'agent_outdated',
      reason: `the agent of ${name} has version ${version}, which cannot be asked; upgrade it, or run “satrap agent explain” on its host`,
    });
  }
  const { stored, isCurrent } = await ask({ database, answers, patienceMs }, node);
  return lastKnown(
    node,
    stored,
    isCurrent
      ? null
      : {
          code: 'executor_not_answering',
          reason: `${name} did not answer within ${patienceMs / 1000} s; it may be busy, or its host may have lost its connection`,
        },
  );
}

async function ask({ database, answers, patienceMs }: Required<ExplainDeps>, node: NodeRow) {
  // Before the request, so that no answer is missed.
  using waiting = answers.expect(node.id);
  await requestExplanation(database, node);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const stored = await readExplanation(database, node.id);
    const isCurrent = stored?.explainedAt != null && stored.explainedAt >= stored.requestedAt;
    const leftMs = deadline - performance.now();
    if (isCurrent || leftMs <= 0) return { stored, isCurrent };
    await waiting.answered(leftMs);
  }
}

interface Obstacle {
  code: 'executor_offline' | 'agent_outdated' | 'executor_not_answering';
  reason: string;
}

/** Pure. Throws the obstacle when nothing is known. */
function lastKnown(node: NodeRow, stored: StoredExplanation | undefined, obstacle: Obstacle | null): NodeExplanation {
  if (!stored?.explanation || stored.explainedAt === null) {
    const { code, reason } = obstacle ?? { code: 'executor_not_answering', reason: 'there is no answer' };
    throw domainError(code, `${reason}; nothing is known of ${node.name} from before`);
  }
  return {
    ...stored.explanation,
    nodeId: node.id,
    explainedAt: stored.explainedAt.toISOString(),
    isCurrent: obstacle === null,
    staleReason: obstacle?.reason ?? null,
  };
}
