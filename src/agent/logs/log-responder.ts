import type { Logger } from 'pino';
import type { NodeLogsInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { containerLogs } from '../docker/engine/container-logs.ts';
import type { DockerClient } from '../docker/engine/engine-client.ts';

/** Someone waits for the last lines of a node's log. */
export interface LogRequest {
  sessionId: string;
  nodeId: string;
  tail: number;
}

export interface LogSurroundings {
  docker: DockerClient;
  containerOf(nodeId: string): string | undefined;
  report(input: NodeLogsInput): Promise<void>;
  log: Logger;
}

/** An answer may have a MiB, and take as long as the engine and the control plane let it. */
const mostAtOnce = 20;

/** Answers requests one after the other, each with the reason where there are no lines. */
export class LogAnswers {
  readonly #given: LogSurroundings;
  readonly #open = new Set<string>();
  #last = Promise.resolve();

  constructor(given: LogSurroundings) {
    this.#given = given;
  }

  /** Each heartbeat names a request again until it is answered, also one that is left out here or fails. */
  take(requests: readonly LogRequest[]): void {
    for (const request of requests) {
      if (this.#open.has(request.sessionId) || this.#open.size >= mostAtOnce) continue;
      this.#open.add(request.sessionId);
      this.#last = this.#last.then(() => this.#answer(request));
    }
  }

  async #answer(request: LogRequest): Promise<void> {
    const { report, log } = this.#given;
    try {
      await report(await this.#answerTo(request));
    } catch (error) {
      log.debug({ err: error }, 'a log request could not be answered; it comes again');
    } finally {
      this.#open.delete(request.sessionId);
    }
  }

  async #answerTo({ sessionId, nodeId, tail }: LogRequest): Promise<NodeLogsInput> {
    const { docker, containerOf } = this.#given;
    const container = containerOf(nodeId);
    if (container === undefined) return { sessionId, lines: [], error: 'the node has no container now' };
    try {
      return { sessionId, lines: await containerLogs(docker, container, tail), error: null };
    } catch (error) {
      return { sessionId, lines: [], error: errorMessage(error) };
    }
  }
}
