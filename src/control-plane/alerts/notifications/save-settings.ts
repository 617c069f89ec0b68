import type { NotificationNodeOverrideInput, NotificationSettingsInput } from '../../../contract/types.generated.ts';
import type { Secret } from '../../people/accounts/secret.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, inArray, isNull } from '../../platform/database/drizzle.ts';
import { domainError, forbidden, type Issue, invalidInput } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { adminMutation } from '../../request/mutation.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { requireRevision } from '../../request/revision.ts';
import { node } from '../../tables/nodes.ts';
import {
  nodeThresholdBounds,
  notificationNodeOverride,
  notificationSettings,
  type Thresholds,
  thresholdBounds,
} from '../../tables/notifications.ts';
import { webhookEndpoint } from '../../tables/webhooks.ts';
import { type AddressPolicy, receiverUrlFault } from '../webhooks/address-policy.ts';
import { giveUp } from '../webhooks/record-attempt.ts';
import { settingsSubject } from '../webhooks/resolvers.ts';
import { newWebhookSecret } from '../webhooks/secrets.ts';
import { maxOverrides, readSettings } from './settings.ts';

/** Of an organization. */
const maxAllOverrides = 10_000;

type Bounds = Readonly<Record<string, { min: number; max: number }>>;
type Path = readonly (string | number)[];

function settingsIssues({ webhookUrl, thresholds, nodeOverrides }: NotificationSettingsInput, policy: AddressPolicy) {
  const fault = webhookUrl ? receiverUrlFault(webhookUrl, policy) : null;
  return [
    ...(fault === null ? [] : [{ path: ['input', 'webhookUrl'], message: fault }]),
    ...thresholdIssues(thresholds, thresholdBounds, ['input', 'thresholds']),
    ...overrideIssues(nodeOverrides ?? [], ['input', 'nodeOverrides']),
  ];
}

function overrideIssues(overrides: readonly NotificationNodeOverrideInput[], path: Path): Issue[] {
  if (overrides.length > maxOverrides) return [{ path, message: `must name at most ${maxOverrides} nodes at once` }];
  const ids = overrides.map(({ nodeId }) => nodeId);
  return overrides.flatMap(({ nodeId, muted, mutedUntil, thresholds }, index) => [
    ...(ids.indexOf(nodeId) < index ? [{ path: [...path, index, 'nodeId'], message: 'is listed twice' }] : []),
    ...(mutedUntil && !muted ? [{ path: [...path, index, 'mutedUntil'], message: 'requires muted: true' }] : []),
    ...thresholdIssues(thresholds, nodeThresholdBounds, [...path, index, 'thresholds']),
  ]);
}

const thresholdIssues = (values: object | null | undefined, bounds: Bounds, path: Path): Issue[] =>
  Object.entries(withoutNulls(values ?? {})).flatMap(([name, value]) => {
    const { min, max } = bounds[name] ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
    return value >= min && value <= max ? [] : [{ path: [...path, name], message: `must be from ${min} to ${max}` }];
  });

/** Null restores the default. */
const withoutNulls = (thresholds: object): Partial<Thresholds> =>
  Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== null && value !== undefined));

/** Throws Forbidden for a node of another organization, and `limit_reached`. */
async function saveNodeOverrides(
  transaction: Database,
  organizationId: string,
  overrides: readonly NotificationNodeOverrideInput[],
): Promise<void> {
  const ids = overrides.map(({ nodeId }) => nodeId);
  if (ids.length === 0) return;
  if (!ids.every(isUuid)) throw forbidden();
  const isOwn = and(eq(node.organizationId, organizationId), isNull(node.removedAt), inArray(node.id, ids));
  if ((await transaction.$count(node, isOwn)) < ids.length) throw forbidden();
  await transaction.delete(notificationNodeOverride).where(inArray(notificationNodeOverride.nodeId, ids));
  const rows = overrides
    .map(({ nodeId, muted, mutedUntil, thresholds }) => ({
      nodeId,
      organizationId,
      muted: muted ?? false,
      mutedUntil: mutedUntil ? new Date(mutedUntil) : null,
      thresholds: withoutNulls(thresholds ?? {}),
    }))
    .filter(({ muted, thresholds }) => muted || Object.keys(thresholds).length > 0);
  if (rows.length > 0) await transaction.insert(notificationNodeOverride).values(rows);
  const ofOrganization = eq(notificationNodeOverride.organizationId, organizationId);
  if ((await transaction.$count(notificationNodeOverride, ofOrganization)) > maxAllOverrides)
    throw domainError('limit_reached', `at most ${maxAllOverrides} nodes can have overrides; remove some first`);
}

/** Returns the secret of a new webhook. */
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
      secrets: [{ sealed: secret.seal(text), until: null }],
    });
    return text;
  }
  if (!isNewUrl && before !== undefined && typeof webhookEnabled === 'boolean') {
    // A webhook that is enabled again starts without its earlier failure.
    const reset = webhookEnabled ? { goneAt: null, failingSince: null, lastFailure: null } : {};
    await transaction
      .update(webhookEndpoint)
      .set({ enabled: webhookEnabled, ...reset })
      .where(ofOrganization);
    if (!webhookEnabled) await giveUp(transaction, before.id);
  }
  if (webhookEnabled && before === undefined && !webhookUrl)
    throw invalidInput([{ path: ['input', 'webhookEnabled'], message: 'requires webhookUrl' }]);
  return null;
}

/** Throws `revision_conflict`. */
async function requireSettingsRevision(
  transaction: Database,
  organizationId: string,
  input: NotificationSettingsInput,
): Promise<void> {
  const settings = await readSettings(transaction, organizationId, { showsUrl: true });
  const { webhook, notifyFrom, thresholds, revision } = settings;
  const values = { webhookUrl: webhook?.url ?? null, webhookEnabled: webhook?.enabled ?? null, notifyFrom, thresholds };
  const current = { type: 'notification_settings', id: organizationId, name: 'the notification settings' } as const;
  await requireRevision(transaction, input, { ...current, organizationId, revision, values });
}

export const saveSettingsResolvers = (deps: { secret: Secret; policy: AddressPolicy }): Resolvers => ({
  Mutation: {
    saveNotificationSettings: adminMutation({
      run: async ({ input }, { caller: { organizationId }, database }) => {
        const issues = settingsIssues(input, deps.policy);
        if (issues.length > 0) throw invalidInput(issues);
        // Create and lock the row, so that concurrent changes are not lost.
        await database.insert(notificationSettings).values({ organizationId }).onConflictDoNothing();
        const ofOrganization = eq(notificationSettings.organizationId, organizationId);
        const [before] = await database.select().from(notificationSettings).where(ofOrganization).for('update');
        const { revision = 0 } = before ?? {};
        if (input.expectedRevision != null) await requireSettingsRevision(database, organizationId, input);
        const thresholds = withoutNulls({ ...before?.thresholds, ...input.thresholds });
        const notifyFrom = input.notifyFrom ? { notifyFrom: input.notifyFrom } : {};
        await database
          .update(notificationSettings)
          .set({ ...notifyFrom, thresholds, revision: revision + 1 })
          .where(ofOrganization);
        await saveNodeOverrides(database, organizationId, input.nodeOverrides ?? []);
        const webhookSecret = await saveWebhook(database, organizationId, input, deps.secret);
        return { settings: await readSettings(database, organizationId, { showsUrl: true }), webhookSecret };
      },
      subject: (_saved, _args, caller) => settingsSubject(caller),
      target: (_args, caller) => settingsSubject(caller),
    }),
  },
});
