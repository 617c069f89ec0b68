import { setTimeout as delay } from 'node:timers/promises';
import type { JsonLimits } from '../../text/json-within.ts';
import type { AgentRpcMethod } from './rpc-methods.ts';

const kibibyte = 1024;

/** What a daemon may answer to one of the agent's own calls. A container is hostile (invariant 18). */
const defaultBytes = 128 * kibibyte;
const exceptions: Readonly<Partial<Record<AgentRpcMethod, number>>> = {
  getblockheader: 8 * kibibyte,
  // 25,000 branches.
  getchaintips: 4096 * kibibyte,
  // Thousands of wallets.
  listwalletdir: 256 * kibibyte,
  listwallets: 256 * kibibyte,
};
const maxBatchBytes = 4096 * kibibyte;

/** The bytes of an answer to these calls in one request. */
export const maxAnswerBytes = (methods: readonly AgentRpcMethod[]): number =>
  Math.min(
    maxBatchBytes,
    methods.reduce((sum, method) => sum + (exceptions[method] ?? defaultBytes), 0),
  );

/** The depth and number of values in an answer of `bytes`. No answer of Bitcoin Core is nested deeper than 20 levels. */
export const jsonLimits = (bytes: number): JsonLimits => ({ depth: 64, values: Math.max(1000, bytes / 16) });

/** Status line, headers and the framing of a body. */
export const maxOverheadBytes = 64 * kibibyte;

/** A request counts at least this much, so that a daemon that reports a new block every millisecond is slowed down. */
const minBytes = 16 * kibibyte;
const burstBytes = 8192 * kibibyte;
const bytesPerSecond = 256 * kibibyte;

/** How much one daemon may answer over time: beyond it, its next call waits. So it takes little of the agent's time. */
export class AnswerBudget {
  #bytes = burstBytes;
  #at: number;
  readonly #now: () => number;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#at = now();
  }

  spend(bytes: number): void {
    this.#refill();
    this.#bytes -= Math.max(minBytes, bytes);
  }

  /** How long the next call must wait. */
  get waitMs(): number {
    this.#refill();
    return this.#bytes >= 0 ? 0 : Math.ceil((-this.#bytes / bytesPerSecond) * 1000);
  }

  /** Waits until the next call may be made. Throws when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    const { waitMs } = this;
    if (waitMs > 0) await delay(waitMs, undefined, { signal });
  }

  #refill(): void {
    const now = this.#now();
    this.#bytes = Math.min(burstBytes, this.#bytes + ((now - this.#at) / 1000) * bytesPerSecond);
    this.#at = now;
  }
}
