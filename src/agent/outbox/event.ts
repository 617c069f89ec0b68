import type { EventKind } from '../../contract/events.ts';
import type { EventLevel } from '../../contract/types.generated.ts';

/** Something that happened here. The outbox adds its id. */
export interface NewEvent {
  /** ISO time. Default: that at which it is recorded. */
  at?: string;
  /** Default: that of the kind. */
  level?: EventLevel;
  kind: EventKind;
  /** Null for what concerns the whole executor. */
  nodeId: string | null;
  /** What happened and why, for people. Never a secret. */
  message: string;
  data?: unknown;
}
