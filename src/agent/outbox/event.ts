import type { EventKind } from '../../contract/events.ts';
import type { EventLevel } from '../../contract/types.generated.ts';

export interface NewEvent {
  at?: string;
  level?: EventLevel;
  kind: EventKind;
  /** Null for events of the executor itself. */
  nodeId: string | null;
  /** What happened and why, for people. Never a secret. */
  message: string;
  data?: unknown;
}
