import type { Logger } from 'pino';
import { type DeliveredRequest, requestArgs } from '../../contract/agent-requests.ts';
import { type FollowRequest, LogFollower, type LogFollowerOptions } from './log-follower.ts';

/** Each may hold one unread MiB. */
const maxFollowers = 50;

export interface LogFollowersOptions extends LogFollowerOptions {
  log: Logger;
  signal: AbortSignal;
}

/** The logs being followed: those named by the last heartbeat. */
export class LogFollowers {
  readonly #options: LogFollowersOptions;
  readonly #ends = new Map<string, AbortController>();

  constructor(options: LogFollowersOptions) {
    this.#options = options;
  }

  /** Starts new followers and ends those without a reader. */
  handle(requests: readonly DeliveredRequest[]): void {
    const named = requests.flatMap(({ id, nodeId, kind, args }) => {
      const { data } = requestArgs.follow_log.safeParse(args);
      return kind === 'follow_log' && data !== undefined ? [{ id, nodeId, args: data }] : [];
    });
    const ids = new Set(named.map(({ id }) => id));
    for (const [id, end] of this.#ends) if (!ids.has(id)) end.abort();
    for (const request of named) {
      if (!this.#ends.has(request.id) && this.#ends.size < maxFollowers) void this.#follow(request);
    }
  }

  async #follow(request: FollowRequest): Promise<void> {
    const { log, signal } = this.#options;
    const end = new AbortController();
    this.#ends.set(request.id, end);
    try {
      await new LogFollower(request, this.#options).run(AbortSignal.any([signal, end.signal]));
    } catch (error) {
      log.warn({ err: error, nodeId: request.nodeId }, 'cannot follow log; retrying with the next heartbeat');
    } finally {
      this.#ends.delete(request.id);
    }
  }
}
