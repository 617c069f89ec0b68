import { afterEach, beforeAll, expect, test } from 'vitest';
import { markOffline } from '../../../../src/control-plane/fleet/executors/mark-offline.ts';
import { transact } from '../../../../src/control-plane/platform/database/database.ts';
import { waitingForLock } from '../../../harness/database-connections.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import { sharedClient, sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

const inhabited = sharedInhabited();
const { controlPlane, host } = inhabited;
const database = sharedDatabase(controlPlane);
const other = sharedClient(() => controlPlane.settings.databaseUrl);
let nodes: TestNodes;
beforeAll(() => {
  nodes = new TestNodes(controlPlane, inhabited.executorId);
});
afterEach(() => other.query('ROLLBACK'));

const untilWaiting = () => until('somebody waits for a lock', async () => (await waitingForLock(other)) > 0);

test.each([
  ['change of a node', (id: string) => nodes.update(id, { resources: { memoryMiB: 700 } })],
  ['deletion of a node', (id: string) => nodes.delete(id)],
  [
    'heartbeat with news',
    (id: string) => host.sync({ nodes: [{ id, phase: 'running', since: new Date().toISOString() }] }),
  ],
])('a %s locks no node while it waits for the executor', async (what, change) => {
  const { id } = await nodes.create(what.replaceAll(' ', '-'));
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM executor WHERE id = $1 FOR UPDATE', [inhabited.executorId]);
  const changed = change(id);
  await untilWaiting();
  await other.query('SELECT 1 FROM node WHERE id = $1 FOR UPDATE NOWAIT', [id]);
  await other.query('COMMIT');
  await changed;
});

test('a locked executor does not hold up the search for offline executors', async () => {
  const { executorId } = inhabited;
  await other.query('BEGIN');
  await other.query("UPDATE executor SET last_seen_at = now() - interval '1 hour' WHERE id = $1", [executorId]);
  await markOffline(database, { gaps: [], elapsed: 0 });
  expect((await controlPlane.ask('{ executors { status } }')).executors).toEqual([{ status: 'online' }]);
});

test('two transactions that deadlock both succeed', async () => {
  const names = ['one', 'two'];
  await other.query('CREATE TABLE lockable (name text PRIMARY KEY, count int NOT NULL)');
  await other.query("INSERT INTO lockable VALUES ('one', 0), ('two', 0)");
  const met = Promise.withResolvers<void>();
  let waiting = 0;
  let attempts = 0;
  const count = (order: readonly string[]) =>
    transact(database, async (transaction) => {
      attempts++;
      for (const name of order) {
        await transaction.execute(`UPDATE lockable SET count = count + 1 WHERE name = '${name}'`);
        if (++waiting === 2) met.resolve();
        await met.promise;
      }
    });
  await Promise.all([count(names), count(names.toReversed())]);
  const { rows } = await other.query('SELECT name, count FROM lockable ORDER BY name');
  expect(rows).toEqual(names.map((name) => ({ name, count: 2 })));
  expect(attempts).toBe(3);
});
