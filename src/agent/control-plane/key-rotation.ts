import type { Logger } from 'pino';
import { whyNotReplaceable, writePrivateFile } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';

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
export function keyRotation({ key, requestKey, pulse, onWarning, clock, log }: KeyRotationOptions) {
  const changed = new Notify(clock);
  const backoff = new Backoff(retryPolicy);
  let term = unknownTerm;
  let warning: string | null = null;

  const warn = (next: string | null): void => {
    if (next === warning) return;
    warning = next;
    if (next !== null) log.warn(`cannot rotate the expiring API key: ${next}`);
    onWarning();
  };

  /** Returns whether the key was rotated. Never throws: the current key is valid for weeks. */
  const rotate = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const fault = key.whyNotReplaceable();
      if (fault !== null) throw new Error(fault);
      key.replace(await requestKey(signal));
    } catch (error) {
      if (!signal.aborted) warn(errorMessage(error));
      return false;
    }
    log.info('rotated API key before expiry');
    backoff.reset();
    // The next heartbeat reports its expiry.
    term = unknownTerm;
    warn(null);
    return true;
  };

  return {
    name: 'key rotation',
    get term(): KeyTerm {
      return term;
    },
    /** Why the key cannot be rotated; null if it can. */
    get warning(): string | null {
      return warning;
    },
    /** Takes the rotation and expiry times from the control plane. */
    schedule(next: KeyTerm): void {
      const isMoved = next.rotateAt !== term.rotateAt;
      term = next;
      if (!isMoved) return;
      warn(next.rotateAt === null ? null : key.whyNotReplaceable());
      changed.notify();
    },
    run: (signal: AbortSignal): Promise<void> =>
      loop({ pulse, signal, rest: (ms) => changed.wait(ms, signal) }, async () => {
        const { rotateAt } = term;
        const waitMs = rotateAt === null ? Number.POSITIVE_INFINITY : Date.parse(rotateAt) - clock.now();
        if (waitMs > 0) return Math.min(waitMs, maxSleepMs);
        if (await rotate(signal)) return 0;
        const restMs = backoff.next();
        pulse.beat(restMs);
        await clock.sleep(restMs, signal);
        return 0;
      }),
  };
}

export type KeyRotation = ReturnType<typeof keyRotation>;

export type AgentKey = ReturnType<typeof agentKey>;

/** `file` is the one that the key was read from; null where it came from elsewhere. */
export function agentKey(text: string, file: string | null) {
  let current = text;

  /** Returns why a new key could not be stored, with what to do; null if it probably can. */
  const why = (): string | null => {
    if (file === null)
      return 'the API key comes from the environment or a credential, so the agent cannot replace it; join again with an enrolment token (satrap agent join)';
    const reason = whyNotReplaceable(file);
    return reason === null
      ? null
      : `cannot store a new API key in ${file} (${reason}); move the file to a directory that the agent can write to`;
  };

  return {
    get text(): string {
      return current;
    },
    whyNotReplaceable: why,
    /** Stores a new key and uses it from then on. Throws an Error, and continues with the current one. */
    replace(next: string): void {
      const fault = why();
      if (fault !== null || file === null) throw new Error(fault ?? 'no key file');
      try {
        // Disk first: from its first use, the control plane no longer accepts the previous one.
        writePrivateFile(file, `${next}\n`);
      } catch (error) {
        throw new Error(`cannot store the new API key in ${file}: ${errorMessage(error)}`);
      }
      current = next;
    },
  };
}
