import type {
  NotificationNodeOverrideInput,
  NotificationSettingsInput,
  NotificationThresholdsInput,
} from '../../../contract/types.generated.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/drizzle.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import {
  nodeThresholdBounds,
  notificationSettings,
  type Thresholds,
  thresholdBounds,
} from '../../tables/notifications.ts';
import { webhookEndpoint } from '../../tables/webhooks.ts';
import { type AddressPolicy, receiverUrlFault } from '../webhooks/address-policy.ts';
import { giveUp } from '../webhooks/record-attempt.ts';
import { newWebhookSecret } from '../webhooks/secrets.ts';
import { saveNodeOverrides } from './node-overrides.ts';

const maxOverrides = 500;

type Bounds = Readonly<Record<string, { min: number; max: number }>>;

function settingsIssues(input: NotificationSettingsInput, policy: AddressPolicy): Issue[] {
  const { webhookUrl, thresholds, nodeOverrides } = input;
  const fault = webhookUrl ? receiverUrlFault(webhookUrl, policy) : null;
  return [
    ...(fault === null ? [] : [{ path: ['input', 'webhookUrl'], message: fault }]),
    ...thresholdIssues(thresholds ?? {}, thresholdBounds, ['input', 'thresholds']),
    ...overrideIssues(nodeOverrides ?? []),
  ];
}

function overrideIssues(overrides: readonly NotificationNodeOverrideInput[]): Issue[] {
  const path = ['input', 'nodeOverrides'];
  if (overrides.length > maxOverrides) return [{ path, message: `must name at most ${maxOverrides} nodes at once` }];
  const ids = overrides.map(({ nodeId }) => nodeId);
  return overrides.flatMap(({ nodeId, muted, mutedUntil, thresholds }, index) => [
    ...(ids.indexOf(nodeId) < index ? [{ path: [...path, index, 'nodeId'], message: 'is listed twice' }] : []),
    ...(mutedUntil && !muted ? [{ path: [...path, index, 'mutedUntil'], message: 'requires muted: true' }] : []),
    ...thresholdIssues(thresholds ?? {}, nodeThresholdBounds, [...path, index, 'thresholds']),
  ]);
}

const thresholdIssues = (values: object, bounds: Bounds, path: readonly (string | number)[]): Issue[] =>
  Object.entries(values).flatMap(([name, value]: [string, number | null]) => {
    const { min, max } = bounds[name] ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
    return value === null || (value >= min && value <= max)
      ? []
      : [{ path: [...path, name], message: `must be from ${min} to ${max}` }];
  });

export interface SaveSettingsDeps {
  secret: Secret;
  policy: AddressPolicy;
}

/** Returns the secret of a new webhook. Throws `invalid_input`, Forbidden for a node of another organization, and `limit_reached`. */
export async function saveSettings(
  transaction: Database,
  organizationId: string,
  input: NotificationSettingsInput,
  { secret, policy }: SaveSettingsDeps,
): Promise<string | null> {
  const issues = settingsIssues(input, policy);
  if (issues.length > 0) throw invalidInput(issues);
  // Create and lock the row, so that concurrent changes are not lost.
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

/** Null restores the default. */
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
  // Normalized: without spaces and line breaks.
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
    // A webhook that is enabled again starts without its earlier failure.
    const reset = webhookEnabled ? { goneAt: null, failingSince: null, lastFailure: null } : {};
    await transaction
      .update(webhookEndpoint)
      .set({ enabled: webhookEnabled, ...reset })
      .where(ofOrganization);
    if (!webhookEnabled) await giveUp(transaction, before.id);
  }
  if (webhookEnabled && before === undefined && !webhookUrl) {
    throw invalidInput([{ path: ['input', 'webhookEnabled'], message: 'requires webhookUrl' }]);
  }
  return null;
}
