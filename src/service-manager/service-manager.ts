import type { Logger } from 'pino';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import { untilAborted } from '../timing/until-aborted.ts';

export interface ServiceManagerOptions {
  /** The environment set by the service manager (sd_notify(3)). */
  env: Readonly<Record<string, string | undefined>>;
  /** Sends one notification, such as `READY=1`. */
  notify(words: readonly string[]): Promise<void>;
  /** Whether the program's own loops make progress. External systems do not count: a restart would not fix them. */
  isAlive(): boolean;
  clock: Clock;
  log: Logger;
}

/**
 * Notifies systemd that the program is ready, and then regularly that it is alive: systemd restarts one that hangs.
 * Does nothing without systemd.
 */
export class ServiceManager {
  readonly name = 'service manager';
  readonly #options: ServiceManagerOptions;
  #isHeard = true;

  constructor(options: ServiceManagerOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<void> {
    const { env, clock, isAlive } = this.#options;
    if ((env['NOTIFY_SOCKET'] ?? '') === '') return untilAborted(signal);
    await this.#tell(['READY=1']);
    const everyMs = pingIntervalMs(env);
    if (everyMs === null) await untilAborted(signal);
    else
      while (!signal.aborted) {
        if (isAlive()) await this.#tell(['WATCHDOG=1']);
        await clock.sleep(everyMs, signal);
      }
    await this.#tell(['STOPPING=1']);
  }

  /** A lost message is no reason to exit: systemd acts on the next missing one. */
  async #tell(words: readonly string[]): Promise<void> {
    const { notify, log } = this.#options;
    try {
      await notify(words);
      this.#isHeard = true;
    } catch (error) {
      if (this.#isHeard) log.warn(`cannot notify systemd of ${words.join(' ')}: ${errorMessage(error)}`);
      this.#isHeard = false;
    }
  }
}

/** Returns the interval of keep-alives for systemd, with a safety margin; null if it needs none. */
export function pingIntervalMs(env: ServiceManagerOptions['env']): number | null {
  const microseconds = Number(env['WATCHDOG_USEC'] ?? '');
  return microseconds > 0 ? microseconds / 1000 / 3 : null;
}
