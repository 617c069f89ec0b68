import type { Logger } from 'pino';
import { whyNotReplaceable, writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { loop, type Pulse, type Service } from '../loops/watched-loops.ts';

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
      const { rotateAt } = this.term;
      const waitMs = rotateAt === null ? Number.POSITIVE_INFINITY : Date.parse(rotateAt) - clock.now();
      if (waitMs > 0) return Math.min(waitMs, maxSleepMs);
      if (await this.#rotate(signal)) return 0;
      const restMs = this.#backoff.next();
      pulse.beat(restMs);
      await clock.sleep(restMs, signal);
      return 0;
    });
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

export class AgentKey {
  readonly #file: string | null;
  #text: string;

  /** `file` is the one that the key was read from; null where it came from elsewhere. */
  constructor(text: string, file: string | null) {
    this.#text = text;
    this.#file = file;
  }

  get text(): string {
    return this.#text;
  }

  /** Returns why a new key could not be stored, with what to do; null if it probably can. */
  whyNotReplaceable(): string | null {
    if (this.#file === null)
      return 'the API key comes from the environment or a credential, so the agent cannot replace it; join again with an enrolment token (satrap agent join)';
    const reason = whyNotReplaceable(this.#file);
    return reason === null
      ? null
      : `cannot store a new API key in ${this.#file} (${reason}); move the file to a directory that the agent can write to`;
  }

  /** Stores a new key and uses it from then on. Throws an Error, and continues with the current one. */
  replace(text: string): void {
    const fault = this.whyNotReplaceable();
    if (fault !== null || this.#file === null) throw new Error(fault ?? 'no key file');
    try {
      // Disk first: from its first use, the control plane no longer accepts the previous one.
      writePrivateFile(this.#file, `${text}\n`);
    } catch (error) {
      throw new Error(`cannot store the new API key in ${this.#file}: ${errorMessage(error)}`);
    }
    this.#text = text;
  }
}
