import type { Database } from '../platform/database/database.ts';
import type { AnswerBudget } from './answer-budget.ts';
import type { Caller } from './caller.ts';
import type { RequestClient } from './client.ts';
import type { MutationOutcome } from './outcome.ts';
import type { AuditTrail } from './trail/audit-trail.ts';

/** What every resolver receives. The resolvers of a feature are built with what only that feature needs. */
export interface RequestContext {
  /** A UUID of this request. */
  requestId: string;
  client: RequestClient;
  /** Null without a valid credential. */
  caller: Caller | null;
  database: Database;
  /** Aborted when nobody waits for the answer of a query any more: its statements end. */
  ending: AbortController;
  /** The `Set-Cookie` headers of the answer. */
  cookies: string[];
  /** What the answer may still hold. */
  budget: AnswerBudget;
  audit: Pick<
    AuditTrail,
    'admit' | 'giveBack' | 'sampleStranger' | 'sampleAgent' | 'snapshot' | 'record' | 'recordRefusal'
  >;
  /** Called once for each mutation, after it succeeded or failed and before it is answered. */
  onMutation: (outcome: MutationOutcome) => void;
}
