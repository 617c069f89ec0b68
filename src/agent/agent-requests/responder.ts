import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import type { DeliveredRequest, RequestKind, SentResult } from '../../contract/agent-requests.ts';
import { inKindField, kindField } from '../../contract/kind-fields.ts';
import type { AgentAnswerInput, AgentResultInput, AnswerAgentRequestPayload } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { ControlPlaneError } from '../control-plane/call-error.ts';

export type SendAnswer = (input: AgentAnswerInput, signal: AbortSignal) => Promise<AnswerAgentRequestPayload>;

export interface ResponderOptions {
  kinds: readonly AnsweredKind[];
  send: SendAnswer;
  log: Logger;
  signal: AbortSignal;
  /** Default: 40 seconds, less than the control plane waits, and more than a call of the engine or a daemon takes. */
  timeoutMs?: number;
}

const maxErrorLength = 1000;
const defaultTimeoutMs = 40_000;

/** Answers requests, each only once at a time. Heartbeats repeat unanswered requests, so a skipped one comes again. */
export function requestResponder({ kinds, send, log, signal, timeoutMs = defaultTimeoutMs }: ResponderOptions) {
  const queues = kinds.map((kind) => ({ ...kind, limit: pLimit(kind.maxConcurrent), pending: new Set<string>() }));
  return (requests: readonly DeliveredRequest[]): void => {
    for (const request of requests) {
      const queue = queues.find(({ kind }) => kind === request.kind);
      if (queue === undefined || queue.pending.has(request.id) || queue.pending.size >= queue.maxPending) continue;
      queue.pending.add(request.id);
      void queue.limit(async () => {
        try {
          const { id } = request;
          await send({ id, ...(await outcomeOf(queue, request, timeoutMs)) }, signal).catch((error: unknown) => {
            if (!isRefused(error)) throw error;
            // The same result would be refused with every heartbeat.
            return send({ id, error: fitText(`the result was refused: ${error.message}`, maxErrorLength) }, signal);
          });
        } catch (error) {
          log.debug({ err: error }, 'cannot answer request; retrying with the next heartbeat');
        } finally {
          queue.pending.delete(request.id);
        }
      });
    }
  };
}

const isRefused = (error: unknown): error is ControlPlaneError =>
  error instanceof ControlPlaneError && error.fault === 'refused';

async function outcomeOf({ kind, answer }: AnsweredKind, { nodeId, args }: DeliveredRequest, timeoutMs: number) {
  const timeout = Promise.withResolvers<never>();
  const late = () => timeout.reject(new Error(`the agent had no answer within ${timeoutMs / 1000} s`));
  const timer = setTimeout(late, timeoutMs);
  try {
    const result = await Promise.race([answer(nodeId, args[kindField(kind)]), timeout.promise]);
    return { result: inKindField(kind, result) as AgentResultInput };
  } catch (error) {
    const reason =
      error instanceof ZodError ? 'this version of the agent does not support the request' : errorMessage(error);
    return { error: fitText(reason, maxErrorLength) };
  } finally {
    clearTimeout(timer);
  }
}

/** Answers requests of one kind, each once. */
export interface AnsweredKind {
  kind: RequestKind;
  maxConcurrent: number;
  /** Queued or in progress. Others are taken from a later heartbeat. */
  maxPending: number;
  /** Returns the result. Throws an error whose message is for people. */
  answer(nodeId: string, args: unknown): Promise<SentResult>;
}
