import { pino } from 'pino';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { AnswerBudget } from '../../src/control-plane/request/answer-budget.ts';
import type { RequestContext } from '../../src/control-plane/request/context.ts';
import type { AuditEntry } from '../../src/control-plane/request/trail/action.ts';
import { AuditTrail } from '../../src/control-plane/request/trail/audit-trail.ts';

/** Stands for the database's transaction, to distinguish what was recorded in it from what was recorded outside. */
export const transaction = { isTransaction: true, execute: async () => undefined } as unknown as Database;

const database = {
  transaction: (work: (given: Database) => Promise<unknown>) => work(transaction),
} as unknown as Database;

/** The context of a request without a real database, which keeps the recorded actions. */
export function requestContext(
  context: Pick<RequestContext, 'caller' | 'onMutation'> & Partial<RequestContext>,
): RequestContext & { recorded: { entry: AuditEntry; inTransaction: boolean }[] } {
  const recorded: { entry: AuditEntry; inTransaction: boolean }[] = [];
  const record = async (given: Database, entry: AuditEntry) => {
    recorded.push({ entry, inTransaction: given === transaction });
  };
  return {
    requestId: '5f6e1c4e-3c55-4c4e-9d0c-6a7f1c1d2e3f',
    client: { address: '192.0.2.7', origin: null, cookie: null, userAgent: 'test', isSecure: false, isOwnOrigin: true },
    cookies: [],
    database,
    ending: new AbortController(),
    budget: new AnswerBudget(0),
    audit: Object.assign(new AuditTrail({}, pino({ enabled: false })), {
      record,
      recordRefusal: async (given: Database, _action: string, describe: () => Promise<AuditEntry | undefined>) => {
        const entry = await describe();
        if (entry !== undefined) await record(given, entry);
      },
    }),
    ...context,
    recorded,
  };
}
