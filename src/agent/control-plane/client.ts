import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { ClientError, GraphQLClient } from 'graphql-request';
import { ZodError, z } from 'zod';
import {
  ReportNodeLogsDocument,
  ReportRuntimeEventsDocument,
  SyncExecutorDocument,
} from '../../contract/operations.generated.ts';
import type { NodeLogsInput, RuntimeEventInput, SyncExecutorInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { storableJson } from '../../text/storable.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { ControlPlaneError } from './control-plane-error.ts';
import { parseSyncAnswer, type SyncAnswer } from './sync-answer.ts';

export interface ControlPlaneClientOptions {
  /** The GraphQL endpoint. */
  url: string;
  apiKey: string;
  /** How long a call may take. */
  timeoutSeconds?: number;
}

/** What became of reported events. */
const reportShape = z.object({
  accepted: z.int().nonnegative(),
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
});

/** The agent's three calls to the control plane. Each throws ControlPlaneError, and believes no answer that it has not checked. */
export class ControlPlaneClient {
  readonly #client: GraphQLClient;
  readonly #timeoutMs: number;

  constructor({ url, apiKey, timeoutSeconds = 10 }: ControlPlaneClientOptions) {
    this.#client = new GraphQLClient(url, {
      headers: { authorization: `Bearer ${apiKey}` },
      fetch: boundedFetch,
      jsonSerializer: { parse: JSON.parse, stringify: storableJson },
    });
    this.#timeoutMs = timeoutSeconds * 1000;
  }

  async sync(input: SyncExecutorInput, signal: AbortSignal): Promise<SyncAnswer> {
    const answer = await this.#call(SyncExecutorDocument, { input }, signal);
    return believed(() => parseSyncAnswer(answer?.syncExecutor));
  }

  /** Returns the events that the control plane will never take. */
  async reportEvents(
    input: readonly RuntimeEventInput[],
    signal: AbortSignal,
  ): Promise<{ id: string; reason: string }[]> {
    const answer = await this.#call(ReportRuntimeEventsDocument, { input: [...input] }, signal);
    const { accepted, rejected } = believed(() => reportShape.parse(answer?.reportRuntimeEvents));
    const others = new Set(input.map(({ id }) => id));
    const known = rejected.every(({ id }) => others.delete(id));
    if (!known || accepted !== others.size) {
      throw new ControlPlaneError('nonsense', 'the control plane did not say what became of the events');
    }
    return rejected;
  }

  async reportLogs(input: NodeLogsInput, signal: AbortSignal): Promise<void> {
    await this.#call(ReportNodeLogsDocument, { input }, signal);
  }

  async #call<T, V extends object>(
    document: TypedDocumentNode<T, V>,
    variables: V,
    signal: AbortSignal,
  ): Promise<T | null | undefined> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#client.request<T, object>({ document, variables, signal: AbortSignal.any([signal, timeout]) });
    } catch (error) {
      if (timeout.aborted && !signal.aborted) {
        throw new ControlPlaneError(
          'unreachable',
          `the control plane did not answer within ${this.#timeoutMs / 1000} s`,
        );
      }
      throw understood(error);
    }
  }
}

function understood(error: unknown): ControlPlaneError {
  if (error instanceof ClientError) return refusal(error);
  const message = errorMessage(error);
  // What fetch throws for a connection that fails is a TypeError; an abort is a DOMException.
  if (error instanceof TypeError || error instanceof DOMException) {
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return new ControlPlaneError(
      'unreachable',
      `the control plane cannot be reached: ${oneLine(message + cause)}`,
      null,
      {
        cause: error,
      },
    );
  }
  // graphql-request repeats the whole answer from the second line on.
  return new ControlPlaneError(
    'nonsense',
    `the control plane’s answer is none: ${oneLine(message.split('\n')[0] ?? '')}`,
  );
}

function refusal({ response: { status, errors } }: ClientError): ControlPlaneError {
  const [first] = errors ?? [];
  const given = first?.extensions?.['code'];
  const code = typeof given === 'string' ? given : null;
  // Never the ClientError's own message: it repeats the whole request.
  const said = oneLine(first?.message ?? `HTTP ${status}`);
  if (status === 401 || status === 403 || code === 'Unauthenticated') {
    return new ControlPlaneError('unauthorized', `the control plane does not take the API key: ${said}`, code);
  }
  // GraphQL itself checks the values first, and gives no code of its own; a proxy may take less than the control plane.
  if (code === null && (status === 413 || first?.message?.startsWith('Variable "$'))) {
    return new ControlPlaneError('refused', `the control plane refused the values: ${said}`, 'invalid_input');
  }
  if (code !== null) return new ControlPlaneError('refused', `the control plane refused: ${said}`, code);
  return new ControlPlaneError('unreachable', `the control plane answered ${said}`);
}

/** Foreign text as it may stand in a log. */
const oneLine = (said: string): string => fitText(said.replace(/\s+/g, ' '), 300);

function believed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const [issue] = error.issues;
    throw new ControlPlaneError(
      'nonsense',
      `the control plane’s answer is not as it must be: ${issue?.path.join('.') || 'the whole of it'}: ${issue?.message}`,
    );
  }
}
