import type { Mutation } from '../../../src/contract/types.generated.ts';
import { adminsDo } from './expectations.ts';
import type { Row } from './row.ts';

/** Strangers have no webhook. */
const withWebhook = { ...adminsDo, strangerOwner: 'webhook_not_configured' };

/** The mutations of notifications and webhooks. */
export const notificationRows = {
  redeliverWebhook: {
    document: 'mutation($id: ID!) { redeliverWebhook(id: $id) { id } }',
    variables: ({ acme }) => ({ id: acme.ids.delivery }),
    expected: withWebhook,
  },
  redeliverWebhooks: {
    document: 'mutation($from: DateTime!, $to: DateTime!) { redeliverWebhooks(from: $from, to: $to) }',
    variables: () => ({ from: new Date(Date.now() - 60_000).toISOString(), to: new Date().toISOString() }),
    expected: withWebhook,
  },
  rotateWebhookSecret: { document: 'mutation { rotateWebhookSecret { formerSecretUntil } }', expected: withWebhook },
  // Of a node of Acme.
  saveNotificationSettings: {
    document:
      'mutation($id: ID!) { saveNotificationSettings(input: { nodeOverrides: [{ nodeId: $id, muted: true }] }) { settings { notifyFrom } } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: adminsDo,
  },
  testNotificationWebhook: { document: 'mutation { testNotificationWebhook { id } }', expected: withWebhook },
} satisfies Partial<Record<keyof Mutation, Row>>;
