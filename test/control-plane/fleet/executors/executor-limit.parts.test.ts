import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileDown } from '../../../harness/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited();
  await whileDown(inhabited.controlPlane, (database) =>
    database.execute(sql`
      INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
        observed_digest, last_seen_at, online, heartbeat_interval_seconds)
      SELECT organization_id, 'stored-' || n, kind, version, channel, instance_id, capabilities, resources, orphans, observed_digest,
        last_seen_at, online, heartbeat_interval_seconds
      FROM executor, generate_series(1, 997) AS n WHERE name = 'host-1'`),
  );
});
afterAll(() => inhabited?.controlPlane.destroy());

test('an organization has at most 1000 executors, also when several register at once', async () => {
  const { controlPlane, executorId, host, stranger } = inhabited;
  const register = async (name: string) => (await TestExecutor.withKey(controlPlane, name)).sync();
  const answers = await Promise.all(['new-1', 'new-2', 'new-3', 'new-4'].map((name) => register(name)));
  expect(answers.map(codeOf).toSorted()).toEqual(['limit_reached', 'limit_reached', undefined, undefined]);
  // Known executors and other organizations are not affected.
  expect((await host.sync()).errors).toBeUndefined();
  expect((await new TestExecutor(controlPlane, stranger.executorKey, 'new-1').sync()).errors).toBeUndefined();
  await controlPlane.ask('mutation($id: ID!) { deleteExecutor(where: { id: $id }) { id } }', { id: executorId });
  expect((await register('new-5')).errors).toBeUndefined();
});
