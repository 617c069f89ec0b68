import { expect, test } from 'vitest';
import { thresholdBounds } from '../../../../src/control-plane/tables/notifications.ts';
import type { GraphqlAnswer } from '../../../harness/control-plane.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, newNode, stranger } = sharedInhabited({ webhookAllow: ['127.0.0.0/8'] });
const webhookUrl = 'http://127.0.0.1:9/path-of-the-receiver';

type Data = GraphqlAnswer['data'];

const settingsFields = `webhook { endpointId url enabled lastSequence failingSince goneAt formerSecretUntil } notifyFrom
  thresholds { ${Object.keys(thresholdBounds).join(' ')} }
  nodeOverrides { nodeId nodeName muted mutedUntil thresholds { blocksBehind noPeersMinutes } }`;
const saveDocument = `mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) {
  webhookSecret settings { ${settingsFields} } } }`;
const call = (input: object, key?: string) => controlPlane.call(saveDocument, { input }, key);
const save = async (input: object): Promise<Data> =>
  (await controlPlane.ask(saveDocument, { input })).saveNotificationSettings;
const settings = async (key?: string): Promise<Data> =>
  (await controlPlane.ask(`{ notificationSettings { ${settingsFields} } }`, {}, key)).notificationSettings;
const mutate = (field: string, key?: string) => controlPlane.call(`mutation { ${field} }`, {}, key);

test('without a webhook, the defaults hold and nothing can be sent', async () => {
  const usual = Object.fromEntries(Object.entries(thresholdBounds).map(([name, bounds]) => [name, bounds.default]));
  expect(await settings()).toEqual({ webhook: null, notifyFrom: 'warning', thresholds: usual, nodeOverrides: [] });
  expect(await controlPlane.ask('{ webhookDeliveries { id } }')).toEqual({ webhookDeliveries: [] });
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

test('thresholds of the organization and of a node are kept, and null brings back the default', async () => {
  const nodeId = await newNode({ name: 'own' });
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
  await controlPlane.ask(saveDocument, { input: { webhookUrl } }, stranger.personalKey);
  expect((await settings(stranger.personalKey)).webhook.url).toBe(webhookUrl);
  expect((await settings(stranger.memberKey)).webhook.url).toBe('http://127.0.0.1:9');
  expect(codeOf(await call({ notifyFrom: 'info' }, stranger.memberKey))).toBe('Forbidden');
  expect(codeOf(await mutate('testNotificationWebhook { id }', stranger.memberKey))).toBe('Forbidden');
});
