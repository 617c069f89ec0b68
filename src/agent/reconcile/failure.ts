import { errorMessage } from '../../text/error-message.ts';
import { EngineError } from '../docker/engine/engine-error.ts';
import type { NodePorts } from '../docker/port-allocator.ts';
import type { NodeMemory } from '../node/node-record.ts';

/** A pass that failed is tried again after this long, doubled for each failure in a row. */
const firstRetryMs = 1000;
const lastRetryMs = 5 * 60_000;

/** What a failed pass means. */
export interface FailedPass {
  failure: NonNullable<NodeMemory['failure']>;
  /** The one before was another, or there was none. */
  isNew: boolean;
  /** The ports that the engine could not publish; null when it failed for something else, or they have served before. */
  refusedPorts: NodePorts | null;
}

export function failedPass(error: unknown, { failure, everStarted, ports }: Readonly<NodeMemory>): FailedPass {
  // The engine names things by 64 hexadecimal digits that differ at each try and tell a person nothing.
  const message = errorMessage(error).replace(/\s*\(?\b[0-9a-f]{64}\b\)?/g, '');
  const isNew = failure?.message !== message;
  // Told already, or about to be told once for all nodes.
  const quiet = !isNew || (error instanceof EngineError && error.fault === 'unreachable');
  const portTaken = /port is already allocated|address already in use/.test(message) && !everStarted;
  return {
    failure: { message, count: (failure?.count ?? 0) + 1, quiet },
    isNew,
    refusedPorts: portTaken ? ports : null,
  };
}

/** How long to wait after so many failures in a row, in milliseconds, with a jitter. */
export const retryAfter = (count: number): number =>
  Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(count - 1, 20)) * (0.8 + Math.random() * 0.4);
