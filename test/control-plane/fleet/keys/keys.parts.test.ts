import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { testKeys } from './test-keys.ts';

const { controlPlane } = sharedInhabited();
const database = sharedDatabase(controlPlane);
const { create, newKey, statuses, untilRefused } = testKeys(controlPlane);

/** Spares 200,000 rows the checks of their foreign keys, which take a minute on a busy machine. */
async function unchecked(tx: Pick<typeof database, 'execute'>) {
  await tx.execute(sql`SET LOCAL session_replication_role = replica`);
  await tx.execute(sql`SET LOCAL statement_timeout = '2min'`);
}

const issuesOf = ({ errors }: Awaited<ReturnType<typeof create>>) => errors?.[0]?.extensions?.issues;
const list = async (where: object) => {
  const document =
    'query($where: ApiKeyWhereInput) { apiKeys(where: $where) { id owner purpose expiresAt revokedAt } }';
  return (await controlPlane.ask(document, { where })).apiKeys;
};

describe('what a key may be', () => {
  test('a key that ends makes no key that outlives it', async () => {
    const { secret } = (await create({ purpose: 'personal', expiresInSeconds: 3600 })).data.createApiKey;
    for (const input of [{ purpose: 'personal' }, { purpose: 'executor', expiresInSeconds: 3700 }]) {
      const refused = await create(input, secret);
      expect(codeOf(refused)).toBe('invalid_input');
      const message = expect.stringMatching(/^is required, and must end no later than your own key/);
      expect(issuesOf(refused)).toEqual([{ path: ['data', 'expiresInSeconds'], message }]);
    }
    expect((await create({ purpose: 'personal', expiresInSeconds: 3500 }, secret)).errors).toBeUndefined();
  });

  test.each([
    ['personal', 50, /^you have 50 such API keys already; revoke/],
    ['executor', 200_000, /^your organization has 200000 such API keys already; revoke/],
  ])('there are at most so many valid %s keys, and a revoked one makes room', async (purpose, limit, message) => {
    const { id } = (await create({ purpose })).data.createApiKey.apiKey;
    // Fills up to the limit.
    await database.transaction(async (tx) => {
      await unchecked(tx);
      await tx.execute(sql`
        INSERT INTO apikey (id, config_id, name, start, prefix, key, reference_id, organization_id, created_by)
        SELECT gen_random_uuid(), config_id, name, start, prefix, gen_random_uuid(), reference_id, organization_id, created_by
        FROM apikey AS made, generate_series(1, ${limit}::int -
          (SELECT count(*) FROM apikey AS there WHERE there.config_id = ${purpose} AND there.organization_id = made.organization_id)::int)
        WHERE id = ${id}`);
    });
    const refused = await create({ purpose });
    expect(codeOf(refused)).toBe('limit_reached');
    expect(refused.errors?.[0]?.message).toMatch(message);
    await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { apiKey { id } } }', { id });
    expect((await create({ purpose })).errors).toBeUndefined();
    await database.transaction(async (tx) => {
      await unchecked(tx);
      await tx.execute(sql`DELETE FROM apikey WHERE name = (SELECT name FROM apikey WHERE id = ${id}) AND id <> ${id}`);
    });
  });

  test.each([
    [{ purpose: 'personal', executorName: 'host' }, 'executorName'],
    [{ purpose: 'executor', executorName: 'no name!' }, 'executorName'],
    [{ purpose: 'personal', expiresInSeconds: 0 }, 'expiresInSeconds'],
    [{ purpose: 'personal', expiresInSeconds: 315_360_001 }, 'expiresInSeconds'],
    [{ purpose: 'personal', name: '' }, 'name'],
    [{ purpose: 'personal', name: 'turned \u202e' }, 'name'],
    [{ purpose: 'personal', name: 'in\u200bvisible' }, 'name'],
  ])('a key cannot be made from %j', async (input, field) => {
    const answer = await create(input);
    expect(codeOf(answer)).toBe('invalid_input');
    expect(issuesOf(answer)).toMatchObject([{ path: ['data', field] }]);
  });
});

describe('the end of a key', () => {
  test('a key that is revoked, disabled or expired stops on every replica', async () => {
    const revoked = await newKey();
    const off = await newKey();
    const ending = await newKey({ expiresInSeconds: 3600 });
    const named = ({ name }: { name: string }) => list({ name: { equals: name } });
    expect(await named(ending)).toMatchObject([{ owner: 'owner@example.com', expiresAt: expect.any(String) }]);
    for (const { secret } of [revoked, off, ending]) expect(await statuses(secret)).toEqual([200, 200]);
    const revoke = () =>
      controlPlane.call('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { apiKey { revokedAt } } }', {
        id: revoked.id,
      });
    const { revokedAt } = (await revoke()).data.revokeApiKey.apiKey;
    await database.execute(sql`UPDATE apikey SET enabled = false WHERE id = ${off.id}`);
    await database.execute(sql`UPDATE apikey SET expires_at = now() + interval '1 second' WHERE id = ${ending.id}`);
    await Promise.all([revoked, off, ending].map(({ secret }) => untilRefused(secret)));
    // It stays in the list until it is deleted.
    expect((await revoke()).data.revokeApiKey.apiKey.revokedAt).toBe(revokedAt);
    expect(await named(revoked)).toMatchObject([{ id: revoked.id, revokedAt }]);
    await controlPlane.ask('mutation($id: ID!) { deleteApiKey(where: { id: $id }) { apiKey { id } } }', {
      id: revoked.id,
    });
    expect(await named(revoked)).toEqual([]);
    expect(codeOf(await revoke())).toBe('Forbidden');
  });

  test('the list is bounded, and can be asked for one purpose', async () => {
    await newKey({ purpose: 'executor' });
    expect((await controlPlane.ask('{ apiKeys(take: 1) { id } }')).apiKeys).toHaveLength(1);
    const executors: { purpose: string }[] = await list({ purpose: { equals: 'executor' } });
    expect(new Set(executors.map(({ purpose }) => purpose))).toEqual(new Set(['executor']));
    expect(codeOf(await controlPlane.call('{ apiKeys(take: 501) { id } }'))).toBe('invalid_input');
  });
});
