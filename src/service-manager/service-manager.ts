import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import { untilAborted } from '../timing/until-aborted.ts';

export interface ServiceManagerOptions {
  /** The environment set by the service manager (sd_notify(3)). */
  env: Readonly<Record<string, string | undefined>>;
  /** Sends one notification, such as `READY=1`. */
  notify?(words: readonly string[]): Promise<void>;
  /** Whether the program's own loops make progress. External systems do not count: a restart would not fix them. */
  isAlive(): boolean;
  clock: Clock;
  log: Logger;
}

/** Notifies systemd that the program is ready, and alive: systemd restarts one that hangs. */
export function serviceManager({ env, notify = systemdNotify, isAlive, clock, log }: ServiceManagerOptions) {
  let isHeard = true;
  /** A lost message is no reason to exit: systemd acts on the next missing one. */
  const tell = async (words: string) => {
    try {
      await notify([words]);
      isHeard = true;
    } catch (error) {
      if (isHeard) log.warn(`cannot notify systemd of ${words}: ${errorMessage(error)}`);
      isHeard = false;
    }
  };
  const run = async (signal: AbortSignal): Promise<void> => {
    if ((env['NOTIFY_SOCKET'] ?? '') === '') return untilAborted(signal);
    await tell('READY=1');
    const everyMs = pingIntervalMs(env);
    if (everyMs === null) await untilAborted(signal);
    else
      while (!signal.aborted) {
        if (isAlive()) await tell('WATCHDOG=1');
        await clock.sleep(everyMs, signal);
      }
    await tell('STOPPING=1');
  };
  return { name: 'service manager', run };
}

/** Returns the interval of keep-alives for systemd, with a safety margin; null if it needs none. */
export function pingIntervalMs(env: ServiceManagerOptions['env']): number | null {
  const microseconds = Number(env['WATCHDOG_USEC'] ?? '');
  return microseconds > 0 ? microseconds / 1000 / 3 : null;
}

/** Node does not support datagrams on unix sockets. The unit needs `NotifyAccess=all`. Throws an Error. */
async function systemdNotify(words: readonly string[]): Promise<void> {
  // Loaded here: an agent without systemd starts no process.
  const { execFile } = await import('node:child_process');
  await promisify(execFile)('systemd-notify', [...words], { timeout: 10_000 });
}
