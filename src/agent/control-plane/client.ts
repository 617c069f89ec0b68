import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql/language/printer.js';
import * as z from 'zod';
import {
  AnswerAgentRequestDocument,
  DeregisterExecutorDocument,
  ReportRuntimeEventsDocument,
  RotateExecutorKeyDocument,
  SyncExecutorDocument,
} from '../../contract/agent-operations.generated.ts';
import { maxAgentAnswerBytes } from '../../contract/limits.ts';
import type {
  AgentAnswerInput,
  AgentAnswerReceipt,
  RuntimeEventInput,
  SyncExecutorInput,
} from '../../contract/types.generated.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { storableJson } from '../../text/storable.ts';
import { CallFailed, ControlPlaneError, invalidAnswer, toControlPlaneError } from './call-error.ts';
import type { DatedAnswer } from './dated-answer.ts';
import { HttpConnections, readText } from './http-connections.ts';
import { type SyncAnswer, syncAnswer } from './sync-answer.ts';

export interface ControlPlaneClientOptions {
  url: string;
  /** A function if the key may be replaced while the agent runs. */
  apiKey: string | (() => string);
  connections?: HttpConnections;
  /** Timeout of a call. Default: 10. */
  timeoutSeconds?: number;
  /** Receives the times of each call and the date of its answer. */
  onDated?: (answer: DatedAnswer) => void;
}

const receipt = z.object({ isTaken: z.boolean(), isOpen: z.boolean() });

const graphqlAnswer = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string(), extensions: z.record(z.string(), z.unknown()).nullish() })).nullish(),
});

const reportAnswer = z.object({
  accepted: z.int().nonnegative(),
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
});

/** The answer to a rotation. The key must be a valid header value. */
const rotationAnswer = z.object({ secret: z.string().regex(/^[\x21-\x7e]{8,512}$/) });

/** The agent's calls to the control plane. Each validates its answer and throws ControlPlaneError. */
export class ControlPlaneClient {
  readonly #url: string;
  readonly #connections: HttpConnections;
  readonly #apiKey: () => string;
  readonly #timeoutMs: number;
  readonly #onDated: ControlPlaneClientOptions['onDated'];

  constructor(options: ControlPlaneClientOptions) {
    const { url, apiKey, connections = new HttpConnections(), timeoutSeconds = 10, onDated } = options;
    this.#url = url;
    this.#connections = connections;
    this.#apiKey = typeof apiKey === 'string' ? () => apiKey : apiKey;
    this.#timeoutMs = timeoutSeconds * 1000;
    this.#onDated = onDated;
  }

  async sync(input: SyncExecutorInput, signal: AbortSignal): Promise<SyncAnswer> {
    const data = await this.#call(SyncExecutorDocument, { input }, signal);
    return validate(syncAnswer, data?.syncExecutor);
  }

  /** Returns whether the answer was accepted, and whether the request continues. */
  async answerRequest(input: AgentAnswerInput, signal: AbortSignal): Promise<AgentAnswerReceipt> {
    const data = await this.#call(AnswerAgentRequestDocument, { input }, signal);
    return validate(receipt, data?.answerAgentRequest);
  }

  /** Returns the permanently rejected events; all others are stored. */
  async reportEvents(
    input: readonly RuntimeEventInput[],
    signal: AbortSignal,
  ): Promise<{ id: string; reason: string }[]> {
    const data = await this.#call(ReportRuntimeEventsDocument, { input: [...input] }, signal);
    const { accepted, rejected } = validate(reportAnswer, data?.reportRuntimeEvents);
    const unrejected = new Set(input.map(({ id }) => id));
    const areOurs = rejected.every(({ id }) => unrejected.delete(id));
    if (!areOurs || accepted !== unrejected.size) {
      throw new ControlPlaneError('invalid', 'the control plane did not report which events it stored');
    }
    return rejected;
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
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#post<T>(
        storableJson({ query: print(document), variables }),
        AbortSignal.any([signal, timeout]),
      );
    } catch (error) {
      if (timeout.aborted && !signal.aborted) {
        const seconds = this.#timeoutMs / 1000;
        throw new ControlPlaneError('unreachable', `the control plane did not answer within ${seconds} s`);
      }
      throw toControlPlaneError(error);
    }
  }

  /** Returns the data of an answer without errors. Throws CallFailed, ConnectionFailed, and read errors. */
  async #post<T>(body: string, signal: AbortSignal): Promise<T | null | undefined> {
    const sentAt = Date.now();
    const answer = await this.#connections.post({
      url: this.#url,
      headers: {
        authorization: `Bearer ${this.#apiKey()}`,
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
      },
      body,
      signal,
    });
    const status = answer.statusCode ?? 0;
    // A refusal may come from a proxy.
    if (isOk(status)) this.#onDated?.({ date: answer.headers.date, sentAt, receivedAt: Date.now() });
    const text = await readText(answer, maxAgentAnswerBytes);
    const { success, data: parsed } = graphqlAnswer.safeParse(isOk(status) ? JSON.parse(text) : jsonOrNull(text));
    if (!isOk(status) || (parsed?.errors ?? []).length > 0) throw new CallFailed(status, parsed?.errors ?? []);
    if (!success) throw new Error('not a GraphQL response');
    return parsed.data as T | null | undefined;
  }
}

const isOk = (status: number): boolean => status >= 200 && status < 300;

function validate<T>(shape: z.ZodType<T>, answer: unknown): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw invalidAnswer(parsed.error);
}
