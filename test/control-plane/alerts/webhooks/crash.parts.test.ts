import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { sharedControlPlane, sharedDatabase } from '../../../harness/shared-control-plane.ts';
import { isSoak } from '../../../harness/soak.ts';
import { until } from '../../../harness/until.ts';
import { createWebhook, sharedReceiver } from '../../../harness/webhook-receiver.ts';

const controlPlane = sharedControlPlane({ ownProcess: true, webhookAllow: ['127.0.0.1/32'] });
const database = sharedDatabase(controlPlane);
const receiver = sharedReceiver();
beforeAll(async () => {
  await createWebhook(controlPlane, receiver.url);
});

const untilOpen = (open: number) =>
  until(
    `${open} incidents are open`,
    async () => (await controlPlane.ask('{ notificationCenter { open } }')).notificationCenter.open === open,
    120_000,
    1000,
  );

test('a control plane that is killed repeatedly reports each incident under one id', async () => {
  const rounds = isSoak() ? 6 : 1;
  for (let round = 0; round < rounds; round++) {
    const killedInTry = round % 2 === 0;
    if (killedInTry) receiver.answer = () => {};
    const before = receiver.received.length;
    const name = `ending-${round}`;
    await controlPlane.key('personal', name);
    await database.execute(sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + interval '1 day'
      WHERE name = ${name}`);
    await untilOpen(1);
    if (killedInTry) await receiver.untilReceived(before + 1);
    await database.execute(sql`UPDATE apikey SET expires_at = NULL WHERE name = ${name}`);
    await controlPlane.stop('SIGKILL');
    receiver.answer = (response) => response.writeHead(200).end();
    // Time passes: the claims and the lease of a killed replica expire.
    await database.execute(sql`UPDATE webhook_delivery SET claimed_until = claimed_until - interval '1 minute'`);
    await database.execute(sql`UPDATE job_lease SET ends_at = clock_timestamp()`);
    await controlPlane.serve();
    await untilOpen(0);
  }
  await until('all are delivered', async () => {
    const delivered = await database.execute(sql`SELECT FROM webhook_delivery WHERE status = 'delivered'`);
    return rowsOf(delivered).length === 2 * rounds;
  });
  const told = new Map(
    receiver.messages.map(({ type, data }, index) => [receiver.ids[index], `${type} ${data.incident.id}`]),
  );
  expect(told.size).toBe(2 * rounds);
  expect(new Set(told.values()).size).toBe(2 * rounds);
  const numbers = new Set(receiver.messages.map(({ data }) => data.sequence));
  expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2 * rounds }, (_, index) => index + 1));
  // The tries that were cut off are repeated.
  expect(receiver.received.length).toBeGreaterThan(2 * rounds);
}, 300_000);
