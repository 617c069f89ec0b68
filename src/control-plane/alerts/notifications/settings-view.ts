import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { notificationSettings, type SettingsView, thresholdsOf } from '../../tables/notifications.ts';
import { type EndpointRow, webhookEndpoint } from '../../tables/webhooks.ts';

/** Reads the settings in force. Members do not see the whole URL of the webhook: it may hold a secret of the receiver. */
export async function readSettings(
  database: Database,
  organizationId: string,
  { showsUrl }: { showsUrl: boolean },
): Promise<SettingsView> {
  const [settings] = await database
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.organizationId, organizationId));
  const [endpoint] = await database
    .select()
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.organizationId, organizationId));
  return {
    organizationId,
    webhook: endpoint === undefined ? null : webhookOf(endpoint, showsUrl),
    notifyFrom: settings?.notifyFrom ?? 'warning',
    thresholds: thresholdsOf(settings?.thresholds),
  };
}

const webhookOf = (endpoint: EndpointRow, showsUrl: boolean): SettingsView['webhook'] => {
  const { id, url, enabled, lastSequence, failingSince, goneAt, formerSecretUntil } = endpoint;
  const isRotating = formerSecretUntil !== null && formerSecretUntil > new Date();
  return {
    endpointId: id,
    url: showsUrl ? url : new URL(url).origin,
    enabled,
    lastSequence,
    failingSince: failingSince?.toISOString() ?? null,
    goneAt: goneAt?.toISOString() ?? null,
    formerSecretUntil: isRotating ? formerSecretUntil.toISOString() : null,
  };
};
