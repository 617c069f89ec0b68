import type { Mutation } from '../../../src/contract/types.generated.ts';
import { adminsDo } from './expectations.ts';
import { mutation, type Row } from './row.ts';

/** Strangers have no webhook. */
const withWebhook = { ...adminsDo, strangerOwner: 'webhook_not_configured' };

/** The mutations of notifications and webhooks. */
export const notificationRows = {
  redeliverWebhook: mutation(withWebhook, '{ redeliverWebhook(id: $id) { id } }', ({ acme }) => acme.ids.delivery),
  redeliverWebhooks: {
    document: 'mutation($from: DateTime!, $to: DateTime!) { redeliverWebhooks(from: $from, to: $to) }',
    variables: () => ({ from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() }),
    expected: withWebhook,
  },
  rotateWebhookSecret: mutation(withWebhook, '{ rotateWebhookSecret { formerSecretUntil } }'),
  // Of a node of Acme.
  saveNotificationSettings: {
    document:
      'mutation($id: ID!) { saveNotificationSettings(input: { nodeOverrides: [{ nodeId: $id, muted: true }] }) { settings { notifyFrom } } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: adminsDo,
  },
  testNotificationWebhook: mutation(withWebhook, '{ testNotificationWebhook { id } }'),
} satisfies Partial<Record<keyof Mutation, Row>>;
