import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hostBytesPerHour } from '../../../src/control-plane/nodes/preview-node.ts';
import type { Database, OpenDatabase } from '../../../src/control-plane/platform/database/database.ts';
import { nodeSeries } from '../../../src/control-plane/tables/metrics.ts';
import { openTestDatabase } from '../../harness/database.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../harness/rows.ts';

const gibibyte = 2 ** 30;
let open: OpenDatabase;
let database: Database;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
});
beforeEach(async () => {
  await database.execute(sql`TRUNCATE organization, node_hour CASCADE`);
});
afterAll(() => open?.close());

/** An hour of a node in which its blocks grew by some GiB. */
async function hourOf(nodeId: string, hoursAgo: number, grownGiB: number): Promise<void> {
  const counts = Object.values(nodeSeries).map(({ column }) => sql.identifier(`${column}_count`));
  const list = (parts: unknown[]) => sql.join(parts as ReturnType<typeof sql>[], sql`, `);
  await database.execute(sql`
    INSERT INTO node_hour (node_id, at, last_at, samples, size_on_disk_bytes_min, size_on_disk_bytes_max, ${list(counts)})
    VALUES (${nodeId}, now() - make_interval(hours => ${hoursAgo}), now(), 1, ${gibibyte}, ${(1 + grownGiB) * gibibyte},
      ${list(counts.map(() => sql`0`))})`);
}

test('the rate of a host is that of the best hour of its own nodes, and unknown before one has synced there', async () => {
  const organizationId = await insertOrganization(database);
  const [here, elsewhere] = [
    await insertExecutor(database, organizationId),
    await insertExecutor(database, organizationId, { name: 'elsewhere' }),
  ];
  const [first, second, foreign] = [
    await insertNode(database, { organizationId, executorId: here }),
    await insertNode(database, { organizationId, executorId: here }, { name: 'btc-2' }),
    await insertNode(database, { organizationId, executorId: elsewhere }, { name: 'btc-3' }),
  ];
  expect(await hostBytesPerHour(database, here)).toBeNull();
  await hourOf(foreign, 2, 90);
  await hourOf(first, 5, 0.2);
  expect(await hostBytesPerHour(database, here)).toBeNull();
  await hourOf(first, 4, 12);
  await hourOf(second, 3, 30);
  await hourOf(second, 2, 8);
  expect(await hostBytesPerHour(database, here)).toBe(30 * gibibyte);
  expect(await hostBytesPerHour(database, elsewhere)).toBe(90 * gibibyte);
});
