import type { ByteAccount } from '../byte-budget.ts';
import type { Consumer } from '../consumers/consumer.ts';
import type { Member } from '../members/member.ts';
import type { Outcome } from '../report.ts';
import type { RpcFault } from '../rpc/faults.ts';
import type { Outlet } from '../rpc/outlet.ts';
import type { Cancellation } from './cancellation.ts';

/** What a connection has seen. */
export interface Connection {
  /** The most work of a chain that an answer came from; null before the first. */
  floor: string | null;
  /** The member that answered last. */
  member: Member | null;
}

/** A call that changes something. */
export interface Act {
  consumer: Consumer;
  method: string;
}

/** What an act came to. */
export interface ActResult {
  txid: string | null;
  /** `unknown`: the gateway failed before the answer. */
  outcome: Outcome | 'unknown';
  nodeIds: readonly string[];
}

export interface ActRecords {
  /** Returns the act's id. */
  begin(act: Act): Promise<string>;
  /** Resolves when the outcome is on the disk. */
  finish(id: string, result: ActResult): Promise<void>;
  /** Withdraws an act that was not made. */
  withdraw(id: string): Promise<void>;
}

/** What an endpoint offers to a request. */
export interface Surroundings {
  members(): readonly Member[];
  /** Resolves with a member for a call, or with why there is none. Throws Cancelled. */
  choose(connection: Connection, tried: ReadonlySet<Member>, cancellation: Cancellation): Promise<Member | RpcFault>;
  /** Counts a call. `method`: empty for one that is not allowed, whose name may be anything. */
  onCall(consumer: Consumer, method: string, outcome: Outcome): void;
  /** Counts a repetition on another member. */
  onRetry(): void;
  /** Whether another act of the consumer can be recorded. One that cannot is not made. */
  mayAct(consumer: Consumer): boolean;
  /** Records acts. One is in the journal before it is made. */
  readonly acts: ActRecords;
}

export interface RequestContext {
  surroundings: Surroundings;
  consumer: Consumer;
  connection: Connection;
  cancellation: Cancellation;
  outlet: Outlet;
  /** The answers that are held in memory. */
  answers: ByteAccount;
  /** The wallet that the request's path names; null for none. */
  wallet: string | null;
}
