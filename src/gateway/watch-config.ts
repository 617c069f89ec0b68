import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { NotPlain, readPlainFile } from '../storage/plain-file.ts';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import { ConfigFault, type GatewayConfig, parseGatewayConfig } from './config.ts';

/** A revocation takes effect within two seconds of its writing. */
const everyMs = 500;
const maxBytes = 16 * 1024 * 1024;

export interface ConfigStatus {
  sha256: string | null;
  loadedAt: number | null;
  /** Why the current file is not served. */
  problem: string | null;
}

export interface WatchOptions {
  path: string;
  clock: Clock;
  signal: AbortSignal;
  status: ConfigStatus;
  /** Takes a valid configuration. */
  apply(config: GatewayConfig): Promise<void>;
  /** Called when the current file cannot be served; the last good one stays in use. */
  onProblem(problem: string): void;
  /** Called at every look, also without a change. */
  onLook(): Promise<void>;
}

/** Follows the configuration file until `signal` aborts, and keeps `status` up to date. */
export async function watchConfig({ path, clock, signal, status, ...options }: WatchOptions): Promise<void> {
  let last: string | null = null;
  while (!signal.aborted) {
    try {
      const version = versionOf(path);
      if (version !== last) {
        last = version;
        const text = readPlainFile(path, maxBytes);
        await options.apply(parseGatewayConfig(text));
        status.sha256 = createHash('sha256').update(text).digest('hex');
        status.loadedAt = clock.now();
        status.problem = null;
      }
    } catch (error) {
      if (!isExpected(error)) throw error;
      const problem = errorMessage(error);
      if (problem !== status.problem) options.onProblem(problem);
      status.problem = problem;
    }
    await options.onLook();
    await clock.sleep(everyMs, signal);
  }
}

/** What changes when a file is replaced or written. */
function versionOf(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

/** Whether the file is at fault, and not the gateway. */
const isExpected = (error: unknown): boolean =>
  error instanceof NotPlain || error instanceof ConfigFault || (error instanceof Error && 'syscall' in error);
