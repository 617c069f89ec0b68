import type { GraphQLResolveInfo } from 'graphql';
import { describe, expect, test } from 'vitest';
import { domainError, forbidden } from '../../../src/control-plane/platform/input/errors.ts';
import type { Caller } from '../../../src/control-plane/request/caller.ts';
import { adminMutation, executorMutation, publicMutation } from '../../../src/control-plane/request/mutation.ts';
import type { MutationOutcome } from '../../../src/control-plane/request/outcome.ts';
import { agent as executor, owner } from '../../harness/callers.ts';
import { requestContext, transaction } from '../../harness/request-context.ts';

const member: Caller = { ...owner, role: 'member' };

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

test('a mutation that succeeds reports who did what to which object, once', async () => {
  const { result, outcome } = await outcomeOf(owner, 'new');
  expect(result).toEqual({ id: 'node', secret: 'hidden' });
  expect(outcome).toEqual({
    requestId: expect.any(String),
    mutation: 'updateNode',
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

describe('the transaction of a mutation', () => {
  /** Calls a mutation and returns the database it was given and the order of events. */
  async function observe(wrap: typeof adminMutation | typeof executorMutation, caller: Caller, fails = false) {
    const seen: unknown[] = [];
    const resolver = (wrap as typeof adminMutation)({
      run: async (_args: object, { database: given }) => {
        seen.push(given === transaction ? 'in a transaction' : 'in the database itself');
        if (fails) throw domainError('name_taken', 'taken');
        return null;
      },
      subject: () => null,
      committed: () => void seen.push('committed'),
    });
    const context = requestContext({ caller, onMutation: () => void seen.push('reported') });
    await resolver
      .resolve({}, {}, context, infoOf(wrap === adminMutation ? 'updateNode' : 'syncExecutor'))
      .catch(() => seen.push('refused'));
    return seen;
  }

  test('is given to the work of a person, and what follows the commit comes before the report', async () => {
    expect(await observe(adminMutation, owner)).toEqual(['in a transaction', 'committed', 'reported']);
  });

  test('is followed by nothing when the work failed', async () => {
    expect(await observe(adminMutation, owner, true)).toEqual(['in a transaction', 'reported', 'refused']);
  });

  test('does not exist for an executor, which reports all the time', async () => {
    expect(await observe(executorMutation, executor)).toEqual(['in the database itself', 'committed', 'reported']);
  });
});

describe('the audit log', () => {
  test('gets what was done in the transaction of the change', async () => {
    const { recorded } = await outcomeOf(owner, 'new');
    expect(recorded).toEqual([
      {
        inTransaction: true,
        entry: {
          organizationId: 'organization',
          actor: { type: 'apiKey', name: 'Person <person@example.com>', userId: 'user', apiKeyId: 'key' },
          action: 'updateNode',
          target: { type: 'node', id: 'node', name: null },
          errorCode: null,
          origin: { address: '192.0.2.7', userAgent: 'test', requestId: expect.any(String) },
          before: undefined,
          after: undefined,
        },
      },
    ]);
  });

  test('gets what was refused outside of the transaction, which was undone', async () => {
    for (const [caller, name, errorCode] of [
      [owner, 'taken', 'name_taken'],
      [member, 'new', 'Forbidden'],
    ] as const) {
      const { recorded } = await outcomeOf(caller, name);
      expect(recorded).toMatchObject([{ inTransaction: false, entry: { errorCode, target: null } }]);
    }
  });

  test('gets nothing of what an agent reports, and what a person asks in its place', async () => {
    expect((await outcomeOf(executor, 'new', executorMutation(spec), 'syncExecutor')).recorded).toEqual([]);
    const { recorded } = await outcomeOf(owner, 'new', executorMutation(spec), 'syncExecutor');
    expect(recorded).toMatchObject([{ entry: { action: 'syncExecutor', errorCode: 'Forbidden' } }]);
  });

  test('gets no name of what is refused as if it did not exist: it may be of another organization', async () => {
    const named = adminMutation({
      run: async ({ code }: { code: string }) => {
        throw code === 'Forbidden' ? forbidden() : domainError('name_taken', 'taken');
      },
      subject: () => null,
      target: () => ({ type: 'node', id: 'x' }),
    });
    for (const [code, name] of [
      ['Forbidden', null],
      ['name_taken', 'a node'],
    ] as const) {
      const context = requestContext({ caller: owner, onMutation: () => undefined });
      context.audit.snapshot = async () => ({ name: 'a node', values: {} });
      await named.resolve({}, { code }, context, infoOf('updateNode')).catch(() => undefined);
      expect(context.recorded).toMatchObject([{ entry: { errorCode: code, target: { id: 'x', name } } }]);
    }
  });

  test('gets who signed in as the actor, and that somebody failed to', async () => {
    const signIn = publicMutation({
      run: async ({ isRight }: { isRight: boolean }) => {
        if (!isRight) throw domainError('wrong_credentials', 'wrong');
        return null;
      },
      subject: () => ({ type: 'person', id: 'user', organizationId: 'home', isActor: true }),
    });
    for (const [isRight, entry] of [
      [
        true,
        { organizationId: 'home', actor: { type: 'user', name: 'a@example.com', userId: 'user' }, after: undefined },
      ],
      [false, { organizationId: null, actor: { type: 'anonymous' }, errorCode: 'wrong_credentials', target: null }],
    ] as const) {
      const context = requestContext({ caller: null, onMutation: () => undefined });
      context.audit.snapshot = async () => ({ name: 'a@example.com', values: {} });
      await signIn.resolve({}, { isRight }, context, infoOf('signIn')).catch(() => undefined);
      expect(context.recorded).toMatchObject([{ entry }]);
    }
  });

  test('gets nothing of a caller without a credential, who belongs to no organization', async () => {
    expect((await outcomeOf(null, 'new')).recorded).toEqual([]);
  });
});

test.each<[string, Caller, string | null]>([
  ['an owner', owner, 'Forbidden'],
  ['an executor', executor, null],
])('a mutation for executors answers %s with the code %s', async (_who, caller, errorCode) => {
  expect((await outcomeOf(caller, 'new', executorMutation(spec), 'syncExecutor')).outcome).toMatchObject({ errorCode });
});
