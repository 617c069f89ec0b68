import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import type { DeliveredRequest, RequestKind } from '../../contract/agent-requests.ts';
import type { AgentAnswerInput, AgentAnswerReceipt } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';

export type SendAnswer = (input: AgentAnswerInput, signal: AbortSignal) => Promise<AgentAnswerReceipt>;

export interface ResponderOptions {
  kinds: readonly AnsweredKind[];
  send: SendAnswer;
  log: Logger;
  signal: AbortSignal;
}

const maxErrorLength = 1000;

/** Answers requests, each only once at a time. Heartbeats repeat unanswered requests, so a skipped one comes again. */
export function requestResponder({ kinds, send, log, signal }: ResponderOptions) {
  const queues = kinds.map((kind) => ({ ...kind, limit: pLimit(kind.maxConcurrent), pending: new Set<string>() }));
  return (requests: readonly DeliveredRequest[]): void => {
    for (const request of requests) {
      const queue = queues.find(({ kind }) => kind === request.kind);
      if (queue === undefined || queue.pending.has(request.id) || queue.pending.size >= queue.maxPending) continue;
      queue.pending.add(request.id);
      void queue.limit(async () => {
        try {
          await send({ id: request.id, ...(await outcomeOf(queue, request)) }, signal);
        } catch (error) {
          log.debug({ err: error }, 'cannot answer request; retrying with the next heartbeat');
        } finally {
          queue.pending.delete(request.id);
        }
      });
    }
  };
}

async function outcomeOf({ answer }: AnsweredKind, { nodeId, args }: DeliveredRequest) {
  try {
    return { result: await answer(nodeId, args) };
  } catch (error) {
    const reason =
      error instanceof ZodError ? 'this version of the agent does not support the request' : errorMessage(error);
    return { error: fitText(reason, maxErrorLength) };
  }
}

/** Answers requests of one kind, each once. */
export interface AnsweredKind {
  kind: RequestKind;
  maxConcurrent: number;
  /** Queued or in progress. Others are taken from a later heartbeat. */
  maxPending: number;
  /** Returns the result. Throws an error whose message is for people. */
  answer(nodeId: string, args: unknown): Promise<unknown>;
}
