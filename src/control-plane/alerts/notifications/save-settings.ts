import type { NotificationSettingsInput, NotificationThresholdsInput } from '../../../contract/types.generated.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { invalidInput } from '../../platform/input/errors.ts';
import { notificationSettings, type Thresholds } from '../../tables/notifications.ts';
import { webhookEndpoint } from '../../tables/webhooks.ts';
import type { AddressPolicy } from '../webhooks/address-policy.ts';
import { giveUp } from '../webhooks/record-attempt.ts';
import { newWebhookSecret } from '../webhooks/secrets.ts';
import { settingsIssues } from './check-settings.ts';
import { saveNodeOverrides } from './node-overrides.ts';

export interface SaveSettingsDeps {
  secret: Secret;
  policy: AddressPolicy;
}

/**
 * Changes the settings of an organization within a transaction, and returns the secret of a webhook that got one now. Throws `invalid_input`,
 * Forbidden for a node that is not the organization's, and `limit_reached`.
 */
export async function saveSettings(
  transaction: Database,
  organizationId: string,
  input: NotificationSettingsInput,
  { secret, policy }: SaveSettingsDeps,
): Promise<string | null> {
  const issues = settingsIssues(input, policy);
  if (issues.length > 0) throw invalidInput(issues);
  // Whoever saves waits here for others of the same organization, so that no change is lost.
  await transaction.insert(notificationSettings).values({ organizationId }).onConflictDoNothing();
  const [before] = await transaction
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.organizationId, organizationId))
    .for('update');
  await transaction
    .update(notificationSettings)
    .set({
      ...(input.notifyFrom ? { notifyFrom: input.notifyFrom } : {}),
      thresholds: withChanges(before?.thresholds ?? {}, input.thresholds ?? {}),
    })
    .where(eq(notificationSettings.organizationId, organizationId));
  await saveNodeOverrides(transaction, organizationId, input.nodeOverrides ?? []);
  return saveWebhook(transaction, organizationId, input, secret);
}

/** Null brings back the default. */
function withChanges(before: Partial<Thresholds>, changes: NotificationThresholdsInput): Partial<Thresholds> {
  const merged = { ...before, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

async function saveWebhook(
  transaction: Database,
  organizationId: string,
  { webhookUrl: given, webhookEnabled }: NotificationSettingsInput,
  secret: Secret,
): Promise<string | null> {
  // As it is called, without the spaces and line breaks that may be around or within what was typed.
  const webhookUrl = given ? new URL(given).href : given;
  const ofOrganization = eq(webhookEndpoint.organizationId, organizationId);
  const [before] = await transaction.select().from(webhookEndpoint).where(ofOrganization).for('update');
  const isNewUrl = webhookUrl !== null && webhookUrl !== undefined && webhookUrl !== before?.url;
  if (isNewUrl && before !== undefined) {
    await giveUp(transaction, before.id);
    await transaction.delete(webhookEndpoint).where(ofOrganization);
  }
  if (isNewUrl && webhookUrl !== '') {
    const text = newWebhookSecret();
    await transaction.insert(webhookEndpoint).values({
      organizationId,
      url: webhookUrl,
      enabled: webhookEnabled ?? true,
      sealedSecret: secret.seal(text),
    });
    return text;
  }
  if (!isNewUrl && before !== undefined && webhookEnabled !== null && webhookEnabled !== undefined) {
    // What it was switched off for is to be tried anew.
    const anew = webhookEnabled ? { goneAt: null, failingSince: null, lastFailure: null } : {};
    await transaction
      .update(webhookEndpoint)
      .set({ enabled: webhookEnabled, ...anew })
      .where(ofOrganization);
    if (!webhookEnabled) await giveUp(transaction, before.id);
  }
  if (webhookEnabled && before === undefined && !webhookUrl) {
    throw invalidInput([{ path: ['input', 'webhookEnabled'], message: 'needs a webhookUrl' }]);
  }
  return null;
}
