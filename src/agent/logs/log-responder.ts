import type { Logger } from 'pino';
import type { NodeLogsInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { RepeatedRequests } from '../../timing/repeated-requests.ts';

/** Someone waits for the last lines of a node's log. */
export interface LogRequest {
  sessionId: string;
  nodeId: string;
  tail: number;
  /** Only lines from this ISO time on. */
  since?: string | null;
}

export interface LogResponderOptions {
  /** Returns the last `tail` lines of a node's log, or null while there is nothing to read them from. */
  readLog(nodeId: string, tail: number, range: { since?: number }): Promise<string[] | null>;
  report(input: NodeLogsInput): Promise<void>;
  log: Logger;
}

/** Each response may hold a MiB. */
const maxConcurrent = 4;
/** Queued or under way. Others are taken from a later heartbeat. */
const maxPending = 20;

/** Responds to requests for a node's log, with the reason where there are no lines. */
export class LogResponder {
  readonly #options: LogResponderOptions;
  readonly #requests: RepeatedRequests<LogRequest>;

  constructor(options: LogResponderOptions) {
    const { report, log } = options;
    this.#options = options;
    this.#requests = new RepeatedRequests({
      ...{ maxConcurrent, maxPending },
      idOf: ({ sessionId }) => sessionId,
      answer: async (request) => report(await this.#read(request)),
      onFailure: (error) => log.debug({ err: error }, 'cannot answer a log request; the next heartbeat repeats it'),
    });
  }

  /** Every heartbeat repeats a request until it is answered, so one that is left out here or fails comes again. */
  handle(requests: readonly LogRequest[]): void {
    this.#requests.handle(requests);
  }

  async #read({ sessionId, nodeId, tail, since }: LogRequest): Promise<NodeLogsInput> {
    try {
      const lines = await this.#options.readLog(nodeId, tail, since == null ? {} : { since: Date.parse(since) });
      if (lines === null) return { sessionId, lines: [], error: 'the node has no container now' };
      return { sessionId, lines, error: null };
    } catch (error) {
      return { sessionId, lines: [], error: errorMessage(error) };
    }
  }
}
