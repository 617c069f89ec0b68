import type { Sent } from '../daemon/received-answer.ts';

/** A request to a member under way. */
export interface Flight {
  sent: Sent;
  /** Whether its calls may be repeated on another member. */
  isRepeatable: boolean;
}
