import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane } from '../../../harness/control-plane.ts';
import { codeOf } from '../../../harness/inhabited.ts';

let controlPlane: TestControlPlane;
let opened: OpenDatabase;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  opened = await openDatabase(controlPlane.settings, quiet);
});
afterAll(async () => {
  await opened?.close();
  await controlPlane?.destroy();
});

const create = (input: object, key = controlPlane.personalKey) =>
  controlPlane.call(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret apiKey { id } } }',
    { input: { name: 'limits', ...input } },
    key,
  );
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test('a key that ends makes no key that outlives it', async () => {
  const { secret } = (await create({ purpose: 'personal', expiresAt: inMinutes(60) })).data.createApiKey;
  for (const input of [{ purpose: 'personal' }, { purpose: 'executor', expiresAt: inMinutes(61) }]) {
    const refused = await create(input, secret);
    expect(codeOf(refused)).toBe('invalid_input');
    expect(refused.errors?.[0]?.extensions?.issues).toEqual([
      {
        path: ['input', 'expiresAt'],
        message: expect.stringMatching(/^is required, and must be no later than the expiry/),
      },
    ]);
  }
  expect((await create({ purpose: 'personal', expiresAt: inMinutes(59) }, secret)).errors).toBeUndefined();
});

test.each([
  ['personal', 50, /^you have 50 such API keys already; revoke/],
  ['executor', 2000, /^your organization has 2000 such API keys already; revoke/],
])('there are at most so many valid %s keys, and a revoked one makes room', async (purpose, limit, message) => {
  const { id } = (await create({ purpose })).data.createApiKey.apiKey;
  // Fills up to the limit.
  await opened.database.execute(sql`
    INSERT INTO apikey (id, config_id, name, start, prefix, key, reference_id, organization_id, created_by)
    SELECT gen_random_uuid(), config_id, name, start, prefix, gen_random_uuid(), reference_id, organization_id, created_by
    FROM apikey, generate_series(1, ${limit}::int - (SELECT count(*) FROM apikey WHERE config_id = ${purpose})::int)
    WHERE id = ${id}`);
  const refused = await create({ purpose });
  expect(codeOf(refused)).toBe('limit_reached');
  expect(refused.errors?.[0]?.message).toMatch(message);
  await controlPlane.ask('mutation($id: ID!) { revokeApiKey(where: { id: $id }) { id } }', { id });
  expect((await create({ purpose })).errors).toBeUndefined();
});

test.each(['turned \u202e', 'in\u200bvisible'])('a key is not named %j, which nobody reads as it is', async (name) => {
  const refused = await create({ purpose: 'personal', name });
  expect(refused.errors?.[0]?.extensions?.issues).toEqual([
    { path: ['input', 'name'], message: expect.stringContaining('invisible characters') },
  ]);
});
