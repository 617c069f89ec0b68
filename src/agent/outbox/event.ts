import type { EventKind } from '../../contract/events.ts';
import type { EventLevel } from '../../contract/types.generated.ts';

export interface NewEvent {
  at?: string;
  level?: EventLevel;
  kind: EventKind;
  /** Null for what concerns the whole executor. */
  nodeId: string | null;
  /** What happened and why, for people. Never a secret. */
  message: string;
  data?: unknown;
}
