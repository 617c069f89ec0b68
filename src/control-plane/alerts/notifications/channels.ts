import type { NotificationChannelUpdateInput } from '../../../contract/types.generated.ts';
import { lockOrganization } from '../../people/accounts/key-limits.ts';
import { and, asc, type Database, eq, ne, oneRow } from '../../platform/database/database.ts';
import { domainError, invalidInput, requireRow } from '../../platform/input/errors.ts';
import { adminMutation, changes, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { rowSnapshot } from '../../request/trail/audit-trail.ts';
import { type ChannelRow, notificationChannel } from '../../tables/channels.ts';
import type { AddressPolicy } from '../channels/address-policy.ts';
import { type MailServer, noMailServer } from '../channels/mail.ts';
import { changeTarget, maskTarget, type TargetInput } from '../channels/target.ts';
import { giveUp } from '../webhooks/record-attempt.ts';
import { isChannel, type WebhookDeps } from '../webhooks/resolvers.ts';
import { newWebhookSecret, previousSecretsUntil } from '../webhooks/secrets.ts';

const maxChannels = 20;
const namePattern = /^\P{Cc}{1,63}$/u;

interface ChannelDeps extends Pick<WebhookDeps, 'secret'> {
  policy: AddressPolicy;
  mail?: MailServer | undefined;
}

/** Returns the columns of a channel's name and target. Throws `invalid_input` and `mail_not_configured`. */
function columnsOf(
  { secret, policy, mail }: ChannelDeps,
  { kind, ...before }: Pick<ChannelRow, 'kind'> & Partial<Pick<ChannelRow, 'name' | 'sealedTarget'>>,
  input: TargetInput & Pick<NotificationChannelUpdateInput, 'name'>,
) {
  if (kind === 'email' && mail === undefined) throw domainError('mail_not_configured', noMailServer);
  const sealed = before.sealedTarget;
  const { target, issues } = changeTarget(kind, input, {
    policy,
    before: sealed === undefined ? undefined : JSON.parse(secret.unseal(sealed)),
  });
  const name = input.name?.trim() ?? before.name ?? '';
  if (!namePattern.test(name))
    issues.push({ path: ['data', 'name'], message: 'must be 1 to 63 characters, without control characters' });
  if (issues.length > 0) throw invalidInput(issues);
  return { name, target: maskTarget(kind, target), sealedTarget: secret.seal(JSON.stringify(target)) };
}

/** Throws `name_taken` if another channel has the name. */
async function requireFreeName(database: Database, organizationId: string, name: string, id?: string) {
  const { id: channelId } = notificationChannel;
  const ofName = and(eq(notificationChannel.organizationId, organizationId), eq(notificationChannel.name, name));
  const [existing] = await database
    .select({ id: channelId })
    .from(notificationChannel)
    .where(and(ofName, id === undefined ? undefined : ne(channelId, id)));
  if (existing === undefined) return;
  const message = `a channel named ${name} already exists`;
  const issues = [{ path: ['data', 'name'], message }];
  throw domainError('name_taken', message, { issues, existingId: existing.id, link: '/notifications' });
}

const ofChannel = changes('notification_channel', 'channel');

export const channelResolvers = (deps: ChannelDeps): Resolvers => ({
  Query: {
    notificationChannels: organizationQuery([], (_args, { reader, context: { budget, database } }) => {
      const { organizationId, name } = notificationChannel;
      const found = database.select().from(notificationChannel).where(eq(organizationId, reader.organizationId));
      return budget.fetchRows(maxChannels, found.orderBy(asc(name)));
    }),
  },
  Mutation: {
    createNotificationChannel: adminMutation({
      run: async ({ data }, { caller: { organizationId }, database }) => {
        const { kind, lowestSeverity = 'warning', enabled = true } = data;
        const columns = columnsOf(deps, { kind }, data);
        await lockOrganization(database, organizationId);
        const ofOrganization = eq(notificationChannel.organizationId, organizationId);
        if ((await database.$count(notificationChannel, ofOrganization)) >= maxChannels)
          throw domainError('limit_reached', `${maxChannels} channels already exist; delete one of them`);
        await requireFreeName(database, organizationId, columns.name);
        const webhookSecret = kind === 'webhook' ? newWebhookSecret() : null;
        const secrets = webhookSecret === null ? [] : [{ sealed: deps.secret.seal(webhookSecret), until: null }];
        const created = await database
          .insert(notificationChannel)
          .values({ organizationId, kind, lowestSeverity, enabled, secrets, ...columns })
          .returning();
        return { channel: oneRow(created), webhookSecret };
      },
      subject: ({ channel: { id } }) => ({ type: 'notification_channel', id }),
    }),
    updateNotificationChannel: adminMutation({
      run: async ({ data, where }, { caller: { organizationId }, database }) => {
        await lockOrganization(database, organizationId);
        const isOwn = isChannel(organizationId, where.id);
        const before = requireRow(await database.select().from(notificationChannel).where(isOwn).for('update'));
        const columns = columnsOf(deps, before, data);
        await requireFreeName(database, organizationId, columns.name, before.id);
        const lowestSeverity = data.lowestSeverity ?? before.lowestSeverity;
        const enabled = data.enabled ?? before.enabled;
        // An enabled channel starts without its earlier failure.
        const reset = data.enabled ? { goneAt: null, failingSince: null, lastFailure: null } : {};
        const values = { ...columns, lowestSeverity, enabled, ...reset };
        if (!enabled) await giveUp(database, before);
        return { channel: oneRow(await database.update(notificationChannel).set(values).where(isOwn).returning()) };
      },
      ...ofChannel,
    }),
    deleteNotificationChannel: adminMutation({
      run: async ({ where }, { caller: { organizationId }, database }) => {
        const isOwn = isChannel(organizationId, where.id);
        const channel = requireRow(await database.delete(notificationChannel).where(isOwn).returning());
        await giveUp(database, channel);
        return { channel };
      },
      ...ofChannel,
    }),
  },
  NotificationChannel: {
    previousSecretsUntil: ({ secrets }) => previousSecretsUntil(secrets, new Date()),
  },
});

export const channelSnapshot = rowSnapshot(
  (transaction, organizationId, id) =>
    transaction.select().from(notificationChannel).where(isChannel(organizationId, id)),
  ({ name, kind, target, lowestSeverity, enabled, secrets }) => {
    const ends = previousSecretsUntil(secrets, new Date());
    return { name, values: { kind, name, target, lowestSeverity, enabled, previousSecretsUntil: ends } };
  },
);
