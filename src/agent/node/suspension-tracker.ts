import type { NewEvent } from '../outbox/event.ts';
import type { Suspension } from '../runtime/node-record.ts';

/** A node's suspension as it is now, and the event that reports a change of it. */
export interface TrackedSuspension {
  suspension: Suspension | null;
  event: NewEvent | null;
}

/** Tracks a suspension. `found` is undefined while nobody has decided. A node that is meant to be down is not suspended. */
export function trackSuspension(
  nodeId: string,
  recorded: Suspension | null,
  found: Suspension | null | undefined,
  desiredState: string,
): TrackedSuspension {
  if (desiredState !== 'running') return { suspension: null, event: null };
  if (found === undefined || found?.since === recorded?.since) return { suspension: recorded, event: null };
  const event = { nodeId, data: { code: (found ?? recorded)?.code } };
  return found === null
    ? {
        suspension: null,
        event: {
          ...event,
          kind: 'node.resumed',
          message: 'Its disk has room again: the daemon starts.',
        },
      }
    : {
        suspension: found,
        event: {
          ...event,
          kind: 'node.suspended',
          message: `The daemon is stopped: ${found.reason}.`,
        },
      };
}
