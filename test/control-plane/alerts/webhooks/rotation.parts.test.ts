import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { alertRetentionJob } from '../../../../src/control-plane/alerts/incidents/retention.ts';
import { notificationChannel } from '../../../../src/control-plane/tables/channels.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { createWebhook, type Received, sharedReceiver, verify } from '../../../harness/webhook-receiver.ts';
import { expectValid } from '../../../harness/webhook-schemas.ts';

const { controlPlane } = sharedInhabited({ webhookAllow: ['127.0.0.0/8'] });
const database = sharedDatabase(controlPlane);
const receiver = sharedReceiver();

const rotateDocument = 'mutation($id: ID!) { rotateWebhookSecret(where: { id: $id }) { secret previousSecretsUntil } }';

async function delivered(): Promise<Received> {
  receiver.received.length = 0;
  await controlPlane.ask('mutation { testNotificationWebhook { delivery { id } } }');
  await receiver.untilReceived(1);
  return receiver.received[0] as Received;
}

test('after several rotations within a day, every secret verifies until its own end', async () => {
  const { id, secret } = await createWebhook(controlPlane, receiver.url);
  const secrets = [secret];
  for (let rotations = 1; rotations <= 4; rotations++) {
    const { rotateWebhookSecret: rotated } = await controlPlane.ask(rotateDocument, { id });
    secrets.push(rotated.secret);
    expect(rotated.previousSecretsUntil).toHaveLength(rotations);
    expect(Date.parse(rotated.previousSecretsUntil[0]) - Date.now()).toBeGreaterThan(86_000_000);
  }
  const message = await delivered();
  for (const secret of secrets) verify(secret, message);
  expectValid(JSON.parse(message.body));
  expect(codeOf(await controlPlane.call(rotateDocument, { id }))).toBe('limit_reached');

  // The first secret ends.
  await database.execute(
    sql`UPDATE notification_channel SET secrets = jsonb_set(secrets, '{4,until}', to_jsonb(now()))`,
  );
  const after = await delivered();
  for (const secret of secrets.slice(1)) verify(secret, after);
  expect(() => verify(secret, after)).toThrow('No matching signature found');
  await alertRetentionJob(database, controlPlane.settings).run(AbortSignal.abort(), async () => undefined);
  const [channel] = await database.select().from(notificationChannel);
  expect(channel?.secrets).toHaveLength(4);
  for (const secret of secrets.slice(1)) verify(secret, await delivered());
});
