import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import { buildCursors } from '../../../src/control-plane/platform/input/cursors.ts';
import { domainError, forbidden } from '../../../src/control-plane/platform/input/errors.ts';
import { BulkWork } from '../../../src/control-plane/platform/load/bulk-work.ts';
import { answerBudget } from '../../../src/control-plane/request/answer-budget.ts';
import type { Caller } from '../../../src/control-plane/request/caller.ts';
import type { RequestContext } from '../../../src/control-plane/request/context.ts';
import { adminMutation, executorMutation } from '../../../src/control-plane/request/operations.ts';
import type { MutationOutcome } from '../../../src/control-plane/request/outcome.ts';
import { auditTrail } from '../../../src/control-plane/request/trail/audit-trail.ts';
import type { AuditEntry } from '../../../src/control-plane/request/trail/record-action.ts';
import { agent, owner } from '../../harness/callers.ts';

const member: Caller = { ...owner, role: 'member' };

/** Stands for the database's transaction, to distinguish what was recorded in it from what was recorded outside. */
const transaction = { execute: async () => undefined } as unknown as Database;
const database = {
  transaction: (work: (given: Database) => Promise<unknown>) => work(transaction),
} as unknown as Database;

/** The context of a request without a real database, which keeps the recorded actions. */
function requestContext({ caller, onMutation }: Pick<RequestContext, 'caller' | 'onMutation'>) {
  const recorded: { entry: AuditEntry; inTransaction: boolean }[] = [];
  const record = async (given: Database, entry: AuditEntry) => {
    recorded.push({ entry, inTransaction: given === transaction });
  };
  const recordRefusal = async (given: Database, _action: string, describe: () => Promise<AuditEntry | undefined>) => {
    const entry = await describe();
    if (entry !== undefined) await record(given, entry);
  };
  return {
    readHistory: <T>(work: (given: Database) => Promise<T>) => work(database),
    ...{ requestId: 'request', database, ending: new AbortController(), budget: answerBudget(0), cookies: [] },
    bulk: new BulkWork(),
    cursors: buildCursors(newSecret()),
    client: { address: '192.0.2.7', origin: null, cookie: null, userAgent: 'test', isSecure: false, isOwnOrigin: true },
    audit: Object.assign(auditTrail({}, pino({ enabled: false })), { record, recordRefusal }),
    ...{ caller, onMutation, recorded, idempotencyKey: null },
  };
}

const infoOf = (fieldName: string) => ({ fieldName }) as GraphQLResolveInfo;
const spec = {
  run: async ({ name }: { name: string }) => {
    if (name === 'taken') throw domainError('name_taken', 'taken');
    if (name === 'broken') throw new Error('the database is away');
    return { id: 'node', secret: 'hidden' };
  },
  subject: ({ id }: { id: string }) => ({ type: 'node' as const, id }),
};

/** Calls a mutation and returns its outcome. */
async function outcomeOf(caller: Caller | null, name: string, mutation = adminMutation(spec), field = 'updateNode') {
  const outcomes: MutationOutcome[] = [];
  const context = requestContext({ caller, onMutation: (outcome) => void outcomes.push(outcome) });
  const result = await mutation.resolve({}, { name }, context, infoOf(field)).catch(() => 'an error');
  expect(outcomes).toHaveLength(1);
  return { result, outcome: outcomes[0], recorded: context.recorded };
}

test('a mutation reports once, and is recorded in its transaction', async () => {
  const { result, outcome, recorded } = await outcomeOf(owner, 'new');
  expect(result).toEqual({ id: 'node', secret: 'hidden' });
  expect(outcome).toEqual({
    ...{ requestId: 'request', mutation: 'updateNode', permission: 'admin', caller: owner },
    ...{ subject: { type: 'node', id: 'node' }, errorCode: null, durationMs: expect.any(Number) },
  });
  const entry = {
    organizationId: 'organization',
    actor: { type: 'api_key', name: 'Person <person@example.com>', userId: 'user', apiKeyId: 'key' },
    ...{ action: 'updateNode', target: { type: 'node', id: 'node', name: null }, errorCode: null },
    origin: { address: '192.0.2.7', userAgent: 'test', requestId: 'request' },
  };
  expect(recorded).toEqual([{ inTransaction: true, entry }]);
});

test.each<[string, Caller | null, string, string]>([
  ['a rule of the domain', owner, 'taken', 'name_taken'],
  ['an unexpected error', owner, 'broken', 'internal_error'],
  ['a missing permission', member, 'new', 'Forbidden'],
  ['a missing key', null, 'new', 'unauthenticated'],
])(
  'a mutation that fails with %s reports its code, outside of its transaction',
  async (_what, caller, name, errorCode) => {
    const { result, outcome, recorded } = await outcomeOf(caller, name);
    expect(result).toBe('an error');
    expect(outcome).toMatchObject({ caller, subject: null, errorCode });
    const refusal = { inTransaction: false, entry: { errorCode, target: null } };
    // A caller without a credential belongs to no organization.
    expect(recorded).toMatchObject(caller === null ? [] : [refusal]);
  },
);

describe('a mutation that the database does not serve', () => {
  const lost = adminMutation({
    run: async () => {
      throw new Error('Connection terminated unexpectedly');
    },
    subject: () => null,
  });
  const context = requestContext({ caller: owner, onMutation: () => undefined });
  const call = (mutation: typeof lost) => mutation.resolve({}, {}, context, infoOf('updateNode')).catch(codeOf);
  const codeOf = (error: unknown) => (error as GraphQLError).extensions?.['code'] ?? (error as Error).message;

  test('never uses up the caller’s limit', async () => {
    const answers = new Set<unknown>();
    for (let count = 0; count < 400; count++) answers.add(await call(lost));
    expect([...answers]).toEqual(['Connection terminated unexpectedly']);
    expect(context.recorded).toEqual([]);
  });

  test('leaves the limit to refusals, which are recorded', async () => {
    const taken = adminMutation({
      run: async () => {
        throw domainError('name_taken', 'taken');
      },
      subject: () => null,
    });
    const answers: unknown[] = [];
    for (let count = 0; count < 400; count++) answers.push(await call(taken));
    expect(answers.slice(0, 300)).toEqual(Array(300).fill('name_taken'));
    expect(answers.at(-1)).toBe('rate_limited');
  });
});

test('invariant 8: an outcome holds neither the input nor the answer of a mutation', async () => {
  expect(JSON.stringify(await outcomeOf(owner, 'broken'))).not.toMatch(/"broken"|the database is away/);
  expect(JSON.stringify((await outcomeOf(owner, 'entrusted')).outcome)).not.toMatch(/entrusted|hidden/);
});

test.each<[string, typeof adminMutation | typeof executorMutation, Caller, boolean, string[]]>([
  ['of a person', adminMutation, owner, false, ['in a transaction', 'committed', 'reported']],
  ['that fails', adminMutation, owner, true, ['in a transaction', 'reported', 'refused']],
  // It reports all the time.
  ['of an executor', executorMutation, agent, false, ['in the database itself', 'committed', 'reported']],
])('the work %s is reported after its commit, if there is one', async (_whose, wrap, caller, fails, expected) => {
  const seen: string[] = [];
  const mutation = (wrap as typeof adminMutation)({
    run: async (_args: object, { database }) => {
      seen.push(database === transaction ? 'in a transaction' : 'in the database itself');
      if (fails) throw domainError('name_taken', 'taken');
      return null;
    },
    subject: () => null,
    committed: () => void seen.push('committed'),
  });
  const context = requestContext({ caller, onMutation: () => void seen.push('reported') });
  const info = infoOf(wrap === adminMutation ? 'updateNode' : 'syncExecutor');
  await mutation.resolve({}, {}, context, info).catch(() => seen.push('refused'));
  expect(seen).toEqual(expected);
});

test('the audit log has nothing that an agent reports, but a person’s requests', async () => {
  const report = (caller: Caller) => outcomeOf(caller, 'new', executorMutation(spec), 'syncExecutor');
  expect(await report(agent)).toMatchObject({ outcome: { errorCode: null }, recorded: [] });
  const refusal = { action: 'syncExecutor', errorCode: 'Forbidden' };
  expect((await report(owner)).recorded).toMatchObject([{ entry: refusal }]);
});

test.each([
  ['Forbidden', null],
  ['name_taken', 'a node'],
])('audits a refusal with %s under the target name %s, which Forbidden hides', async (code, name) => {
  const mutation = adminMutation({
    run: async () => {
      throw code === 'Forbidden' ? forbidden() : domainError('name_taken', 'taken');
    },
    subject: () => null,
    target: () => ({ type: 'node', id: 'x' }),
  });
  const context = requestContext({ caller: owner, onMutation: () => undefined });
  context.audit.snapshot = async () => ({ name: 'a node', values: {} });
  await mutation.resolve({}, {}, context, infoOf('updateNode')).catch(() => undefined);
  expect(context.recorded).toMatchObject([{ entry: { errorCode: code, target: { id: 'x', name } } }]);
});
