import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { Service } from '../loops/service.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { AgentKey } from './agent-key.ts';

export interface KeyRotationOptions {
  key: Pick<AgentKey, 'replace' | 'whyNotReplaceable'>;
  /** Requests a new key. The current one works until the new one is first used. */
  requestKey(signal: AbortSignal): Promise<string>;
  pulse: Pulse;
  onWarning(): void;
  clock: Clock;
  log: Logger;
}

/** The key's rotation and expiry as ISO times; null for a key that never expires, and if unknown. */
export interface KeyTerm {
  rotateAt: string | null;
  expiresAt: string | null;
}

const unknownTerm: KeyTerm = { rotateAt: null, expiresAt: null };
const retryPolicy = { firstMs: 60_000, maxMs: 3_600_000 };
/** Timers are limited to 24 days, and the host's clock may be set meanwhile. */
const maxSleepMs = 3_600_000;

/** Replaces the agent's API key before it expires, without a restart. */
export class KeyRotation implements Service {
  readonly name = 'key rotation';
  readonly #options: KeyRotationOptions;
  readonly #changed: Notify;
  readonly #backoff = new Backoff(retryPolicy);
  term = unknownTerm;
  /** Why the key cannot be rotated; null if it can. */
  warning: string | null = null;

  constructor(options: KeyRotationOptions) {
    this.#options = options;
    this.#changed = new Notify(options.clock);
  }

  /** Takes the rotation and expiry times from the control plane. */
  schedule(term: KeyTerm): void {
    const { rotateAt } = term;
    const isMoved = rotateAt !== this.term.rotateAt;
    this.term = term;
    if (!isMoved) return;
    this.#warn(rotateAt === null ? null : this.#options.key.whyNotReplaceable());
    this.#changed.notify();
  }

  run(signal: AbortSignal): Promise<void> {
    const { pulse, clock } = this.#options;
    return loop({ pulse, signal, rest: (ms) => this.#changed.wait(ms, signal) }, async () => {
      const waitMs = this.#untilRotationMs();
      if (waitMs > 0) return Math.min(waitMs, maxSleepMs);
      if (await this.#rotate(signal)) return 0;
      const restMs = this.#backoff.next();
      pulse.beat(restMs);
      await clock.sleep(restMs, signal);
      return 0;
    });
  }

  #untilRotationMs(): number {
    const { rotateAt } = this.term;
    if (rotateAt === null) return Number.POSITIVE_INFINITY;
    return Date.parse(rotateAt) - this.#options.clock.now();
  }

  /** Returns whether the key was rotated. Never throws: the current key is valid for weeks. */
  async #rotate(signal: AbortSignal): Promise<boolean> {
    const { key, requestKey, log } = this.#options;
    try {
      const fault = key.whyNotReplaceable();
      if (fault !== null) throw new Error(fault);
      key.replace(await requestKey(signal));
    } catch (error) {
      if (!signal.aborted) this.#warn(errorMessage(error));
      return false;
    }
    log.info('rotated API key before expiry');
    this.#backoff.reset();
    // The next heartbeat reports its expiry.
    this.term = unknownTerm;
    this.#warn(null);
    return true;
  }

  #warn(warning: string | null): void {
    if (warning === this.warning) return;
    this.warning = warning;
    if (warning !== null) this.#options.log.warn(`cannot rotate the expiring API key: ${warning}`);
    this.#options.onWarning();
  }
}
