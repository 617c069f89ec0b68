import { type TokenBuckets, tokenBuckets } from '../../timing/token-buckets.ts';
import type { ConsumerConfig } from '../config.ts';
import type { Outcome } from '../report.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';

/** Refusals tell when to come back, at least this many seconds later. */
export interface Refusal {
  fault: RpcFault;
  retryAfterSeconds: number;
}

const limited = (message: string, retryAfterSeconds: number): Refusal => ({
  fault: { code: rpcCodes.limitExceeded, message },
  retryAfterSeconds,
});

/** A program with its own secret, its methods and its limits. It outlives changes of its configuration. */
export class Consumer {
  #config: ConsumerConfig;
  #methods: ReadonlySet<string>;
  #calls: TokenBuckets;
  #inFlight = 0;
  readonly #now: () => number;
  /** Ends each request in flight. */
  readonly #cancels = new Set<() => void>();
  readonly outcomes = new Map<Outcome, number>();
  /** Of each secret, in milliseconds since the Unix epoch. */
  readonly lastUsed = new Map<string, number>();

  /** `now` returns monotonic milliseconds. */
  constructor(config: ConsumerConfig, now: () => number) {
    this.#config = config;
    this.#now = now;
    this.#methods = new Set(config.methods);
    this.#calls = this.#newBucket();
  }

  get config(): ConsumerConfig {
    return this.#config;
  }

  update(config: ConsumerConfig): void {
    const hasOtherRate = config.callsPerSecond !== this.#config.callsPerSecond;
    this.#config = config;
    this.#methods = new Set(config.methods);
    if (hasOtherRate) this.#calls = this.#newBucket();
  }

  mayCall(method: string): boolean {
    return this.#methods.has(method);
  }

  /** Begins a request, before its body is read. `cancel` is called when the consumer is revoked. Returns its end. */
  enter(cancel: () => void): (() => void) | Refusal {
    const { callsInFlight, callsPerSecond } = this.#config;
    if (this.#inFlight >= callsInFlight)
      return limited(`This consumer has ${callsInFlight} requests in flight, which is its limit.`, 1);
    const seconds = this.#calls.take('');
    if (seconds > 0) return limited(`This consumer has made its ${callsPerSecond} calls per second.`, seconds);
    this.#inFlight++;
    this.#cancels.add(cancel);
    return () => {
      this.#inFlight--;
      this.#cancels.delete(cancel);
    };
  }

  /** Charges the calls of a batch beyond the first. The next request waits for them. */
  charge(calls: number): void {
    if (calls > 0) this.#calls.add('', -calls);
  }

  count(outcome: Outcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Ends its requests in flight. */
  revoke(): void {
    for (const cancel of [...this.#cancels]) cancel();
  }

  #newBucket(): TokenBuckets {
    const { callsPerSecond } = this.#config;
    return tokenBuckets({ burst: Math.max(1, callsPerSecond), perSecond: callsPerSecond, maxOwners: 1 }, this.#now);
  }
}
