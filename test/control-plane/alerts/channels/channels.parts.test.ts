import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { viewIncident } from '../../../../src/control-plane/alerts/incidents/incident-view.ts';
import { createDeliveries } from '../../../../src/control-plane/alerts/webhooks/create-deliveries.ts';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { freePort } from '../../../harness/free-port.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { MailReceiver } from '../../../harness/mail-receiver.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sharedFolder } from '../../../harness/scratch-folder.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';
import { shared } from '../../../harness/shared-part.ts';
import { until } from '../../../harness/until.ts';
import { sharedReceiver } from '../../../harness/webhook-receiver.ts';
import { incidentRow } from './incident-row.ts';

const mailPort = await freePort();
const smtp = join(sharedFolder('smtp'), 'smtp');
writeFileSync(smtp, `smtp://satrap:of-smtp@127.0.0.1:${mailPort}?from=satrap@example.com\n`, { mode: 0o600 });
const { controlPlane, stranger } = sharedInhabited({ webhookAllow: ['127.0.0.0/8'], smtp });
const database = sharedDatabase(controlPlane);
const receiver = sharedReceiver();
const mails = shared(
  () => MailReceiver.start(mailPort),
  (started) => started.stop(),
);

/** How the services say that a channel is gone. */
const gone: Readonly<Record<string, [status: number, words: string]>> = {
  webhook: [410, 'no'],
  slack: [404, 'no_service'],
  telegram: [403, '{"ok":false,"description":"Forbidden: bot was blocked by the user"}'],
  ntfy: [403, '{"code":40301,"http":403,"error":"forbidden"}'],
};

const fields = 'id kind name target enabled lowestSeverity failingSince lastFailure goneAt lastDeliveredAt';
const create = (data: object) =>
  controlPlane.call(
    `mutation($data: NotificationChannelCreateInput!) { createNotificationChannel(data: $data) {
      webhookSecret channel { ${fields} } } }`,
    { data },
  );
const created = async (data: object): Promise<ParsedJson> =>
  ((await create(data)).data as ParsedJson).createNotificationChannel.channel;
const update = (id: string, data: object, key?: string) =>
  controlPlane.call(
    `mutation($id: ID!, $data: NotificationChannelUpdateInput!) {
      updateNotificationChannel(where: { id: $id }, data: $data) { channel { ${fields} } } }`,
    { id, data },
    key,
  );
const remove = (id: string) =>
  controlPlane.call('mutation($id: ID!) { deleteNotificationChannel(where: { id: $id }) { channel { id } } }', { id });
const channelOf = async (id: string): Promise<ParsedJson> => {
  const { notificationChannels } = await controlPlane.ask(`{ notificationChannels { ${fields} } }`);
  return notificationChannels.find((channel: ParsedJson) => channel.id === id);
};
const sendTest = async (id: string): Promise<string> => {
  const test = 'mutation($id: ID!) { testNotificationWebhook(where: { id: $id }) { delivery { id } } }';
  return (await controlPlane.ask(test, { id })).testNotificationWebhook.delivery.id;
};
const deliveryOf = async (id: string): Promise<ParsedJson> =>
  (
    await controlPlane.ask(
      `query($id: ID!) { webhookDelivery(where: { id: $id }) { status channelId nextAttemptAt attempts { status answer error } } }`,
      { id },
    )
  ).webhookDelivery;
const untilAttempted = (id: string, attempts: number) =>
  until(`${attempts} attempts are recorded`, async () => (await deliveryOf(id)).attempts.length === attempts);
const hurry = () => database.execute(sql`UPDATE webhook_delivery SET next_attempt_at = now() WHERE status = 'pending'`);

const at = (path: string): string => new URL(path, receiver.url).href;
const token = '123456:token-of-telegram';
const kinds: Record<string, object> = {
  telegram: { token, chatId: '-100' },
  ntfy: { token: 'token-of-ntfy' },
};
/** The receiver's port is known only once it runs. */
const inputOf = (kind: string) => {
  if (kind === 'email') return { addresses: ['ops@example.com', 'oncall@example.com'] };
  const urls: Record<string, string> = { slack: '/path-of-slack', telegram: '/', ntfy: '/topic-of-ntfy' };
  return { ...kinds[kind], url: at(urls[kind] ?? '/hook') };
};

describe.each(['slack', 'telegram', 'ntfy', 'email'])('a channel of kind %s', (kind) => {
  let channel: ParsedJson;

  test('delivers a test, also after its receiver failed, once', async () => {
    channel = await created({ kind, name: kind, ...inputOf(kind) });
    expect(channel).toMatchObject({ kind, enabled: true, lowestSeverity: 'warning', lastDeliveredAt: null });
    receiver.received.length = 0;
    receiver.answer = (response) => response.writeHead(500).end();
    mails.refuses = 451;
    const id = await sendTest(channel.id);
    await untilAttempted(id, 1);
    const status = kind === 'email' ? 451 : 500;
    expect(await deliveryOf(id)).toMatchObject({ status: 'pending', channelId: channel.id, attempts: [{ status }] });
    expect(await channelOf(channel.id)).toMatchObject({
      failingSince: expect.any(String),
      lastFailure: expect.stringContaining(String(status)),
    });
    // As ntfy does, which repeats the topic. The incidents of other channels come in between.
    receiver.answer = (response, { body }) => response.writeHead(200).end(body.includes('topic-of-ntfy') ? body : 'ok');
    mails.refuses = undefined;
    await hurry();
    await until('it is delivered', async () => (await deliveryOf(id)).status === 'delivered');
    expect(JSON.stringify(await deliveryOf(id))).not.toContain('topic-of-ntfy');
    expect(await channelOf(channel.id)).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(String) });
    if (kind === 'email') {
      expect(mails.received).toHaveLength(1);
      const [mail] = mails.received;
      expect(mail).toMatchObject({ from: 'satrap@example.com', to: ['ops@example.com', 'oncall@example.com'] });
      expect(mail?.source).toMatch(new RegExp(`^Message-ID: <${id}@example\\.com>\r$`, 'm'));
      expect(mail?.source).toContain('This channel works.');
      return;
    }
    const tests = receiver.received.filter(({ body }) => body.includes('This channel works.'));
    expect(tests).toHaveLength(2);
    const [first, second] = tests;
    expect(second?.body).toBe(first?.body);
    const authorization = kind === 'ntfy' ? 'Bearer token-of-ntfy' : undefined;
    expect(second?.headers.authorization).toBe(authorization);
  });

  // No answer of a mail server is permanent.
  if (kind !== 'email')
    test('is switched off by a permanent refusal, and starts again when it is enabled', async () => {
      const [status, words] = gone[kind] ?? [0, ''];
      receiver.answer = (response) => response.writeHead(status).end(words);
      const id = await sendTest(channel.id);
      await until('it has failed', async () => (await deliveryOf(id)).status === 'failed');
      const refused = { enabled: false, goneAt: expect.any(String), lastFailure: `HTTP ${status}` };
      expect(await channelOf(channel.id)).toMatchObject(refused);
      const again = `mutation { testNotificationWebhook(where: { id: "${channel.id}" }) { delivery { id } } }`;
      expect(codeOf(await controlPlane.call(again))).toBe('channel_disabled');
      // Incidents that wait for this channel must not switch it off again.
      receiver.answer = (response) => response.writeHead(200).end('ok');
      const { data } = await update(channel.id, { enabled: true });
      expect(data.updateNotificationChannel.channel).toMatchObject({ enabled: true, goneAt: null, lastFailure: null });
    });
});

test('a Telegram group that was replaced by another gets its messages there', async () => {
  const { notificationChannels } = await controlPlane.ask('{ notificationChannels { id kind } }');
  const { id } = notificationChannels.find((channel: ParsedJson) => channel.kind === 'telegram');
  const moved = '{"ok":false,"error_code":400,"parameters":{"migrate_to_chat_id":-1001234567890}}';
  receiver.answer = (response, { body }) =>
    body.includes('-1001234567890') ? response.writeHead(200).end('ok') : response.writeHead(400).end(moved);
  const delivery = await sendTest(id);
  await until('it has arrived', async () => (await deliveryOf(delivery)).status === 'delivered');
  expect((await channelOf(id)).target).toBe('-1001234567890');
});

test('a chat that limits messages is left alone for as long as it asks', async () => {
  const { notificationChannels } = await controlPlane.ask('{ notificationChannels { id kind } }');
  const { id } = notificationChannels.find((channel: ParsedJson) => channel.kind === 'telegram');
  receiver.answer = (response) => response.writeHead(429).end('{"ok":false,"parameters":{"retry_after":3600}}');
  const delivery = await sendTest(id);
  await untilAttempted(delivery, 1);
  const waitMs = Date.parse((await deliveryOf(delivery)).nextAttemptAt) - Date.now();
  expect(Math.abs(waitMs - 3_600_000)).toBeLessThan(100_000);
});

test('an incident goes to the channels of its severity, and a disabled one gets none', async () => {
  const { notificationChannels } = await controlPlane.ask('{ notificationChannels { id name } }');
  const idOf = (name: string) => notificationChannels.find((channel: ParsedJson) => channel.name === name).id;
  await update(idOf('slack'), { lowestSeverity: 'critical' });
  await update(idOf('ntfy'), { lowestSeverity: 'info' });
  await update(idOf('email'), { enabled: false });
  const { organizationId } = controlPlane.made;
  const incident = viewIncident(incidentRow({ severity: 'warning' }));
  const message = { organizationId, type: 'incident.opened', incidentId: null, data: { incident } };
  const made = await database.transaction((transaction) => createDeliveries(transaction, [message]));
  expect(made.map(({ channelId }) => channelId).toSorted()).toEqual([idOf('ntfy'), idOf('telegram')].toSorted());
  await update(idOf('email'), { enabled: true });
});

test('a change keeps what it does not name, and another organization has no part in it', async () => {
  const channel = await created({ kind: 'ntfy', name: 'pager', ...inputOf('ntfy') });
  expect((await update(channel.id, { name: ' night ', token: '' })).data).toMatchObject({
    updateNotificationChannel: { channel: { name: 'night', target: channel.target } },
  });
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(200).end();
  await sendTest(channel.id);
  await receiver.untilReceived(1);
  expect(receiver.received[0]?.headers.authorization).toBeUndefined();
  expect(codeOf(await update(channel.id, { name: 'theirs' }, stranger.personalKey))).toBe('Forbidden');
  expect(codeOf(await update(channel.id, { addresses: ['a@example.com'] }))).toBe('invalid_input');
  expect(codeOf(await update(channel.id, { name: 'slack' }))).toBe('name_taken');
  const rotate = 'mutation($id: ID!) { rotateWebhookSecret(where: { id: $id }) { secret } }';
  expect(codeOf(await controlPlane.call(rotate, { id: channel.id }))).toBe('invalid_input');
  expect((await remove(channel.id)).errors).toBeUndefined();
  expect(codeOf(await remove(channel.id))).toBe('Forbidden');
});

test('an organization has at most 20 channels', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create({ kind: 'slack', name: `many-${index}`, ...inputOf('slack') })),
  );
  const refused = answers.filter(({ errors }) => errors !== undefined);
  expect(refused.map(codeOf)).toEqual(Array(4).fill('limit_reached'));
});

test('no answer or log contains a token, a URL’s path or the mail password', async () => {
  const audit = JSON.stringify(await controlPlane.ask('{ auditActions { nodes { action before after } } }'));
  expect(audit).toContain('createNotificationChannel');
  const stored = JSON.stringify(
    rowsOf(await database.execute(sql`SELECT row_to_json(notification_channel) FROM notification_channel`)),
  );
  const answers = await Promise.all([
    controlPlane.ask(`{ notificationChannels { ${fields} } webhookDeliveries { type attempts { answer error } } }`),
    controlPlane.ask('{ notificationIncidents { nodes { message } } }'),
  ]);
  for (const text of [audit, stored, JSON.stringify(answers), controlPlane.log])
    for (const secret of ['path-of-slack', token, 'token-of-ntfy', 'topic-of-ntfy', 'of-smtp'])
      expect(text).not.toContain(secret);
});
