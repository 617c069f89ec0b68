import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { thresholdBounds } from '../../../../src/control-plane/tables/notifications.ts';
import { type GraphqlAnswer, quiet } from '../../../harness/control-plane.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { until } from '../../../harness/until.ts';
import { verify, WebhookReceiver } from '../../../harness/webhook-receiver.ts';

let world: Inhabited;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  world = await startInhabited({ webhookAllow: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await world?.controlPlane.destroy();
  await receiver?.stop();
});

const settingsFields = `webhook { endpointId url enabled lastSequence failingSince goneAt formerSecretUntil } notifyFrom
  thresholds { ${Object.keys(thresholdBounds).join(' ')} }
  nodeOverrides { nodeId nodeName muted mutedUntil thresholds { blocksBehind noPeersMinutes } }`;
const saveDocument = `mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) {
  webhookSecret settings { ${settingsFields} } } }`;
const deliveriesDocument = `{ webhookDeliveries { id sequence type status incidentId acknowledgedAt nextAttemptAt createdAt
  attempts { status answer error durationMs } } }`;

const call = (input: object, key?: string) => world.controlPlane.call(saveDocument, { input }, key);
const save = async (input: object): Promise<GraphqlAnswer['data']> =>
  (await world.controlPlane.ask(saveDocument, { input })).saveNotificationSettings;
const settings = async (key?: string): Promise<GraphqlAnswer['data']> =>
  (await world.controlPlane.ask(`{ notificationSettings { ${settingsFields} } }`, {}, key)).notificationSettings;
const deliveries = async (key?: string): Promise<GraphqlAnswer['data']> =>
  (await world.controlPlane.ask(deliveriesDocument, {}, key)).webhookDeliveries;
const mutate = (field: string, key?: string) => world.controlPlane.call(`mutation { ${field} }`, {}, key);

test('without a webhook, the defaults hold and nothing can be sent', async () => {
  const usual = Object.fromEntries(Object.entries(thresholdBounds).map(([name, bounds]) => [name, bounds.default]));
  expect(await settings()).toEqual({ webhook: null, notifyFrom: 'warning', thresholds: usual, nodeOverrides: [] });
  expect(await deliveries()).toEqual([]);
  for (const field of [
    'testNotificationWebhook { id }',
    'rotateWebhookSecret { secret }',
    'redeliverWebhook(id: "00000000-0000-4000-8000-000000000000") { id }',
    'redeliverWebhooks(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z")',
  ]) {
    expect(codeOf(await mutate(field))).toBe('webhook_not_configured');
  }
  expect(codeOf(await call({ webhookEnabled: true }))).toBe('invalid_input');
});

describe('a webhook', () => {
  let secret: string;

  beforeAll(async () => {
    secret = (await save({ webhookUrl: receiver.url })).webhookSecret;
  });

  test('gets a secret that is shown once', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await save({ webhookUrl: receiver.url, notifyFrom: 'warning' })).webhookSecret).toBeNull();
    expect(await settings()).toMatchObject({ webhook: { url: receiver.url, enabled: true, lastSequence: 0 } });
  });

  test('is stored as it is called, without spaces and line breaks', async () => {
    const { settings: saved } = await save({ webhookUrl: ` ${receiver.url}\r\n ` });
    expect(saved.webhook.url).toBe(receiver.url);
  });

  test('is tried with a synthetic delivery, which verifies and is listed', async () => {
    const { testNotificationWebhook } = await world.controlPlane.ask(
      'mutation { testNotificationWebhook { id status sequence } }',
    );
    expect(testNotificationWebhook).toMatchObject({ status: 'pending', sequence: 1 });
    await receiver.untilReceived(1);
    const [message] = receiver.received;
    expect(message === undefined ? null : verify(secret, message)).toMatchObject({ type: 'webhook.test' });
    await until('it is listed as delivered', async () => (await deliveries())[0]?.status === 'delivered');
    expect(await deliveries()).toMatchObject([
      {
        id: testNotificationWebhook.id,
        type: 'webhook.test',
        incidentId: null,
        attempts: [{ status: 204, error: null }],
      },
    ]);
  });

  test('is signed with two secrets for a day after a rotation', async () => {
    const { rotateWebhookSecret: rotated } = await world.controlPlane.ask(
      'mutation { rotateWebhookSecret { secret formerSecretUntil } }',
    );
    expect(Date.parse(rotated.formerSecretUntil) - Date.now()).toBeGreaterThan(86_000_000);
    receiver.received.length = 0;
    await mutate('testNotificationWebhook { id }');
    await receiver.untilReceived(1);
    for (const each of [secret, rotated.secret]) {
      for (const message of receiver.received) verify(each, message);
    }
    secret = rotated.secret;
  });

  test('delivers one delivery, and all of a time, again under their ids and numbers', async () => {
    await until('nothing is pending', async () =>
      (await deliveries()).every(({ status }: { status: string }) => status === 'delivered'),
    );
    const [latest, first] = await deliveries();
    receiver.received.length = 0;
    await world.controlPlane.ask('mutation($id: ID!) { redeliverWebhook(id: $id) { id } }', { id: first.id });
    await receiver.untilReceived(1);
    expect(receiver.messages).toMatchObject([{ data: { sequence: first.sequence } }]);
    await until('it is delivered', async () => (await deliveries())[1].status === 'delivered');
    receiver.received.length = 0;
    const to = new Date(Date.parse(latest.createdAt) + 1).toISOString();
    const again = await world.controlPlane.ask(
      'mutation($from: DateTime!, $to: DateTime!) { redeliverWebhooks(from: $from, to: $to) }',
      { from: first.createdAt, to },
    );
    expect(again.redeliverWebhooks).toBe(2);
    await receiver.untilReceived(2);
    expect(receiver.ids.toSorted()).toEqual([first.id, latest.id].toSorted());
  });

  test('is told of an incident, and of its end', async () => {
    const { controlPlane } = world;
    receiver.received.length = 0;
    await controlPlane.key('personal', 'ending');
    const { database, close } = await openDatabase(controlPlane.settings, quiet);
    try {
      await database.execute(
        sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + interval '1 day' WHERE name = 'ending'`,
      );
      await receiver.untilReceived(1);
      await database.execute(sql`UPDATE apikey SET expires_at = NULL WHERE name = 'ending'`);
      await receiver.untilReceived(2);
    } finally {
      await close();
    }
    const [opened, closed] = receiver.messages;
    expect(opened).toMatchObject({
      type: 'incident.opened',
      data: { incident: { code: 'key_ends_soon', status: 'open', closedAt: null, subject: { type: 'api_key' } } },
    });
    expect(closed).toMatchObject({ type: 'incident.closed', data: { incident: { id: opened?.data.incident.id } } });
    expect(closed?.data.incident.durationSeconds).toBeGreaterThanOrEqual(0);
    expect(closed?.data.sequence).toBe((opened?.data.sequence ?? 0) + 1);
    for (const { body } of receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });

  test('with another URL is another endpoint with a secret and numbers of its own', async () => {
    const before = (await settings()).webhook.endpointId;
    const other = await save({ webhookUrl: `${receiver.url}&other` });
    expect(other.webhookSecret).toMatch(/^whsec_/);
    expect(other.settings.webhook).toMatchObject({ lastSequence: 0, formerSecretUntil: null });
    expect(other.settings.webhook.endpointId).not.toBe(before);
  });

  test('sends nothing while it is switched off, and is removed by an empty URL', async () => {
    await save({ webhookEnabled: false });
    expect(codeOf(await mutate('testNotificationWebhook { id }'))).toBe('webhook_not_configured');
    await save({ webhookEnabled: true });
    expect((await mutate('testNotificationWebhook { id }')).errors).toBeUndefined();
    expect((await save({ webhookUrl: '' })).settings.webhook).toBeNull();
  });
});

test('thresholds of the organization and of a node are kept, and null brings back the default', async () => {
  const nodeId = await world.newNode({ name: 'own' });
  await save({ notifyFrom: 'critical', thresholds: { tipProbability: 1e-6, blocksBehind: 5 } });
  const override = { nodeId, muted: true, mutedUntil: '2126-01-01T00:00:00.000Z', thresholds: { noPeersMinutes: 60 } };
  await save({ thresholds: { blocksBehind: null }, nodeOverrides: [override] });
  expect(await settings()).toMatchObject({
    notifyFrom: 'critical',
    thresholds: { tipProbability: 1e-6, blocksBehind: 3 },
    nodeOverrides: [{ nodeName: 'own', muted: true, thresholds: { noPeersMinutes: 60, blocksBehind: null } }],
  });
  expect((await save({ nodeOverrides: [{ nodeId }] })).settings.nodeOverrides).toEqual([]);
});

test.each<[string, object, string]>([
  ['a threshold below its bound', { thresholds: { diskFreePercent: 0 } }, 'input.thresholds.diskFreePercent'],
  ['a threshold above its bound', { thresholds: { tipProbability: 0.5 } }, 'input.thresholds.tipProbability'],
  ['a URL without TLS', { webhookUrl: 'http://1.1.1.1/' }, 'input.webhookUrl'],
  ['a URL to a private address', { webhookUrl: 'https://10.0.0.1/' }, 'input.webhookUrl'],
  [
    'an end of a mute that is none',
    { nodeOverrides: [{ nodeId: 'x', mutedUntil: '2126-01-01T00:00:00.000Z' }] },
    'input.nodeOverrides.0.mutedUntil',
  ],
])('%s is refused with its path', async (_what, input, path) => {
  const answer = await call(input);
  expect(codeOf(answer)).toBe('invalid_input');
  expect(answer.errors?.[0]?.extensions?.issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test('a member sees where the webhook leads without what may be secret, and changes nothing', async () => {
  const { controlPlane, stranger } = world;
  await controlPlane.ask(saveDocument, { input: { webhookUrl: receiver.url } }, stranger.personalKey);
  expect((await settings(stranger.personalKey)).webhook.url).toBe(receiver.url);
  expect((await settings(stranger.memberKey)).webhook.url).toBe(`http://127.0.0.1:${receiver.port}`);
  expect(codeOf(await call({ notifyFrom: 'info' }, stranger.memberKey))).toBe('Forbidden');
  expect(codeOf(await mutate('testNotificationWebhook { id }', stranger.memberKey))).toBe('Forbidden');
});

test('another organization’s nodes and deliveries do not exist', async () => {
  const { controlPlane, stranger } = world;
  const nodeId = await world.newNode({ name: 'mine' });
  expect(codeOf(await call({ nodeOverrides: [{ nodeId, muted: true }] }, stranger.personalKey))).toBe('Forbidden');
  const [{ id }] = await deliveries();
  expect(await deliveries(stranger.personalKey)).toEqual([]);
  const redeliver = 'mutation($id: ID!) { redeliverWebhook(id: $id) { id } }';
  expect(codeOf(await controlPlane.call(redeliver, { id }, stranger.personalKey))).toBe('Forbidden');
  expect(await settings(world.executorKey)).toBeNull();
});

test('neither the log nor the audit log holds a secret or the URL of the webhook', async () => {
  const { webhookSecret } = await save({ webhookUrl: receiver.url });
  const audit = JSON.stringify(
    await world.controlPlane.ask('{ auditActions { nodes { action target { type } before after } } }'),
  );
  expect(audit).toContain('saveNotificationSettings');
  for (const text of [audit, world.controlPlane.log]) {
    expect(text).not.toContain('of-the-receiver');
    expect(text).not.toContain(webhookSecret);
  }
});

test('tests and redeliveries of a webhook are limited, as each one looks up a name and connects', async () => {
  const { controlPlane, stranger } = world;
  const answers = [];
  for (let count = 0; count < 25; count++) {
    answers.push(await controlPlane.call('mutation { testNotificationWebhook { id } }', {}, stranger.personalKey));
  }
  const codes = answers.map(codeOf);
  expect(codes.slice(0, 20)).toEqual(Array(20).fill(undefined));
  expect(codes).toContain('limit_reached');
  expect(answers.at(-1)?.errors?.[0]?.message).toMatch(/Try again in \d+ s/);
  for (const field of [
    'redeliverWebhook(id: "00000000-0000-4000-8000-000000000000") { id }',
    'redeliverWebhooks(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z")',
  ])
    expect(codeOf(await controlPlane.call(`mutation { ${field} }`, {}, stranger.personalKey))).toBe('limit_reached');
});
