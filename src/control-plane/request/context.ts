import type { Database } from '../platform/database/database.ts';
import type { Cursors } from '../platform/input/cursors.ts';
import type { BulkWork } from '../platform/load/bulk-work.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { Caller, RequestClient } from './caller.ts';
import type { MutationOutcome } from './outcome.ts';
import type { AuditTrail } from './trail/audit-trail.ts';

export interface MessageStream extends AsyncIterator<unknown, undefined> {
  end(): void;
}

export interface RequestContext {
  requestId: string;
  client: RequestClient;
  /** The header of this name, as sent. */
  idempotencyKey: string | null;
  caller: Caller | null;
  database: Database;
  /** Reads what no mutation changes, and what may be seconds old. */
  readHistory: <T>(work: (database: Database) => Promise<T>) => Promise<T>;
  /** Aborted once nobody waits for a query's answer, which cancels its statements. */
  ending: AbortController;
  cookies: string[];
  /** The messages of a subscription, once it has started. */
  stream?: MessageStream;
  budget: AnswerBudget;
  /** For work over lists that a caller can make long. */
  bulk: BulkWork;
  cursors: Cursors;
  audit: AuditTrail;
  /** Called once for each mutation, after it succeeded or failed and before the response. */
  onMutation: (outcome: MutationOutcome) => void;
}
