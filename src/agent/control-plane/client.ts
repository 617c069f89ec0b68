import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql/language/printer.js';
import * as z from 'zod';
import {
  AnswerAgentRequestDocument,
  DeregisterExecutorDocument,
  ReportEndpointsDocument,
  ReportRuntimeEventsDocument,
  RotateExecutorKeyDocument,
  SyncExecutorDocument,
} from '../../contract/agent-operations.generated.ts';
import { maxAgentAnswerBytes } from '../../contract/limits.ts';
import type {
  AgentAnswerInput,
  AnswerAgentRequestPayload,
  EndpointsReportInput,
  RuntimeEventInput,
  SyncExecutorInput,
} from '../../contract/types.generated.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { storableJson } from '../../text/storable.ts';
import { ControlPlaneError, refusal, toControlPlaneError } from './call-error.ts';
import type { DatedAnswer } from './host-clock.ts';
import { HttpConnections, readText, retryAfterMs } from './http-connections.ts';
import { type SyncAnswer, syncAnswer } from './sync-answer.ts';

const receipt = z.object({ isTaken: z.boolean(), isOpen: z.boolean() });

const graphqlAnswer = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).nullish() })).nullish(),
});

const reportAnswer = z.object({
  accepted: z.int().nonnegative(),
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
});

const endpointsAnswer = z.object({ accepted: z.int().nonnegative() });

/** The answer to a rotation. The key must be a valid header value. */
const rotationAnswer = z.object({ secret: z.string().regex(/^[\x21-\x7e]{8,512}$/) });

export interface ControlPlaneClientOptions {
  url: string;
  /** A function if the key may be replaced while the agent runs. */
  apiKey: string | (() => string);
  connections?: HttpConnections;
  /** Timeout of a call. Default: 10. */
  timeoutSeconds?: number;
  /** Receives the times of each call and the date of its answer. */
  onDated?(answer: DatedAnswer): void;
}

/** The agent's calls to the control plane. Each validates its answer and throws ControlPlaneError. */
export class ControlPlaneClient {
  readonly #options: ControlPlaneClientOptions;
  readonly #connections: HttpConnections;
  readonly #timeoutSeconds: number;

  constructor(options: ControlPlaneClientOptions) {
    this.#options = options;
    this.#connections = options.connections ?? new HttpConnections();
    this.#timeoutSeconds = options.timeoutSeconds ?? 10;
  }

  async sync(input: SyncExecutorInput, signal: AbortSignal): Promise<SyncAnswer> {
    const data = await this.#call(SyncExecutorDocument, { input }, signal);
    return validate(syncAnswer, data?.syncExecutor);
  }

  /** Returns whether the answer was accepted, and whether the request continues. */
  async answerRequest(data: AgentAnswerInput, signal: AbortSignal): Promise<AnswerAgentRequestPayload> {
    const result = await this.#call(AnswerAgentRequestDocument, { data }, signal);
    return validate(receipt, result?.answerAgentRequest);
  }

  /** Returns the permanently rejected events; all others are stored. */
  async reportEvents(input: readonly RuntimeEventInput[], signal: AbortSignal) {
    const data = await this.#call(ReportRuntimeEventsDocument, { input: [...input] }, signal);
    const { accepted, rejected } = validate(reportAnswer, data?.reportRuntimeEvents);
    const unrejected = new Set(input.map(({ id }) => id));
    const areOurs = rejected.every(({ id }) => unrejected.delete(id));
    if (!areOurs || accepted !== unrejected.size)
      throw new ControlPlaneError('invalid', 'the control plane did not report which events it stored');
    return rejected;
  }

  /** Reports the gateway of this host. All of its calls are stored afterwards. */
  async reportEndpoints(data: EndpointsReportInput, signal: AbortSignal): Promise<void> {
    const result = await this.#call(ReportEndpointsDocument, { data }, signal);
    const { accepted } = validate(endpointsAnswer, result?.reportEndpoints);
    if (accepted !== data.calls.length)
      throw new ControlPlaneError('invalid', 'the control plane did not store all calls of consumers');
  }

  /** Returns a key that replaces the current one from its first use. */
  async rotateKey(signal: AbortSignal): Promise<string> {
    const data = await this.#call(RotateExecutorKeyDocument, {}, signal);
    return validate(rotationAnswer, data?.rotateExecutorKey).secret;
  }

  /** Deregisters this executor; its key stops working. `removedNodes` lost their chain data. */
  async deregister(removedNodes: readonly string[], signal: AbortSignal): Promise<void> {
    await this.#call(DeregisterExecutorDocument, { removedNodes: [...removedNodes] }, signal);
  }

  async #call<T, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
    signal: AbortSignal,
  ): Promise<T | null | undefined> {
    const timeout = AbortSignal.timeout(this.#timeoutSeconds * 1000);
    try {
      const body = storableJson({ query: print(document), variables });
      return await this.#post<T>(body, AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (!timeout.aborted || signal.aborted) throw toControlPlaneError(error);
      const message = `the control plane did not answer within ${this.#timeoutSeconds} s`;
      throw new ControlPlaneError('unreachable', message);
    }
  }

  /** Returns the data of an answer without errors. Throws ControlPlaneError, ConnectionFailed, and read errors. */
  async #post<T>(body: string, signal: AbortSignal): Promise<T | null | undefined> {
    const { url, apiKey, onDated } = this.#options;
    const sentAt = Date.now();
    const answer = await this.#connections.send({
      url,
      headers: {
        authorization: `Bearer ${typeof apiKey === 'string' ? apiKey : apiKey()}`,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      },
      body,
      signal,
    });
    const status = answer.statusCode ?? 0;
    // A refusal may come from a proxy.
    if (isOk(status)) onDated?.({ date: answer.headers.date, sentAt, receivedAt: Date.now() });
    const text = await readText(answer, maxAgentAnswerBytes);
    const { success, data: parsed } = graphqlAnswer.safeParse(isOk(status) ? JSON.parse(text) : jsonOrNull(text));
    const [fault] = parsed?.errors ?? [];
    if (!isOk(status) || fault !== undefined)
      throw Object.assign(refusal(status, fault), { retryAfterMs: retryAfterMs(answer) });
    if (!success) throw new Error('not a GraphQL response');
    return parsed.data as T | null | undefined;
  }
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

function validate<T>(shape: z.ZodType<T>, answer: unknown): T {
  const { success, data, error } = shape.safeParse(answer);
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join('.') || 'the response';
  throw new ControlPlaneError('invalid', `the control plane sent an invalid response: ${path}: ${issue?.message}`);
}
