import type { GraphQLResolveInfo } from 'graphql';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/control-plane/database/database.ts';
import { domainError } from '../../../src/control-plane/input/errors.ts';
import { AnswerBudget } from '../../../src/control-plane/request/answer-budget.ts';
import type { Caller } from '../../../src/control-plane/request/caller.ts';
import type { RequestContext } from '../../../src/control-plane/request/context.ts';
import { adminMutation, executorMutation } from '../../../src/control-plane/request/mutation.ts';
import type { MutationOutcome } from '../../../src/control-plane/request/outcome.ts';

const shared = { keyId: 'key', organizationId: 'organization', organizationName: 'Example' };
const owner: Caller = { ...shared, purpose: 'personal', userId: 'user', role: 'owner' };
const member: Caller = { ...owner, role: 'member' };
const executor: Caller = { ...shared, purpose: 'executor' };

const info = { fieldName: 'renameNode' } as GraphQLResolveInfo;
const spec = {
  run: async ({ name }: { name: string }) => {
    if (name === 'taken') throw domainError('name_taken', 'taken');
    if (name === 'broken') throw new Error('the database is away');
    return { id: 'node', secret: 'hidden' };
  },
  subject: ({ id }: { id: string }) => ({ type: 'node' as const, id }),
};

/** Calls a mutation and returns its outcome. */
async function outcomeOf(caller: Caller | null, name: string, mutation = adminMutation(spec)) {
  const outcomes: MutationOutcome[] = [];
  const context: RequestContext = {
    caller,
    database: {} as Database,
    budget: new AnswerBudget(0),
    onMutation: (outcome) => outcomes.push(outcome),
  };
  const result = await mutation.resolve({}, { name }, context, info).catch(() => 'an error');
  expect(outcomes).toHaveLength(1);
  return { result, outcome: outcomes[0] };
}

test('a mutation that succeeds reports who did what to which object, once', async () => {
  const { result, outcome } = await outcomeOf(owner, 'new');
  expect(result).toEqual({ id: 'node', secret: 'hidden' });
  expect(outcome).toEqual({
    mutation: 'renameNode',
    permission: 'admin',
    caller: owner,
    subject: { type: 'node', id: 'node' },
    errorCode: null,
    durationMs: expect.any(Number),
  });
});

test.each<[string, Caller | null, string, string]>([
  ['a rule of the domain', owner, 'taken', 'name_taken'],
  ['an unexpected error', owner, 'broken', 'internal_error'],
  ['a missing permission', member, 'new', 'Forbidden'],
  ['a missing key', null, 'new', 'Unauthenticated'],
])('a mutation that fails because of %s reports its code and no object', async (_what, caller, name, errorCode) => {
  const { result, outcome } = await outcomeOf(caller, name);
  expect(result).toBe('an error');
  expect(outcome).toMatchObject({ caller, subject: null, errorCode });
});

test('invariant 8: an outcome holds neither the input nor the answer of a mutation', async () => {
  expect(JSON.stringify(await outcomeOf(owner, 'broken'))).not.toMatch(/"broken"|the database is away/);
  expect(JSON.stringify((await outcomeOf(owner, 'entrusted')).outcome)).not.toMatch(/entrusted|hidden/);
});

test.each<[string, Caller, string | null]>([
  ['an owner', owner, 'Forbidden'],
  ['an executor', executor, null],
])('a mutation for executors answers %s with the code %s', async (_who, caller, errorCode) => {
  expect((await outcomeOf(caller, 'new', executorMutation(spec))).outcome).toMatchObject({ errorCode });
});
