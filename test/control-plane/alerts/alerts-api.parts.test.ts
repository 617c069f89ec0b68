import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../../../src/control-plane/platform/database/database.ts';
import type { GraphqlAnswer } from '../../harness/control-plane.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';
import { verify, WebhookReceiver } from '../../harness/webhook-receiver.ts';

const inhabited = sharedInhabited({ webhookAllow: ['127.0.0.0/8'] });
const { controlPlane, newNode, stranger } = inhabited;
const database = sharedDatabase(controlPlane);

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  // The strangers have a webhook too.
  await controlPlane.ask(saveDocument, { input: { webhookUrl: receiver.url } }, stranger.personalKey);
});
afterAll(() => receiver?.stop());

type Data = GraphqlAnswer['data'];

const centerDocument = `{ notificationCenter { open openCritical openWarning openInfo
  latest { id code severity status message advice subjectType subjectName durationSeconds closedAt } } }`;
const listDocument = `query($status: AlertStatus, $page: CursorPageInput) { notificationIncidents(status: $status, page: $page) {
  edges { cursor } nodes { id subjectName status note acknowledgedBy } pageInfo { endCursor hasNextPage } } }`;
const acknowledgeDocument = `mutation($id: ID!, $note: String) { acknowledgeIncident(id: $id, note: $note) { id note acknowledgedAt } }`;
const center = async (key?: string): Promise<Data> =>
  (await controlPlane.ask(centerDocument, {}, key)).notificationCenter;
const list = async (variables: object, key?: string): Promise<Data> =>
  (await controlPlane.ask(listDocument, variables, key)).notificationIncidents;

const settingsFields = `webhook { endpointId url enabled lastSequence failingSince goneAt formerSecretUntil } notifyFrom`;
const saveDocument = `mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) {
  webhookSecret settings { ${settingsFields} } } }`;
const deliveriesDocument = `{ webhookDeliveries { id sequence type status incidentId acknowledgedAt nextAttemptAt createdAt
  attempts { status answer error durationMs } } }`;

const call = (input: object, key?: string) => controlPlane.call(saveDocument, { input }, key);
const save = async (input: object): Promise<Data> =>
  (await controlPlane.ask(saveDocument, { input })).saveNotificationSettings;
const settings = async (key?: string): Promise<Data> =>
  (await controlPlane.ask(`{ notificationSettings { ${settingsFields} } }`, {}, key)).notificationSettings;
const deliveries = async (key?: string): Promise<Data> =>
  (await controlPlane.ask(deliveriesDocument, {}, key)).webhookDeliveries;
const mutate = (field: string, key?: string) => controlPlane.call(`mutation { ${field} }`, {}, key);

test('the latest 10 of many incidents are shown, and the latest 50 of many deliveries', async () => {
  const organizationId = sql`(SELECT id FROM organization WHERE name = 'Strangers')`;
  await database.execute(sql`
    INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
      started_at, opened_at, updated_at, closed_at)
    SELECT ${organizationId}, 'node_failing', 'critical', 'closed', 'It failed.', '{}', 'node', number::text,
      'node-' || number, now(), now(), now(), now()
    FROM generate_series(1, 11) AS number`);
  const latestIncidents = (await center(stranger.personalKey)).latest;
  expect(latestIncidents.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(
    Array.from({ length: 10 }, (_, index) => `node-${11 - index}`),
  );
  await database.execute(sql`
    INSERT INTO webhook_delivery (organization_id, endpoint_id, sequence, type, body, status, created_at)
    SELECT ${organizationId}, gen_random_uuid(), number, 'webhook.test', '{}', 'delivered',
      now() + make_interval(secs => number)
    FROM generate_series(1, 51) AS number`);
  const latest = await deliveries(stranger.personalKey);
  expect(latest.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
    Array.from({ length: 50 }, (_, index) => 51 - index),
  );
  for (const table of ['alert_incident', 'webhook_delivery'])
    await database.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE organization_id = ${organizationId}`);
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
    const { testNotificationWebhook } = await controlPlane.ask(
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
    const { rotateWebhookSecret: rotated } = await controlPlane.ask(
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
    await controlPlane.ask('mutation($id: ID!) { redeliverWebhook(id: $id) { id } }', { id: first.id });
    await receiver.untilReceived(1);
    expect(receiver.messages).toMatchObject([{ data: { sequence: first.sequence } }]);
    await until('it is delivered', async () => (await deliveries())[1].status === 'delivered');
    receiver.received.length = 0;
    const to = new Date(Date.parse(latest.createdAt) + 1).toISOString();
    const again = await controlPlane.ask(
      'mutation($from: DateTime!, $to: DateTime!) { redeliverWebhooks(from: $from, to: $to) }',
      { from: first.createdAt, to },
    );
    expect(again.redeliverWebhooks).toBe(2);
    await receiver.untilReceived(2);
    expect(receiver.ids.toSorted()).toEqual([first.id, latest.id].toSorted());
  });

  test('is told of an incident, which is listed, counted and acknowledged, and of its end', async () => {
    receiver.received.length = 0;
    const names = ['first', 'second', 'third'];
    for (const name of names) await controlPlane.key('personal', name);
    await database.execute(
      sql`UPDATE apikey SET created_at = now() - interval '90 days', expires_at = now() + interval '1 day' WHERE name IN ('first', 'second', 'third')`,
    );
    await receiver.untilReceived(3);
    for (const message of receiver.messages)
      expect(message).toMatchObject({
        type: 'incident.opened',
        data: { incident: { code: 'key_ends_soon', status: 'open', closedAt: null, subject: { type: 'api_key' } } },
      });

    const shown = await center();
    expect(shown).toMatchObject({ open: 3, openCritical: 0, openWarning: 3, openInfo: 0 });
    const [latest] = shown.latest;
    expect(latest).toMatchObject({
      ...{ code: 'key_ends_soon', severity: 'warning', status: 'open', subjectType: 'api_key' },
      message: expect.stringMatching(/^The personal key (first|second|third) expires at /),
      advice: expect.stringMatching(/^Create a new key/),
    });
    const page = await list({ status: 'open', page: { take: 2 } });
    expect(page.pageInfo.hasNextPage).toBe(true);
    expect(page.nodes[0].id).toBe(latest.id);
    const rest = await list({ status: 'open', page: { take: 2, cursor: page.pageInfo.endCursor } });
    const listed = [...page.nodes, ...rest.nodes].map(({ subjectName }: { subjectName: string }) => subjectName);
    expect(listed.toSorted()).toEqual(names);

    const { acknowledgeIncident } = await controlPlane.ask(acknowledgeDocument, { id: latest.id, note: 'on it' });
    expect(acknowledgeIncident).toMatchObject({ id: latest.id, note: 'on it' });
    const byId = 'query($id: ID!) { notificationIncident(id: $id) { subjectName note } }';
    expect(await controlPlane.ask(byId, { id: latest.id })).toEqual({
      notificationIncident: { subjectName: latest.subjectName, note: 'on it' },
    });
    expect(await controlPlane.ask(byId, { id: 'none' })).toEqual({ notificationIncident: null });

    await receiver.untilReceived(4);
    await database.execute(sql`UPDATE apikey SET expires_at = NULL WHERE name = ${latest.subjectName}`);
    await receiver.untilReceived(5);
    const [acknowledged, closed] = receiver.messages.slice(3);
    expect(acknowledged).toMatchObject({ type: 'incident.acknowledged', data: { incident: { id: latest.id } } });
    expect(closed).toMatchObject({ type: 'incident.closed', data: { incident: { id: latest.id } } });
    expect(closed?.data.incident.durationSeconds).toBeGreaterThanOrEqual(0);
    const numbers = receiver.messages.map(({ data }) => data.sequence).toSorted((one, other) => one - other);
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
    for (const { body } of receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    expect((await center()).open).toBe(2);
    expect((await list({ status: 'closed' })).nodes).toMatchObject([
      { id: latest.id, status: 'closed', note: 'on it' },
    ]);
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

test('another organization sees no incident of this one, and cannot acknowledge it', async () => {
  const [{ id }] = (await list({})).nodes;
  for (const key of [stranger.personalKey, stranger.memberKey, inhabited.executorKey]) {
    expect((await list({}, key)).nodes).toEqual([]);
    expect(await center(key)).toMatchObject({ open: 0, latest: [] });
    expect(codeOf(await controlPlane.call(acknowledgeDocument, { id }, key))).toBe('Forbidden');
  }
});

test('an incident that there is not is not acknowledged, and a note, a cursor or a page that is none is refused', async () => {
  const [{ id }] = (await list({})).nodes;
  const codes = async (document: string, ...variables: object[]) =>
    (await Promise.all(variables.map((each) => controlPlane.call(document, each)))).map(codeOf);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await codes(acknowledgeDocument, { id: 'x' }, { id: unknown })).toEqual(['Forbidden', 'Forbidden']);
  expect(await codes(acknowledgeDocument, { id, note: 'x'.repeat(1001) })).toEqual(['invalid_input']);
  const pages = [{ page: { cursor: 'nonsense' } }, { page: { take: 501 } }];
  expect(await codes(listDocument, ...pages)).toEqual(['invalid_input', 'invalid_input']);
});

test('another organization’s nodes and deliveries do not exist', async () => {
  const nodeId = await newNode({ name: 'mine' });
  expect(codeOf(await call({ nodeOverrides: [{ nodeId, muted: true }] }, stranger.personalKey))).toBe('Forbidden');
  const [{ id }] = await deliveries();
  expect(await deliveries(stranger.personalKey)).toEqual([]);
  const redeliver = 'mutation($id: ID!) { redeliverWebhook(id: $id) { id } }';
  expect(codeOf(await controlPlane.call(redeliver, { id }, stranger.personalKey))).toBe('Forbidden');
  expect(await settings(inhabited.executorKey)).toBeNull();
});

test('neither the log nor the audit log holds a secret or the URL of the webhook', async () => {
  const { webhookSecret } = await save({ webhookUrl: receiver.url });
  const audit = JSON.stringify(
    await controlPlane.ask('{ auditActions { nodes { action target { type } before after } } }'),
  );
  expect(audit).toContain('saveNotificationSettings');
  for (const text of [audit, controlPlane.log]) {
    expect(text).not.toContain('of-the-receiver');
    expect(text).not.toContain(webhookSecret);
  }
});

test('tests and redeliveries of a webhook are limited, as each one looks up a name and connects', async () => {
  const ask = (field: string) => mutate(field, stranger.personalKey);
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask('testNotificationWebhook { id }')));
  const refused = answers.filter(({ errors }) => errors !== undefined);
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['limit_reached']));
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  expect(refused[0]?.errors?.[0]?.message).toMatch(/Try again in \d+ s/);
  for (const field of [
    'redeliverWebhook(id: "00000000-0000-4000-8000-000000000000") { id }',
    'redeliverWebhooks(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z")',
  ])
    expect(codeOf(await ask(field))).toBe('limit_reached');
});

test('many incidents that open together each reach the webhook, once', async () => {
  await save({ notifyFrom: 'warning' });
  const keys = 40;
  const opened = () => receiver.messages.filter(({ type }) => type === 'incident.opened');
  receiver.received.length = 0;
  await database.execute(sql`INSERT INTO apikey (id, config_id, name, reference_id, key, organization_id, created_at, expires_at)
    SELECT 'ending-' || number, 'executor', 'ending-' || number, ${controlPlane.made.organizationId}, 'hash-' || number,
      ${controlPlane.made.organizationId}, now() - interval '90 days', now() + interval '1 day'
    FROM generate_series(1, ${keys}::int) AS number`);
  await until('all are told', () => opened().length >= keys);
  await until('all are recorded', async () => {
    const pending = await database.execute(sql`SELECT FROM webhook_delivery WHERE status = 'pending'`);
    return rowsOf(pending).length === 0;
  });
  expect(opened()).toHaveLength(keys);
  expect(new Set(opened().map(({ data }) => data.incident.id)).size).toBe(keys);
});
