import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { ClientError, GraphQLClient } from 'graphql-request';
import { ZodError } from 'zod';
import {
  type NodeLogsInput,
  ReportNodeLogsDocument,
  ReportRuntimeEventsDocument,
  type RuntimeEventInput,
  SyncExecutorDocument,
  type SyncExecutorInput,
} from '../../client/generated.ts';
import { ControlPlaneError } from './control-plane-error.ts';
import { parseSyncAnswer, type SyncAnswer } from './sync-answer.ts';

export interface ControlPlaneClientOptions {
  /** The GraphQL endpoint. */
  url: string;
  apiKey: string;
  /** How long a call may take. */
  timeoutSeconds?: number;
}

/** The agent's three calls to the control plane. Each throws ControlPlaneError, and believes no answer that it has not checked. */
export class ControlPlaneClient {
  readonly #client: GraphQLClient;
  readonly #timeoutMs: number;

  constructor({ url, apiKey, timeoutSeconds = 10 }: ControlPlaneClientOptions) {
    this.#client = new GraphQLClient(url, { headers: { authorization: `Bearer ${apiKey}` } });
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
    const { accepted, rejected } = answer?.reportRuntimeEvents ?? {};
    if (typeof accepted !== 'number' || !Array.isArray(rejected) || accepted + rejected.length < input.length) {
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
  if (error instanceof ClientError) {
    const { status } = error.response;
    const [first] = error.response.errors ?? [];
    const code = typeof first?.extensions?.['code'] === 'string' ? first.extensions['code'] : null;
    // Never the error's own message: it repeats the whole request.
    const said = first?.message ?? `HTTP ${status}`;
    if (status === 401 || status === 403 || code === 'Unauthenticated') {
      return new ControlPlaneError('unauthorized', `the control plane does not take the API key: ${said}`, code);
    }
    if (code !== null) return new ControlPlaneError('refused', `the control plane refused: ${said}`, code);
    return new ControlPlaneError('unreachable', `the control plane answered ${said}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof SyntaxError)
    return new ControlPlaneError('nonsense', `the control plane’s answer is no JSON: ${message}`);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return new ControlPlaneError('unreachable', `the control plane cannot be reached: ${message}${cause}`, null, {
    cause: error,
  });
}

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
