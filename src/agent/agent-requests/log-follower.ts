import type { RequestArgs } from '../../contract/agent-requests.ts';
import type { LogChunkInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { LogBuffer, type LogLine } from './log-buffer.ts';
import type { SendAnswer } from './responder.ts';

/** Where to start reading a log. */
export interface LogStart {
  tail?: number | undefined;
  /** Only lines at or after this time: a line's time from the runtime, or an ISO time. */
  since?: string | undefined;
}

export interface FollowRequest {
  id: string;
  nodeId: string;
  args: RequestArgs<'follow_log'>;
}

export interface LogFollowerOptions {
  /** The current workload of a node; undefined without one. */
  workloadOf(nodeId: string): string | undefined;
  /** Reads a log and follows it until the workload stops. Throws RuntimeError. */
  followLog(workloadId: string, start: LogStart, signal: AbortSignal): AsyncIterable<LogLine>;
  send: SendAnswer;
  clock: Clock;
}

const gatherMs = 100;
/** The pause while the reader has not taken what it was sent. */
const heldBackMs = 300;
const reopenMs = 1000;
const retryPolicy = { firstMs: 500, maxMs: 10_000 };

/**
 * Follows a node's log for one reader, across restarts of the node and its engine. A slow reader loses the oldest
 * lines, which are counted.
 */
export class LogFollower {
  readonly #request: FollowRequest;
  readonly #options: LogFollowerOptions;
  readonly #buffer = new LogBuffer();
  readonly #filled: Notify;
  readonly #end = new AbortController();

  constructor(request: FollowRequest, options: LogFollowerOptions) {
    this.#request = request;
    this.#options = options;
    this.#filled = new Notify(options.clock);
  }

  async run(signal: AbortSignal): Promise<void> {
    const ending = AbortSignal.any([signal, this.#end.signal]);
    const sending = this.#send(ending).finally(() => this.#end.abort());
    await Promise.all([this.#read(ending), sending]);
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { nodeId, args } = this.#request;
    const { tail, since, position } = args;
    const { workloadOf, followLog, clock } = this.#options;
    let start: LogStart = position === null ? { tail, since: since ?? undefined } : { since: position };
    let last = position;
    let noted: string | undefined;
    const note = (text: string) => {
      if (noted !== text) this.#add(() => this.#buffer.note(fitText(text, 1000)));
      noted = text;
    };
    while (!signal.aborted) {
      const workloadId = workloadOf(nodeId);
      if (workloadId === undefined) {
        note('the node has no container; waiting for one');
      } else {
        try {
          for await (const line of followLog(workloadId, start, signal)) {
            // Lines read before come again, because the engine's start time is inclusive.
            if (last !== null && line.time <= last) continue;
            last = line.time;
            noted = undefined;
            start = { since: last };
            this.#add(() => this.#buffer.add(line));
          }
          if (!signal.aborted) note('the node’s container stopped; waiting for its restart');
        } catch (error) {
          if (!signal.aborted) note(`cannot read the log: ${errorMessage(error)}`);
        }
      }
      await clock.sleep(reopenMs, signal);
    }
  }

  #add(add: () => void): void {
    add();
    this.#filled.notify();
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const backoff = new Backoff(retryPolicy);
    let sequence = this.#request.args.nextChunk;
    while (!signal.aborted) {
      const chunk = this.#buffer.take();
      if (chunk === undefined) {
        if (await this.#filled.wait(Number.POSITIVE_INFINITY, signal)) await clock.sleep(gatherMs, signal);
        continue;
      }
      for (let isSent = false; !isSent && !signal.aborted; ) {
        const answer = await this.#report({ ...chunk, sequence }, signal);
        if (answer === undefined) await clock.sleep(backoff.next(), signal);
        else if (!answer.isOpen) return;
        else if (!answer.isTaken) await clock.sleep(heldBackMs, signal);
        else isSent = true;
        if (answer !== undefined) backoff.reset();
      }
      sequence++;
    }
  }

  /** Returns undefined if the control plane did not answer. */
  async #report(chunk: LogChunkInput, signal: AbortSignal) {
    return this.#options.send({ id: this.#request.id, chunk }, signal).catch(() => undefined);
  }
}
