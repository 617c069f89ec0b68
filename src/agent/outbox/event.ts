import type { EventData } from '../../contract/event-data.ts';
import type { EventKind } from '../../contract/events.ts';
import type { EventLevel } from '../../contract/types.generated.ts';

interface EventOf<K extends EventKind> {
  at?: string;
  level?: EventLevel;
  kind: K;
  /** Null for events of the executor itself. */
  nodeId: string | null;
  /** What happened and why, for people. Never a secret. */
  message: string;
  data?: EventData<K>;
}

/** An event to record, whose data has the shape that is published for its kind. */
export type NewEvent = { [K in EventKind]: EventOf<K> }[EventKind];
