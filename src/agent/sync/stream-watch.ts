import type { Logger } from 'pino';
import type { NewEvent } from '../outbox/event.ts';

interface StreamWatchDeps {
  /** An event reaches the control plane although its own do not reach the agent. */
  events: { record(event: NewEvent): void };
  /** A control plane that hangs lets no event through either: nobody holds it back. */
  areHeartbeatsAccepted(): boolean;
  log: Logger;
}

const heldBack =
  'Events of the control plane do not arrive, so changes come with the heartbeats: a proxy buffers them. Turn off its buffering of text/event-stream.';
const back = 'Events of the control plane arrive again.';

/** Reports a proxy that accepts the stream of the control plane's events and passes none of them on. */
export function streamWatch({ events, areHeartbeatsAccepted, log }: StreamWatchDeps) {
  let isHeldBack = false;
  return {
    get isHeldBack(): boolean {
      return isHeldBack;
    },
    /** Takes whether nothing came through the last stream; may be called repeatedly. */
    onSilence(isSilent: boolean): void {
      if (isSilent === isHeldBack || (isSilent && !areHeartbeatsAccepted())) return;
      isHeldBack = isSilent;
      const message = isSilent ? heldBack : back;
      log[isSilent ? 'warn' : 'info'](message);
      events.record({ kind: isSilent ? 'executor.stream_held_back' : 'executor.stream_back', nodeId: null, message });
    },
  };
}
