import { sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { beforeAll, describe, expect, test } from 'vitest';
import { thresholdBounds } from '../../../src/contract/thresholds.ts';
import { codeOf } from '../../harness/inhabited.ts';
import type { ParsedJson } from '../../harness/parsed-json.ts';
import { sharedDatabase, sharedInhabited } from '../../harness/shared-control-plane.ts';
import { until } from '../../harness/until.ts';
import { createWebhook, sharedReceiver, verify } from '../../harness/webhook-receiver.ts';
import { expectValid, incidentFields } from '../../harness/webhook-schemas.ts';

const { controlPlane, newNode, stranger } = sharedInhabited({ webhookAllow: ['127.0.0.0/8'] });
const database = sharedDatabase(controlPlane);

const receiver = sharedReceiver();
let strangersChannel: { id: string; secret: string };
beforeAll(async () => {
  // The strangers have a webhook too.
  strangersChannel = await createWebhook(controlPlane, receiver.url, stranger.personalKey);
});

const centerDocument = `{ notificationCenter { open openCritical openWarning openInfo
  latest { id code severity status message advice subjectType subjectName durationSeconds closedAt } } }`;
const listDocument = `query($status: AlertStatus, $filter: AlertIncidentFilterInput) { notificationIncidents(status: $status, filter: $filter) {
  edges { cursor } nodes { id subjectName status note acknowledgedBy } pageInfo { endCursor hasNextPage } } }`;
const acknowledgeDocument = `mutation($id: ID!, $note: String) { acknowledgeIncident(where: { id: $id }, note: $note) { incident { id note acknowledgedAt } } }`;
const center = async (key?: string): Promise<ParsedJson> =>
  (await controlPlane.ask(centerDocument, {}, key)).notificationCenter;
const list = async (variables: object, key?: string): Promise<ParsedJson> =>
  (await controlPlane.ask(listDocument, variables, key)).notificationIncidents;

const settingsFields = `thresholds { ${Object.keys(thresholdBounds).join(' ')} }
  nodeOverrides { nodeId nodeName muted mutedUntil thresholds { blocksBehind noPeersMinutes } }`;
const saveDocument = `mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) {
  settings { ${settingsFields} } } }`;
const deliveriesDocument = `{ webhookDeliveries { id sequence type status incidentId acknowledgedAt nextAttemptAt createdAt
  attempts { status answer error durationMs } } }`;

const deliveryDocument = `query($id: ID!) { webhookDelivery(where: { id: $id }) { status attempts { status } } }`;

const call = (input: object) => controlPlane.call(saveDocument, { input });
const redeliver = (id: string, key?: string) =>
  controlPlane.call('mutation($id: ID!) { redeliverWebhook(where: { id: $id }) { delivery { id } } }', { id }, key);
const save = async (input: object): Promise<ParsedJson> =>
  (await controlPlane.ask(saveDocument, { input })).saveNotificationSettings;
const settings = async (key?: string): Promise<ParsedJson> =>
  (await controlPlane.ask(`{ notificationSettings { ${settingsFields} } }`, {}, key)).notificationSettings;
const deliveries = async (key?: string): Promise<ParsedJson> =>
  (await controlPlane.ask(deliveriesDocument, {}, key)).webhookDeliveries;
const mutate = (field: string, key?: string) => controlPlane.call(`mutation { ${field} }`, {}, key);
const redeliverAll = 'redeliverWebhooks(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z"';
const unknown = '00000000-0000-4000-8000-000000000000';

test('without a webhook, the defaults hold and nothing can be sent', async () => {
  const thresholds = Object.fromEntries(
    Object.entries(thresholdBounds).map(([name, bounds]) => [name, bounds.default]),
  );
  expect(await settings()).toEqual({ thresholds, nodeOverrides: [] });
  expect(await deliveries()).toEqual([]);
  expect(codeOf(await mutate('testNotificationWebhook { delivery { id } }'))).toBe('channel_disabled');
  const where = `where: { id: "${unknown}" }`;
  for (const field of [
    `testNotificationWebhook(${where}) { delivery { id } }`,
    `rotateWebhookSecret(${where}) { secret }`,
  ])
    expect(codeOf(await mutate(field))).toBe('Forbidden');
  for (const field of [
    `redeliverWebhook(${where}) { delivery { id } }`,
    `${redeliverAll}, ${where}) { deliveryCount }`,
  ])
    expect(codeOf(await mutate(field))).toBe('Forbidden');
});

test('keeps thresholds of organization and node; null restores the default', async () => {
  const nodeId = await newNode({ name: 'own' });
  await save({ thresholds: { tipProbability: 1e-6, blocksBehind: 5 } });
  const override = { nodeId, muted: true, mutedUntil: '2126-01-01T00:00:00.000Z', thresholds: { noPeersMinutes: 60 } };
  await save({ thresholds: { blocksBehind: null }, nodeOverrides: [override] });
  expect(await settings()).toMatchObject({
    thresholds: { tipProbability: 1e-6, blocksBehind: 3 },
    nodeOverrides: [{ nodeName: 'own', muted: true, thresholds: { noPeersMinutes: 60, blocksBehind: null } }],
  });
  const ofNode = 'query($id: ID!) { notificationSettings { nodeOverrides(where: { id: $id }) { nodeName } } }';
  const foundBy = async (id: string) =>
    (await controlPlane.ask(ofNode, { id })).notificationSettings.nodeOverrides.length;
  expect([await foundBy(nodeId), await foundBy(unknown), await foundBy('nobody')]).toEqual([1, 0, 0]);
  const saved = await save({ nodeOverrides: [{ nodeId }] });
  expect(saved.settings.nodeOverrides).toEqual([]);
});

const mutedUntil = '2126-01-01T00:00:00.000Z';
test.each<[string, object, string]>([
  ['a threshold below its bound', { thresholds: { diskFreePercent: 0 } }, 'input.thresholds.diskFreePercent'],
  ['a threshold above its bound', { thresholds: { tipProbability: 0.5 } }, 'input.thresholds.tipProbability'],
  ['an end of no mute', { nodeOverrides: [{ nodeId: 'x', mutedUntil }] }, 'input.nodeOverrides.0.mutedUntil'],
])('%s is refused with its path', async (_what, input, path) => {
  const answer = await call(input);
  expect(codeOf(answer)).toBe('invalid_input');
  expect(answer.errors?.[0]?.extensions?.issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
});

const organizationId = sql`(SELECT id FROM organization WHERE name = 'Strangers')`;
const insertIncidents = (status: string, severities: string[]) =>
  database.execute(sql`
    INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
      started_at, opened_at, updated_at)
    SELECT ${organizationId}, 'node_failing', severity, ${status}, 'It failed.', '{}', 'node', number::text,
      severity || '-' || number, now(), now(), now()
    FROM unnest(${sql.param(severities)}::text[]) WITH ORDINALITY AS given(severity, number)`);

test('pages open incidents, critical first, then newest, also after one that is gone', async () => {
  await insertIncidents('open', ['critical', 'info', 'warning', 'critical', 'warning']);
  const page = (cursor?: string) => list({ status: 'open', filter: { take: 3, cursor } }, stranger.personalKey);
  const first = await page();
  await database.execute(sql`DELETE FROM alert_incident WHERE subject_name = 'warning-5'`);
  const found = [...first.nodes, ...(await page(first.pageInfo.endCursor)).nodes];
  const names = found.map(({ subjectName }) => subjectName);
  const { nodes: ofNode } = await list({ status: 'open', filter: { nodeId: '3' } }, stranger.personalKey);
  expect(ofNode.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(['warning-3']);
  const { nodes: searched } = await list({ status: 'open', filter: { search: 'FO-2' } }, stranger.personalKey);
  expect(searched.map(({ subjectName }: { subjectName: string }) => subjectName)).toEqual(['info-2']);
  expect(names).toEqual(['critical-4', 'critical-1', 'warning-5', 'warning-3', 'info-2']);
});

test.each<[what: string, filter: object, names: string[]]>([
  ['severity', { severity: ['warning', 'critical'] }, ['critical-2', 'warning-1']],
  ['rule', { code: ['node_failing'] }, ['warning-3', 'critical-2', 'warning-1'].toSorted()],
  ['another rule', { code: ['disk_low'] }, []],
  ['host', { executorId: unknown }, ['warning-1']],
  ['acknowledged', { acknowledged: true }, ['critical-2']],
  ['not acknowledged', { acknowledged: false, severity: ['warning'] }, ['warning-1']],
  ['start', { from: '2026-01-02T00:00:00Z', severity: ['warning', 'critical'] }, ['critical-2']],
  ['end', { to: '2026-01-02T00:00:00Z' }, ['warning-1']],
])('incidents are filtered by %s', async (what, filter, names) => {
  await database.execute(sql`DELETE FROM alert_incident WHERE organization_id = ${organizationId}`);
  await insertIncidents('closed', ['warning', 'critical', ...(what === 'rule' ? ['warning'] : ['info'])]);
  await database.execute(sql`UPDATE alert_incident SET executor_id = ${unknown}, opened_at = '2026-01-01T12:00:00Z'
    WHERE organization_id = ${organizationId} AND subject_name = 'warning-1'`);
  await database.execute(sql`UPDATE alert_incident SET acknowledged_at = now(), opened_at = '2026-01-02T00:00:00Z'
    WHERE organization_id = ${organizationId} AND subject_name = 'critical-2'`);
  const { nodes } = await list({ filter }, stranger.personalKey);
  const found = nodes.map(({ subjectName }: { subjectName: string }) => subjectName);
  expect(found.filter((name: string) => name !== 'info-3').toSorted()).toEqual(names.toSorted());
  await database.execute(sql`DELETE FROM alert_incident WHERE organization_id = ${organizationId}`);
});

test('the latest 10 of many incidents are shown, and the latest 50 of many deliveries', async () => {
  await insertIncidents('closed', Array(11).fill('critical'));
  const { latest: shown } = await center(stranger.personalKey);
  const incidents = shown.map(({ subjectName }: { subjectName: string }) => subjectName);
  expect(incidents).toEqual(Array.from({ length: 10 }, (_, index) => `critical-${11 - index}`));
  await database.execute(sql`
    INSERT INTO webhook_delivery (organization_id, channel_id, sequence, type, body, status, created_at)
    SELECT ${organizationId}, gen_random_uuid(), number, 'webhook.test', '{}', 'delivered',
      now() + make_interval(secs => number)
    FROM generate_series(1, 51) AS number`);
  const latest = (await deliveries(stranger.personalKey)).map(({ sequence }: { sequence: number }) => sequence);
  expect(latest).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
  for (const table of ['alert_incident', 'webhook_delivery'])
    await database.execute(sql`DELETE FROM ${sql.identifier(table)} WHERE organization_id = ${organizationId}`);
});

describe('a webhook', () => {
  let secret: string;
  let channelId: string;

  test('gets a secret that is shown once', async () => {
    ({ id: channelId, secret } = await createWebhook(controlPlane, receiver.url));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('is tried with a synthetic delivery, which verifies and is listed', async () => {
    const { testNotificationWebhook } = await controlPlane.ask(
      'mutation { testNotificationWebhook { delivery { id status sequence } } }',
    );
    expect(testNotificationWebhook.delivery).toMatchObject({ status: 'pending', sequence: 1 });
    await receiver.untilReceived(1);
    const [message] = receiver.received;
    expect(message === undefined ? null : verify(secret, message)).toMatchObject({ type: 'webhook.test' });
    expect(message?.headers['content-type']).toBe('application/json');
    const { id } = testNotificationWebhook.delivery;
    const outcome = async (key?: string) => (await controlPlane.ask(deliveryDocument, { id }, key)).webhookDelivery;
    await until('it is delivered', async () => (await outcome()).status === 'delivered');
    expect(await outcome()).toMatchObject({ attempts: [{ status: 204 }] });
    expect(await outcome(stranger.personalKey)).toBeNull();
    expect(await controlPlane.ask(deliveryDocument, { id: 'x' })).toEqual({ webhookDelivery: null });
    const attempts = [{ status: 204, answer: '', error: null }];
    expect(await deliveries()).toMatchObject([{ id, type: 'webhook.test', incidentId: null, attempts }]);
  });

  test('delivers one delivery, and all of a time, again under their ids and numbers', async () => {
    await mutate('testNotificationWebhook { delivery { id } }');
    await until('nothing is pending', async () =>
      (await deliveries()).every(({ status }: { status: string }) => status === 'delivered'),
    );
    const [latest, first] = await deliveries();
    receiver.received.length = 0;
    expect((await redeliver(first.id)).errors).toBeUndefined();
    await receiver.untilReceived(1);
    expect(receiver.messages).toMatchObject([{ data: { sequence: first.sequence } }]);
    await until('it is delivered', async () => (await deliveries())[1].status === 'delivered');
    receiver.received.length = 0;
    const to = new Date(Date.parse(latest.createdAt) + 1).toISOString();
    const again = await controlPlane.ask(
      'mutation($from: DateTime!, $to: DateTime!, $id: ID!) { redeliverWebhooks(from: $from, to: $to, where: { id: $id }) { deliveryCount } }',
      { from: first.createdAt, to, id: channelId },
    );
    expect(again.redeliverWebhooks).toEqual({ deliveryCount: 2 });
    await receiver.untilReceived(2);
    expect(receiver.ids.toSorted()).toEqual([first.id, latest.id].toSorted());
  });

  test('lists, counts and acknowledges an incident, and reports its end', async () => {
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
        data: { incident: { code: 'key_ends_soon', status: 'open', closedAt: null, subjectType: 'api_key' } },
      });

    const shown = await center();
    expect(shown).toMatchObject({ open: 3, openCritical: 0, openWarning: 3, openInfo: 0 });
    const [latest] = shown.latest;
    expect(latest).toMatchObject({
      ...{ code: 'key_ends_soon', severity: 'warning', status: 'open', subjectType: 'api_key' },
      message: expect.stringMatching(/^The personal key (first|second|third) expires at /),
      advice: expect.stringMatching(/^Create a new key/),
    });
    const { nodes } = await list({ status: 'open' });
    expect(nodes[0].id).toBe(latest.id);
    expect(nodes.map(({ subjectName }: { subjectName: string }) => subjectName).toSorted()).toEqual(names);

    const { acknowledgeIncident } = await controlPlane.ask(acknowledgeDocument, { id: latest.id, note: 'on it' });
    expect(acknowledgeIncident.incident).toMatchObject({ id: latest.id, note: 'on it' });
    const byId = 'query($id: ID!) { notificationIncident(where: { id: $id }) { subjectName note } }';
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
    const whole = `query($id: ID!) { notificationIncident(where: { id: $id }) { ${incidentFields} } }`;
    const { notificationIncident } = await controlPlane.ask(whole, { id: latest.id });
    expect(closed?.data.incident).toEqual(notificationIncident);
    for (const { body } of receiver.received) expectValid(JSON.parse(body));
    const numbers = receiver.messages.map(({ data }) => data.sequence).toSorted((one, other) => one - other);
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2, 3, 4]);
    for (const { body } of receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    expect((await center()).open).toBe(2);
    const ended = (await list({ status: 'closed' })).nodes;
    expect(ended).toMatchObject([{ id: latest.id, status: 'closed', note: 'on it' }]);
  });
});

test('rejects an unknown incident, and an invalid note, cursor or page size', async () => {
  const [{ id }] = (await list({})).nodes;
  for (const [document, variables, code] of [
    [acknowledgeDocument, { id: 'x' }, 'Forbidden'],
    [acknowledgeDocument, { id: unknown }, 'Forbidden'],
    [acknowledgeDocument, { id, note: 'x'.repeat(1001) }, 'invalid_input'],
    [listDocument, { filter: { cursor: 'nonsense' } }, 'invalid_input'],
    [listDocument, { filter: { take: 501 } }, 'invalid_input'],
  ] as const)
    expect(codeOf(await controlPlane.call(document, variables))).toBe(code);
});

test('the deliveries of another organization do not exist', async () => {
  const [{ id }] = await deliveries();
  expect(codeOf(await redeliver(id, stranger.personalKey))).toBe('Forbidden');
});

test('limits tests and redeliveries, as each looks up a name and connects', async () => {
  const ask = (field: string) => mutate(field, stranger.personalKey);
  // All at once, a busy server would refuse some before it counts them.
  const answers = await pLimit(4).map(Array(25).fill('testNotificationWebhook { delivery { id } }'), ask);
  const refused = answers.filter(({ errors }) => errors !== undefined);
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['limit_reached']));
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(20);
  const waits = { retryable: true, retryAfterSeconds: expect.any(Number) };
  expect(refused[0]?.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/Try again in \d+ s/),
    extensions: waits,
  });
  const { id } = strangersChannel;
  expect(codeOf(await ask(`${redeliverAll}, where: { id: "${id}" }) { deliveryCount }`))).toBe('limit_reached');
});
