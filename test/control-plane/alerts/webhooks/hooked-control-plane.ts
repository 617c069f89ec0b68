import { afterAll, beforeAll } from 'vitest';
import type { OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { quiet, TestControlPlane, type TestControlPlaneOptions } from '../../../harness/control-plane.ts';
import { WebhookReceiver } from '../../../harness/webhook-receiver.ts';

/** A control plane whose organization has a webhook receiver, shared by the tests of a file. */
export function hookedControlPlane(options: TestControlPlaneOptions = {}) {
  let receiver: WebhookReceiver;
  let controlPlane: TestControlPlane;
  let opened: OpenDatabase;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    controlPlane = await TestControlPlane.start({ webhookAllow: ['127.0.0.1/32'], ...options });
    opened = await openDatabase(controlPlane.settings, quiet);
    const save =
      'mutation($input: NotificationSettingsInput!) { saveNotificationSettings(input: $input) { webhookSecret } }';
    await controlPlane.ask(save, { input: { webhookUrl: receiver.url } });
  });
  afterAll(async () => {
    await opened?.close();
    await controlPlane?.destroy();
    await receiver?.stop();
  });
  /** Use it in tests only: it is undefined before. */
  return () => ({ controlPlane, receiver, database: opened.database });
}
