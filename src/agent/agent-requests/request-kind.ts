import type { RequestKind } from '../../contract/agent-requests.ts';

/** How an agent answers requests of one kind, each once. */
export interface AnsweredKind {
  kind: RequestKind;
  maxConcurrent: number;
  /** Queued or under way. Others are taken from a later heartbeat. */
  maxPending: number;
  /** Returns the result. Throws an error whose message is for people. */
  answer(nodeId: string, args: unknown): Promise<unknown>;
}
