import type { MethodCost } from '../../bitcoin/rpc-methods.ts';
import type { DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import type { DaemonAnswer } from '../daemon/received-answer.ts';
import type { Flight } from '../members/flight.ts';
import type { Member } from '../members/member.ts';
import { type SharedAnswer, slotTimeoutMs } from '../members/shared-reads.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';
import { Cancelled } from './cancellation.ts';
import type { RequestContext } from './request-context.ts';

export interface MemberCallOptions {
  cost: MethodCost;
  /**
   * Whether it may be repeated on another member. A call that may not stays with its member until there is an answer, also
   * without its caller: its outcome belongs in the audit log.
   */
  isRepeatable: boolean;
  /** An answer that is longer is streamed. */
  holdBytes: number;
  path?: string;
}

/** In milliseconds. A heavy call may scan the whole chain; one that waits ends with its caller. */
const timeouts = { light: 30_000, heavy: 600_000 };
/** A read is repeated once. */
const maxAttempts = 2;

const tooLate = () => new DaemonFault('timeout', 'it does not answer in time');

export const notWhitelisted: RpcFault = {
  code: rpcCodes.methodNotFound,
  message: 'This method works after the next restart of the node: bitcoind reads its rpcwhitelist only when it starts.',
};

const tooManyUnread: RpcFault = {
  code: rpcCodes.limitExceeded,
  message: 'Too many long answers are not read yet. Read them, then try again.',
};

export const noAnswerOf = ({ message }: DaemonFault): RpcFault => ({
  code: rpcCodes.internal,
  message: `The node of this endpoint gave no answer: ${message}. Try again.`,
});

/** Sends the calls of one request to members. */
export class MemberCalls {
  readonly #context: RequestContext;
  /** How long members took, in milliseconds. */
  memberMs = 0;
  /** Whether the connection can be used for no further request, because no member has what it has seen. */
  isConnectionSpent = false;

  constructor(context: RequestContext) {
    this.#context = context;
  }

  /** Tries a read on a member, and then on another one, `without` some. Returns why it failed. Throws Cancelled. */
  async read<T>(
    cost: MethodCost,
    attempt: (member: Member) => Promise<T>,
    without: ReadonlySet<Member> = new Set(),
  ): Promise<{ value: T } | { fault: RpcFault }> {
    const { surroundings, connection, cancellation, outlet } = this.#context;
    const tried = new Set<Member>();
    let lastFault: RpcFault | null = null;
    for (;;) {
      const member = await surroundings.choose(connection, tried.union(without), cancellation);
      if ('code' in member) {
        this.isConnectionSpent ||= connection.floor !== null && without.size === 0;
        return { fault: lastFault ?? member };
      }
      if (tried.size > 0) surroundings.onRetry();
      try {
        const value = await attempt(member);
        connection.member = member;
        return { value };
      } catch (error) {
        if (!(error instanceof DaemonFault)) throw error;
        tried.add(member);
        member.failed(error);
        // A part of the answer has left: another one cannot follow it.
        if (outlet.isInside) throw new Cancelled(`the answer of a member broke off: ${error.message}`);
        if (error.kind === 'no_memory') return { fault: tooManyUnread };
        // Why no member may answer says more than that this one must not.
        lastFault = error.kind === 'stale' ? null : error.kind === 'forbidden' ? notWhitelisted : noAnswerOf(error);
        // Another member would take as long.
        if (tried.size >= maxAttempts || (error.kind === 'timeout' && cost === 'heavy'))
          return { fault: lastFault ?? noAnswerOf(error) };
      }
    }
  }

  /** Accepts the chain that an answer came from, by its last block. Throws DaemonFault `stale`. */
  async accept(member: Member, tip: string): Promise<void> {
    const { connection } = this.#context;
    const { branch, work } = await member.judge(tip);
    if (branch !== 'followed') throw new DaemonFault('stale', 'it follows another branch');
    if (connection.floor !== null && work < connection.floor)
      throw new DaemonFault('stale', 'its chain has less work than the connection has seen');
    connection.floor = work;
  }

  /** Makes light reads, together with others of the consumer. Throws DaemonFault, and Cancelled if the caller left. */
  async share(member: Member, calls: readonly DaemonCall[], isAtTip: boolean): Promise<SharedAnswer> {
    const { consumer, cancellation, answers } = this.#context;
    cancellation.throwIfCancelled();
    const charge = (bytes: number) => answers.add(bytes);
    const shared = member.reads.read(consumer.config.id, { calls, isAtTip, charge });
    const forget = cancellation.on(() => shared.leave(new Cancelled('the request was cancelled')));
    try {
      const answer = await shared.answer;
      this.memberMs += answer.memberMs;
      return answer;
    } finally {
      forget();
    }
  }

  /**
   * Sends calls to a member in one of its slots, and hands the answer to `use` while the slot is held. The slot is free when
   * the daemon has executed the calls, also if the caller left before. Throws DaemonFault, and Cancelled if the caller left.
   */
  async send<T>(
    member: Member,
    calls: readonly DaemonCall[],
    { cost, isRepeatable, holdBytes, path }: MemberCallOptions,
    use: (answer: DaemonAnswer) => T | Promise<T>,
  ): Promise<T> {
    const { answers } = this.#context;
    const release = await this.#slot(member, cost);
    const sent = member.daemon.send(calls, {
      ...{ timeoutMs: 0, holdBytes, path },
      charge: (bytes) => answers.add(bytes),
    });
    const late = cost === 'waiting' ? undefined : setTimeout(() => sent.leave(tooLate()), timeouts[cost]);
    // An answer that has begun ends by itself, or with its caller.
    void sent.executed.then(() => clearTimeout(late));
    try {
      return await this.#whileSent(member, { sent, isRepeatable }, use);
    } finally {
      clearTimeout(late);
      void sent.executed.then(release);
    }
  }

  async #whileSent<T>(member: Member, flight: Flight, use: (answer: DaemonAnswer) => T | Promise<T>): Promise<T> {
    const { cancellation } = this.#context;
    const { sent, isRepeatable } = flight;
    const startedAt = performance.now();
    member.flights.add(flight);
    const forget = isRepeatable ? cancellation.on(() => sent.leave()) : () => undefined;
    try {
      const answer = await sent.answer;
      this.memberMs += performance.now() - startedAt;
      return await use(answer);
    } catch (error) {
      if (isRepeatable) cancellation.throwIfCancelled();
      throw error;
    } finally {
      member.flights.delete(flight);
      forget();
    }
  }

  /** Resolves when the member has a slot for the call. Throws DaemonFault `busy`. */
  async #slot(member: Member, cost: MethodCost): Promise<() => void> {
    const { consumer, cancellation } = this.#context;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    cancellation.throwIfCancelled();
    const giveUp = member.slots.take(consumer.config.id, cost, resolve);
    if (giveUp === null) throw new DaemonFault('busy', 'the gateway’s queue for it is full');
    if (giveUp === 'taken') return promise;
    const end = (error: Error) => {
      giveUp();
      reject(error);
    };
    const late = setTimeout(() => end(new DaemonFault('busy', 'it has no free slot')), slotTimeoutMs);
    const forget = cancellation.on(() => end(new Cancelled('the request was cancelled')));
    return promise.finally(() => {
      clearTimeout(late);
      forget();
    });
  }
}
