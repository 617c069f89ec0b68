import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { readExits } from '../../../../src/control-plane/alerts/incidents/read-facts.ts';
import { listActions } from '../../../../src/control-plane/history/audit/resolvers.ts';
import { eventsByNodeLoader, listEvents } from '../../../../src/control-plane/history/events/list-events.ts';
import { newSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { buildCursors } from '../../../../src/control-plane/platform/input/cursors.ts';
import { answerBudget } from '../../../../src/control-plane/request/answer-budget.ts';
import { rowsScanned, totalOf } from '../../../harness/plan.ts';
import { sharedClient, sharedServerDatabase } from '../../../harness/shared-control-plane.ts';

/** Rows stored per kind, of which a statement needs a handful. */
const stored = 5000;
const wanted = 10;
const organizationId = 'organization';
const quietNode = randomUUID();

const server = sharedServerDatabase();
const client = sharedClient(() => server.databaseUrl);
beforeAll(async () => {
  const event = (kind: string, nodeId: string, count: number, { organizations = 1, level = 'info' } = {}) =>
    client.query(
      `INSERT INTO event (id, organization_id, at, level, kind, message, node_id, node_name)
       SELECT gen_random_uuid(), CASE $5::int WHEN 1 THEN $1 ELSE $1 || n % $5 END, now(), $6, $2, 'text', $3::uuid, $3
       FROM generate_series(1, $4::int) AS n`,
      [organizationId, kind, nodeId, count, organizations, level],
    );
  await event('node.failed', randomUUID(), wanted, { level: 'error' });
  await event('node.exited', quietNode, wanted);
  await event('node.started', randomUUID(), stored);
  // With one organization, PostgreSQL would skip through the index of organizations and kinds.
  await event('node.started', randomUUID(), stored, { organizations: stored });
  const action = (count: number, after: object | null) =>
    client.query(
      `INSERT INTO audit_action (organization_id, at, actor_type, actor_name, action, after)
       SELECT $1, now(), 'user', 'Ada', 'updateNode', $2::jsonb FROM generate_series(1, $3::int)`,
      [organizationId, after, count],
    );
  await action(wanted, { name: 'alpha' });
  await action(stored, null);
  await client.query('ANALYZE');
}, 120_000);

const counting = () => ({
  ...countingRows(client),
  budget: answerBudget(50_000),
  cursors: buildCursors(newSecret()),
});

test('invariant 12: the events of a quiet node are read without those of a busy one', async () => {
  const reading = counting();
  const first = { take: wanted, newer: false, byTime: false, cursor: null, after: undefined };
  const page = { ...first, organizationId, filter: {} };
  const nodes = await eventsByNodeLoader(reading).load({ owner: { organizationId, id: quietNode }, page });
  expect(nodes).toHaveLength(wanted);
  expect(reading.rowsRead()).toBeLessThan(stored / 10);
});

test.each(['error', 'info'] as const)('invariant 12: events of the level %s are read without others', async (level) => {
  const reading = counting();
  const { nodes } = await listEvents(reading, organizationId, { level: [level], take: wanted });
  expect(nodes.map((event) => event.level)).toEqual(Array(wanted).fill(level));
  expect(reading.rowsRead()).toBeLessThan(stored / 10);
});

test('invariant 12: the rules read the last hour’s exits, and no other events', async () => {
  const reading = counting();
  await readExits(reading.database, new Date());
  expect(reading.rowsRead()).toBeLessThan(stored / 10);
});

test('invariant 12: the actions that changed something are read without the others', async () => {
  const reading = counting();
  const { nodes } = await listActions(reading, organizationId, { changed: true, take: wanted });
  expect(nodes).toHaveLength(wanted);
  expect(reading.rowsRead()).toBeLessThan(stored / 10);
});

/** A database that counts the rows that its statements scan. */
function countingRows(client: pg.Client): { database: Database; rowsRead(): number } {
  let rows = 0;
  const query = async (config: { text: string }, values: unknown[]) => {
    rows += totalOf(await rowsScanned(client, config.text, values));
    return client.query(config as pg.QueryConfig, values);
  };
  return { database: drizzle({ client: { query } as unknown as pg.Client }), rowsRead: () => rows };
}
