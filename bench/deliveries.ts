import pg from 'pg';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { until } from '../test/harness/until.ts';
import { createWebhook, WebhookReceiver } from '../test/harness/webhook-receiver.ts';
import { type Figure, type Summary, summarise } from './figures.ts';

const rounds = 6;
const atOnce = 100;

/** (deliveries) An incident opens → its message arrives at the webhook, for a hundred at once, and for one. */
export async function benchDeliveries(postgres: string): Promise<Figure> {
  const receiver = await WebhookReceiver.start();
  const controlPlane = await TestControlPlane.start({
    ...{ logLevel: 'info', throughScript: true, postgres, heartbeatSeconds: 60 },
    webhookAllow: ['127.0.0.1/32'],
  });
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  try {
    await createWebhook(controlPlane, receiver.url);
    const open = (count: number) => openIncidents(controlPlane, client, receiver, count);
    await open(1);
    const waits: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round < rounds; round++) {
      waits.push(...(await open(atOnce)));
      alone.push(...(await open(1)));
    }
    return figureOf(summarise(waits), summarise(alone));
  } finally {
    await client.end();
    await controlPlane.destroy();
    await receiver.stop();
  }
}

const figureOf = (ours: Summary, alone: Summary): Figure => ({
  what: `(deliveries) incident → first delivery, ${atOnce} at once`,
  unit: 'ms',
  ours,
  peer: { what: 'one alone', summary: alone },
  goal: 'p95 ≤ 1,000',
  met: ours.p95 <= 1000,
});

/**
 * Opens incidents with keys that expire soon. Returns how long each took from its opening, by the database's clock, to
 * the receiver, in ms.
 */
async function openIncidents(
  { made }: TestControlPlane,
  client: pg.Client,
  { received }: WebhookReceiver,
  count: number,
): Promise<number[]> {
  const before = received.length;
  await client.query(
    `INSERT INTO apikey (id, config_id, name, reference_id, key, organization_id, created_at, expires_at)
     SELECT id, 'executor', id, id, 'hash of ' || id, $1, now() - interval '90 days', now() + interval '1 day'
     FROM (SELECT 'ending-' || $2::int + number AS id FROM generate_series(1, $3::int) AS number) AS made`,
    [made.organizationId, before, count],
  );
  await until(`${count} messages have come`, () => received.length >= before + count, 60_000, 5);
  return received.slice(before).map(({ body, at }) => at - Date.parse(JSON.parse(body).data.incident.openedAt));
}
