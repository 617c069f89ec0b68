import { type TokenBuckets, tokenBuckets } from '../../timing/token-buckets.ts';
import type { ConsumerConfig } from '../config.ts';
import type { Outcome } from '../report.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';
import { isOver } from './is-over.ts';

/** Refusals tell when to come back, at least this many seconds later. */
export interface Refusal {
  fault: RpcFault;
  retryAfterSeconds: number;
}

const limited = (message: string, retryAfterSeconds: number): Refusal => ({
  fault: { code: rpcCodes.limitExceeded, message },
  retryAfterSeconds,
});

/** A secret of the same id may have other bytes. */
const keyOf = ({ id, sha256 }: ConsumerConfig['secrets'][number]): string => `${id} ${sha256}`;

/** A program with its own secret, its methods and its limits. It outlives changes of its configuration. */
export class Consumer {
  #config: ConsumerConfig;
  #methods: ReadonlySet<string>;
  #calls: TokenBuckets;
  #inFlight = 0;
  readonly #now: () => number;
  /** What ends each request in flight, with the id of its secret. */
  readonly #cancels = new Map<() => void, string>();
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

  /**
   * Begins a request with a secret, before its body is read. `cancel` is called when the consumer or the secret is revoked or
   * expires. Returns its end.
   */
  enter(secretId: string, cancel: () => void): (() => void) | Refusal {
    const { callsInFlight, callsPerSecond } = this.#config;
    if (this.#inFlight >= callsInFlight)
      return limited(`This consumer has ${callsInFlight} requests in flight, which is its limit.`, 1);
    const seconds = this.#calls.take('');
    if (seconds > 0) return limited(`This consumer has made its ${callsPerSecond} calls per second.`, seconds);
    this.#inFlight++;
    this.#cancels.set(cancel, secretId);
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
    for (const cancel of [...this.#cancels.keys()]) cancel();
  }

  /** Ends the requests in flight that a change does not allow: all after a narrowed method list, else by their secret. */
  revokeNarrowed(next: ConsumerConfig): void {
    const methods = new Set(next.methods);
    if (this.#config.methods.some((method) => !methods.has(method))) this.revoke();
    const kept = new Set(next.secrets.map(keyOf));
    this.#revokeSecrets(this.#config.secrets.filter((secret) => !kept.has(keyOf(secret))));
  }

  /** Ends the requests in flight whose secret, or consumer, has expired. `now`: milliseconds since the Unix epoch. */
  endExpired(now: number): void {
    const { secrets, expiresAt } = this.#config;
    if (isOver(expiresAt, now)) this.revoke();
    this.#revokeSecrets(secrets.filter((secret) => isOver(secret.expiresAt, now)));
  }

  #revokeSecrets(secrets: readonly { id: string }[]): void {
    const ids = new Set(secrets.map(({ id }) => id));
    for (const [cancel, secretId] of [...this.#cancels]) if (ids.has(secretId)) cancel();
  }

  #newBucket(): TokenBuckets {
    const { callsPerSecond } = this.#config;
    return tokenBuckets({ burst: Math.max(1, callsPerSecond), perSecond: callsPerSecond, maxOwners: 1 }, this.#now);
  }
}
